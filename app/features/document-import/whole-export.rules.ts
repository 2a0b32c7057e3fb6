import { fieldsOf, isRecord } from '~/kernel/json.ts'
import { knownCollections } from './rules.ts'

interface Found {
  readonly path: unknown
  readonly data: unknown
  readonly place: string
}

/** An export may lie within so many records of its exporter. */
const deepestWrapper = 4

/** The documents of one JSON: a list of `{path, data}`, or collections by name, within whatever an exporter put around them. */
export function* documentsOfWhole(whole: unknown): Generator<Found> {
  const { found, beside } = unwrapped(whole)
  // What lies beside is told like a document of a kind that the shop does not have.
  for (const [name, data] of beside) yield { path: name, data: isRecord(data) ? data : {}, place: name }
  if (Array.isArray(found)) yield* listed(found)
  else yield* nested(fieldsOf(found), '')
}

type Part = readonly [string, unknown]

/** A record within the wrappers around it. */
interface Wrapped {
  readonly found: unknown
  /** Its siblings with itself, and the wrapper; both undefined for the whole. */
  readonly among?: readonly Part[]
  readonly within?: Wrapped
}

interface Unwrapped {
  readonly found: unknown
  readonly beside: readonly Part[]
}

/** The siblings of it and of each wrapper, the outermost first. */
const besideOf = ({ found, among = [], within }: Wrapped): Part[] => [
  ...(within === undefined ? [] : besideOf(within)),
  ...among.filter(([, part]) => part !== found),
]

const isExport = (value: unknown): boolean =>
  Array.isArray(value)
    ? typeof fieldsOf(value[0]).path === 'string'
    : isRecord(value) && Object.keys(inside(value)).some((name) => knownCollections.has(name))

const inside = (value: Readonly<Record<string, unknown>>) =>
  isRecord(value.__collections__) ? value.__collections__ : value

/** The first export, the outermost first, and lists or records beside it; the whole where there is none. */
const unwrapped = (whole: unknown): Unwrapped => {
  let level: readonly Wrapped[] = [{ found: whole }]
  for (let depth = 0; depth <= deepestWrapper; depth += 1) {
    const there = level.find(({ found }) => isExport(found))
    if (there !== undefined) return { found: there.found, beside: besideOf(there) }
    level = level.flatMap((within) => {
      const { found } = within
      const among = isRecord(found)
        ? Object.entries(found).filter(([, part]) => typeof part === 'object')
        : []
      return among.map(([, part]) => ({ found: part, among, within }))
    })
  }
  return { found: whole, beside: [] }
}

function* listed(rows: readonly unknown[]): Generator<Found> {
  for (const [at, row] of rows.entries()) {
    const { path, data } = fieldsOf(row)
    yield { path, data, place: `${at + 1}件目` }
  }
}

/** Collections by name, their documents by id or as a list whose items name it, subcollections under `__collections__`. */
function* nested(collections: Readonly<Record<string, unknown>>, start: string): Generator<Found> {
  for (const [name, documents] of Object.entries(inside(collections)))
    for (const [id, whole] of documentsIn(documents)) {
      const { __collections__: below, ...data } = fieldsOf(whole)
      const place = `${start}${name}/${id}`
      yield { path: id === '' ? undefined : place, data: isRecord(whole) ? data : whole, place }
      if (isRecord(below)) yield* nested(below, `${place}/`)
    }
}

const documentsIn = (documents: unknown): readonly (readonly [string, unknown])[] =>
  Array.isArray(documents)
    ? documents.map((each): readonly [string, unknown] => {
        const { id, _id, uid } = fieldsOf(each)
        return [String(id ?? _id ?? uid ?? ''), each]
      })
    : Object.entries(fieldsOf(documents))
