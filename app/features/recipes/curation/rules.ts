import { href } from '~/href.ts'
import { fieldOf } from '~/kernel/form.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { searchText } from '~/kernel/search-text.ts'
import { codePointLength, isVisible, nfkc, oneLine, withLineEnds } from '~/kernel/text.ts'

/** `image` may be empty. */
export interface Curated {
  readonly id: string
  readonly name: string
  readonly image: string
}

/** Shown only when the list cannot be read (A23). */
export const builtInKeywords: readonly Curated[] = [
  { id: 'bag', name: 'バッグ', image: '' },
  { id: 'cushion', name: 'クッション', image: '' },
  { id: 'kids', name: 'キッズ', image: '' },
  { id: 'cotton', name: 'コットン', image: '' },
]

/** As `builtInKeywords`; searches understand their ids. */
export const builtInSituations: readonly Curated[] = [
  { id: 'elementary-school', name: '小学校', image: '' },
  { id: 'kindergarten', name: '幼稚園', image: '' },
  { id: 'grandparents', name: 'おじいちゃん・おばあちゃん', image: '' },
  { id: 'gift', name: 'ギフト', image: '' },
]

export const curatedLists = ['keywords', 'situations'] as const
export type CuratedList = (typeof curatedLists)[number]

/** Per list, and per situation. */
export const mostItems = 50
export const mostTags = 30

/** In code points; a tag is no longer than a recipe's. */
export const longestItemName = 30
export const longestTag = 20

export interface EditedItem extends Curated {
  /** From 1. */
  readonly place: number
  /** Version of name, picture and tags, not of the place. */
  readonly updatedAt: number
  /** As typed; only for situations (R22). */
  readonly tags: readonly string[]
}

export type ItemInput = Pick<EditedItem, 'name' | 'image' | 'tags'>

export type ItemNameFault = 'name_missing' | 'name_too_long' | 'name_without_word'

/** A name without any word would find nothing. */
export const readItemName = (typed: string): Result<string, ItemNameFault> => {
  const name = oneLine(nfkc(typed)).replaceAll(/\s+/g, ' ')
  if (!isVisible(name)) return refused('name_missing')
  if (codePointLength(name) > longestItemName) return refused('name_too_long')
  return searchText(name) === '' ? refused('name_without_word') : ok(name)
}

/** Full-width digits too; null for an empty field, undefined if it is no number. */
export const readPlace = (typed: string): number | null | undefined => {
  const text = nfkc(typed).trim()
  if (text === '') return null
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined
}

/** Moves `id` to `place` (from 1) or the nearest possible; the others keep their order (A22). */
export const placedAt = (ids: readonly string[], id: string, place: number): readonly string[] => {
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(Math.min(Math.max(place, 1), ids.length + 1) - 1, 0, id)
}

/** Swaps `id` with its neighbour; null if there is none on that side (A22). */
export const movedBy = (ids: readonly string[], id: string, by: -1 | 1): readonly string[] | null => {
  const to = ids.indexOf(id) + by
  return to < 0 || to >= ids.length ? null : placedAt(ids, id, to + 1)
}

export const typedFields = ['name', 'image', 'tags', 'place'] as const
export type TypedItem = Readonly<Record<(typeof typedFields)[number], string>>
export type ItemErrors = Readonly<Partial<Record<(typeof typedFields)[number], string>>>

export const typedItemIn = (form: FormData): TypedItem => {
  const text = (name: string) => withLineEnds(fieldOf(form, name))
  return { name: text('name'), image: text('image'), tags: text('tags'), place: text('place') }
}

export const typedItem = (item: EditedItem | null): TypedItem => ({
  name: item?.name ?? '',
  image: item?.image ?? '',
  tags: (item?.tags ?? []).join('、'),
  place: item === null ? '' : String(item.place),
})

export const isSameItem = (a: TypedItem, b: TypedItem): boolean =>
  typedFields.every((field) => a[field] === b[field])

export type ItemFailure =
  | 'faults'
  | 'notSignedIn'
  | 'changedMeanwhile'
  | 'gone'
  | 'notSaved'
  | 'first'
  | 'last'
  | 'notMoved'
  | 'movedMeanwhile'
  | 'changedBeforeDeletion'
  | 'notDeleted'

export interface ItemAnswer {
  readonly list: CuratedList
  readonly id: string
  readonly isNew: boolean
  readonly basedOn: number
  readonly typed: TypedItem
  readonly errors: ItemErrors
  readonly failure: ItemFailure
  /** The stored name, or the typed one. */
  readonly name: string
  /** The other save's version, which may be overwritten (R18); null for other failures. */
  readonly newer: number | null
}

export interface ItemRefusal {
  readonly list: CuratedList
  readonly id: string
  readonly name: string
  readonly failure: ItemFailure
}

/** For an unexpected error. */
export const failedAnswer = (list: CuratedList, form: FormData): ItemAnswer | ItemRefusal => {
  const text = (name: string) => fieldOf(form, name)
  const about = { list, id: text('id'), name: text('name') }
  if (text('intent') !== 'save')
    return { ...about, failure: text('intent') === 'move' ? 'notMoved' : 'notDeleted' }
  return {
    ...about,
    isNew: text('isNew') === '1',
    basedOn: Number(text('basedOn')),
    typed: typedItemIn(form),
    errors: {},
    failure: 'notSaved',
    newer: null,
  }
}

export type CurationDone = 'up' | 'down' | 'placed' | 'saved' | 'deleted'

export interface CurationView {
  readonly list: CuratedList
  /** The item whose form is open, or `new`. */
  readonly edit?: string
  readonly remove?: string
  /** The last act; `item` is its item, or the neighbour of a deleted one. */
  readonly done?: CurationDone
  readonly item?: string
}

const longestId = 64

export const curationView = (search: URLSearchParams): CurationView => {
  const id = (name: string) => (search.get(name) ?? '').slice(0, longestId)
  const [edit, remove, item] = [id('edit'), id('remove'), id('item')]
  const done = (['up', 'down', 'placed', 'saved', 'deleted'] as const).find(
    (each) => each === search.get('done'),
  )
  return {
    list: curatedLists.find((each) => each === search.get('tab')) ?? 'keywords',
    ...(edit === '' ? {} : { edit }),
    ...(edit !== '' || remove === '' ? {} : { remove }),
    ...(done === undefined ? {} : { done, item }),
  }
}

export const curationPath = ({ list, ...rest }: CurationView): string =>
  href('/gallery/admin', { tab: list === 'keywords' ? undefined : list, ...rest })
