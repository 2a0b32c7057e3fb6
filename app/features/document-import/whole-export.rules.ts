import { fieldsOf, isRecord } from '~/kernel/json.ts'

interface Found {
  readonly path: unknown
  readonly data: unknown
  readonly place: string
}

/** For a list of `{path, data}`. */
export function* listed(rows: readonly unknown[]): Generator<Found> {
  for (const [at, row] of rows.entries()) {
    const { path, data } = fieldsOf(row)
    yield { path, data, place: `${at + 1}件目` }
  }
}

/** Collections by name, documents by id, subcollections under `__collections__`. */
export function* nested(collections: Readonly<Record<string, unknown>>, start: string): Generator<Found> {
  const inside = isRecord(collections.__collections__) ? collections.__collections__ : collections
  for (const [name, documents] of Object.entries(inside))
    for (const [id, whole] of Object.entries(fieldsOf(documents))) {
      const { __collections__: below, ...data } = fieldsOf(whole)
      const path = `${start}${name}/${id}`
      yield { path, data: isRecord(whole) ? data : whole, place: path }
      if (isRecord(below)) yield* nested(below, `${path}/`)
    }
}
