import { parseDate } from './dates.ts'
import { longestSearch } from './list-address.ts'

export type SortDirection = 'asc' | 'desc'

/** One parameter of the address that narrows a list of the desk; days are two, of which one is the first and one the last. */
export type ListFilter<Key extends string = string> = {
  readonly key: Key
  readonly name: string
  /** Not there for packers. */
  readonly ownerOnly?: boolean
} & (
  | {
      readonly kind: 'choice'
      readonly choices: readonly {
        readonly value: string
        readonly name: string
        /** Not there for packers. */
        readonly ownerOnly?: boolean
      }[]
    }
  | { readonly kind: 'text' | 'day' | 'yen' | 'flag' }
)

/** What the address of a list is read by: its columns that sort, and its filters. */
export interface ListToRead<Sort extends string, Key extends string> {
  readonly columns: readonly (
    | { readonly key: string; readonly sorts?: undefined }
    | {
        readonly key: Sort
        /** The direction of the first press. */
        readonly sorts: SortDirection
        readonly ownerOnly?: boolean
      }
  )[]
  readonly filters: readonly ListFilter<Key>[]
}

export const pageSizes = [50, 100] as const

/** Acts of several take no more at once. */
export const mostMarked = 100

/** Names that a person gives to addresses of one list (N134). */
export const mostViews = 8
/** In characters. */
export const longestViewName = 20

/** A name for an address of a list with its filters. */
export interface OwnView {
  readonly id: string
  readonly name: string
  readonly to: string
  /** What the list shows. */
  readonly isCurrent: boolean
}

/** Those of the person who looks at a list. */
export interface OwnViewsHere {
  /** The path of the list. */
  readonly list: string
  /** What of its address can be named; null for nothing. */
  readonly search: string | null
  readonly views: readonly OwnView[]
}

export interface ListAsked<Sort extends string = string, Key extends string = string> {
  /** Null for the list's own order. */
  readonly sort: Sort | null
  readonly direction: SortDirection
  readonly size: (typeof pageSizes)[number]
  /** From 1. */
  readonly page: number
  /** Those that narrow it, as they stand in the address: days as 2026-11-23, sums as digits, flags as '1'. */
  readonly filters: Readonly<Partial<Record<Key, string>>>
  /** Names of filters with a value that there is not, which were left out (P24). */
  readonly unknown: readonly string[]
}

const highestYen = 99_999_999

/** Those of a list's filters and choices that this person has. */
export const filtersFor = <Key extends string>(
  filters: readonly ListFilter<Key>[],
  isOwner: boolean,
): readonly ListFilter<Key>[] =>
  filters.flatMap((filter) => {
    if (isOwner) return filter
    if (filter.ownerOnly) return []
    return filter.kind === 'choice'
      ? { ...filter, choices: filter.choices.filter(({ ownerOnly }) => !ownerOnly) }
      : filter
  })

/** A filter's value in one spelling; null for what it does not know. */
const filterValue = (filter: ListFilter, typed: string): string | null => {
  if (filter.kind === 'choice') return filter.choices.some(({ value }) => value === typed) ? typed : null
  if (filter.kind === 'text') return typed.replaceAll('\0', '').slice(0, longestSearch)
  if (filter.kind === 'flag') return typed === '1' ? '1' : null
  if (filter.kind === 'day')
    return /^\d{4}-\d{2}-\d{2}$/.test(typed) && parseDate(typed) !== null ? typed : null
  const yen = typed.normalize('NFKC').replace(/[,円¥\s]/g, '')
  return /^\d{1,8}$/.test(yen) && Number(yen) <= highestYen ? String(Number(yen)) : null
}

/** What an address asks of a list, as far as this person may ask it; an impossible value is as if it were not there (P24). */
export const readListAddress = <Sort extends string, Key extends string>(
  list: ListToRead<Sort, Key>,
  asked: Pick<URLSearchParams, 'get'>,
  isOwner: boolean,
): ListAsked<Sort, Key> => {
  const column = list.columns.find(
    (each) => each.sorts !== undefined && each.key === asked.get('sort') && (isOwner || !each.ownerOnly),
  )
  const sorted = column?.sorts === undefined ? null : column
  const direction = asked.get('dir')
  const page = asked.get('page') ?? ''
  const filters: Partial<Record<Key, string>> = {}
  const unknown: string[] = []
  for (const filter of filtersFor(list.filters, isOwner)) {
    const typed = asked.get(filter.key)?.trim() ?? ''
    if (typed === '') continue
    const value = filterValue(filter, typed)
    if (value === null) unknown.push(filter.name)
    else if (value !== '') filters[filter.key] = value
  }
  return {
    sort: sorted?.key ?? null,
    direction: direction === 'asc' || direction === 'desc' ? direction : (sorted?.sorts ?? 'asc'),
    size: pageSizes.find((size) => String(size) === asked.get('size')) ?? pageSizes[0],
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
    filters,
    unknown,
  }
}

/** The address of what was asked, without defaults (P7), with what is changed; another order or filter begins at its first page. */
export const listAddress = (
  { sort, direction, size, page, filters }: ListAsked,
  changes: Partial<Pick<ListAsked, 'sort' | 'direction' | 'size' | 'page' | 'filters'>> = {},
): readonly (readonly [string, string])[] => {
  const asked = { sort, direction, size, page: 1, filters, ...changes }
  const staysOnPage = Object.keys(changes).length === 0 ? page : asked.page
  return [
    ...Object.entries(asked.filters),
    ...(asked.sort === null ? [] : [['sort', asked.sort] as const, ['dir', asked.direction] as const]),
    ...(asked.size === pageSizes[0] ? [] : [['size', String(asked.size)] as const]),
    ...(staysOnPage === 1 ? [] : [['page', String(staysOnPage)] as const]),
  ].flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

/** A marked row as a form sends it: its key and the version that she saw. */
export interface Marked {
  readonly key: string
  /** -1, which no row has, where none was sent. */
  readonly version: number
}

/** `K7P4-9WXD~3`, for the value of a mark. */
export const markOf = (key: string, version: number | undefined): string =>
  version === undefined ? key : `${key}~${version}`

/** The marks of a form or an address, each row once; `null` for more than an act takes. */
export const marksOf = (
  sent: Pick<FormData | URLSearchParams, 'getAll'>,
  name: string,
): readonly Marked[] | null => {
  const marked = new Map<string, Marked>()
  for (const value of sent.getAll(name).slice(0, mostMarked * 10)) {
    if (typeof value !== 'string') continue
    const [, key = '', version = '-1'] = /^(.*?)(?:~(\d{1,15}))?$/s.exec(value.replaceAll('\0', '')) ?? []
    if (key !== '') marked.set(key, { key, version: Number(version) })
  }
  return marked.size > mostMarked ? null : [...marked.values()]
}

/** One page of what was found, the nearest one (P24); `pages` is at least 1. */
export const pageOf = <T>(
  all: readonly T[],
  { page, size }: { readonly page: number; readonly size: number },
): { readonly rows: readonly T[]; readonly page: number; readonly pages: number } => {
  const pages = Math.max(1, Math.ceil(all.length / size))
  const at = Math.min(page, pages)
  return { rows: all.slice((at - 1) * size, at * size), page: at, pages }
}

/** By a key of each row, which says nothing of empty ones: those stand last in both directions. Equal ones keep their order (R25). */
export const sortedBy = <T>(
  rows: readonly T[],
  keyOf: (row: T) => string | number | null,
  direction: SortDirection,
): readonly T[] => {
  const sign = direction === 'asc' ? 1 : -1
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort(({ key: a }, { key: b }) => {
      const [isNone, isOtherNone] = [a === null || a === '', b === null || b === '']
      if (isNone || isOtherNone) return Number(isNone) - Number(isOtherNone)
      if (a === b) return 0
      return (a ?? '') < (b ?? '') ? -sign : sign
    })
    .map(({ row }) => row)
}
