import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { BitSet } from '~/kernel/bit-set.ts'
import { yen } from '~/kernel/money.ts'
import type { CountedSearch } from '~/kernel/search-text.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { Facets } from './facets.rules.ts'
import { allFabrics } from './listing.rules.ts'
import {
  type ListedFabric,
  type NarrowableFabrics,
  type NarrowedFabrics,
  narrowable,
  narrowedFabrics,
} from './narrowing.rules.ts'
import { facetsIn, normalisedProduct, readFromStart, readOfDescription } from './normalised.rules.ts'
import { shownFabrics, showsFeed, suspended } from './queries.server.ts'
import { numberKey } from './rules.ts'
import { type FilterNames, filterNames, namesInOrder, plainTitle } from './search.rules.ts'

/** With its number and title as search compares them. */
interface SearchedFabric extends ListedFabric {
  readonly plainNumber: string
  readonly plainTitle: string
}

export interface ListedFabrics extends NarrowableFabrics<SearchedFabric> {
  readonly filter: FilterNames
  /** All names, sorted once, when they are first asked for. */
  readonly names: () => readonly string[]
  /** Their search documents by ascending id, each with the place of its fabric. */
  readonly documents: ReadonlyArray<{ readonly id: number; readonly place: number }>
  /** Places of fabrics by the keys of their numbers. */
  readonly places: ReadonlyMap<string, readonly number[]>
  /** What was counted for whom this list has nothing, by what was counted (W70). */
  readonly counted: Map<string, CountedBeside>
  /** What searches have found in this list. */
  readonly known: Map<string, BitSet>
  /** All of them as their list begins, for a page size: counted once, however many searches find nothing. */
  readonly whole: (pageSize: number) => NarrowedFabrics<SearchedFabric>
}

export interface CountedBeside {
  /** Epoch ms. */
  readonly at: number
  readonly words: readonly string[]
  readonly counts: Promise<readonly CountedSearch[]>
}

/** Whether what is stored was read from the texts that the row has now; false also when nothing is. */
export const isNormalised = sql<number>`case when read_from = ${readFromStart} || name || ${'\n'}
  || substr(description, 1, ${sql.lit(readOfDescription)}) then 1 else 0 end`

interface Read {
  /** Epoch ms. */
  readonly updatedAt: number
  readonly documentId: number | null
  readonly fabric: SearchedFabric
}

/**
 * Reads all published fabrics in the owner's order, each time as they are now. Rows that have not changed since the last call are not read
 * again, and as long as nothing has changed it gives the same object (W35).
 */
export const createListedFabrics = (db: Kysely<Schema>): (() => Promise<ListedFabrics>) => {
  let last: { readonly stamp: string; readonly list: ListedFabrics } | undefined
  let known: ReadonlyMap<string, Read> = new Map()
  return async () => {
    const listed = await listedNow(db)
    const stopped = await stoppedNow(db)
    const stamp = `${listed}\n\n${stopped}`
    if (last?.stamp === stamp) return last.list
    const lines = linesOf(listed).map((line) => {
      const end = line.indexOf(' ')
      return { updatedAt: Number(line.slice(0, end)), number: line.slice(end + 1) }
    })
    const before = known
    const isKnown = ({ number, updatedAt }: (typeof lines)[number]) =>
      before.get(number)?.updatedAt === updatedAt
    const read = await readFabrics(
      db,
      lines.filter((line) => !isKnown(line)).map(({ number }) => number),
    )
    const now = new Map<string, Read>()
    for (const { number } of lines) {
      const one = read.get(number) ?? before.get(number)
      if (one !== undefined) now.set(number, one)
    }
    const none = new Set(linesOf(stopped))
    const fabrics = [...now.values()].map(({ fabric }) =>
      none.has(fabric.number) ? { ...fabric, suspended: true as const } : fabric,
    )
    const documents = [...now.values()]
      .flatMap(({ documentId }, place) => (documentId === null ? [] : [{ id: documentId, place }]))
      .sort((a, b) => a.id - b.id)
    const inBits = narrowable(fabrics)
    const list = {
      ...inBits,
      filter: filterNames(fabrics),
      names: sortedOnce(fabrics),
      documents,
      places: placesOf(fabrics),
      counted: new Map<string, CountedBeside>(),
      known: new Map<string, BitSet>(),
      whole: wholeOnce(inBits),
    }
    known = now
    last = { stamp, list }
    return list
  }
}

const placesOf = (fabrics: readonly SearchedFabric[]) => {
  const places = new Map<string, number[]>()
  for (const [place, { number }] of fabrics.entries()) {
    const key = numberKey(number)
    places.set(key, [...(places.get(key) ?? []), place])
  }
  return places
}

const sortedOnce = (fabrics: readonly ListedFabric[]): (() => readonly string[]) => {
  let sorted: readonly string[] | undefined
  return () => {
    sorted ??= namesInOrder(fabrics)
    return sorted
  }
}

const wholeOnce = (fabrics: NarrowableFabrics<SearchedFabric>): ListedFabrics['whole'] => {
  let last: { readonly pageSize: number; readonly list: NarrowedFabrics<SearchedFabric> } | undefined
  return (pageSize) => {
    if (last?.pageSize !== pageSize)
      last = { pageSize, list: narrowedFabrics(fabrics, allFabrics(pageSize), null, pageSize) }
    return last.list
  }
}

export const listedFabrics = (db: Kysely<Schema>): Promise<ListedFabrics> => createListedFabrics(db)()

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

/** A line for each, in the owner's order: when it was changed, and its number. */
const listedNow = async (db: Kysely<Schema>): Promise<string> => {
  const { lines } = await shownFabrics(db, await showsFeed(db))
    .select(
      sql<
        string | null
      >`string_agg(cast(updated_at as text) || ' ' || number, ${'\n'} order by position, number)`.as('lines'),
    )
    .executeTakeFirstOrThrow()
  return lines ?? ''
}

/** Numbers that are closed or sold out. */
const stoppedNow = async (db: Kysely<Schema>): Promise<string> => {
  const soldOut = db.selectFrom('stock').select('number').where('mostUnits', '=', 0)
  const { lines } = await db
    .selectFrom(suspended(db).union(soldOut).as('stopped'))
    .select(sql<string | null>`string_agg(stopped.number, ${'\n'} order by stopped.number)`.as('lines'))
    .executeTakeFirstOrThrow()
  return lines ?? ''
}

/** Pages are answered between its portions. */
const readFabrics = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Read>> => {
  const read = new Map<string, Read>()
  const facetsOf = new Map<string, Facets>()
  for (const some of inChunks(numbers)) {
    const rows = await db
      .selectFrom('product')
      .leftJoin('searchDocument', (join) =>
        join.onRef('searchDocument.key', '=', 'product.number').on('searchDocument.indexName', '=', 'fabric'),
      )
      .select('searchDocument.id as documentId')
      .select(['number', 'name', 'reading', 'price', 'createdAt', 'updatedAt'])
      .select(['plainNumber', 'plainName', 'facets', 'facetWords', isNormalised.as('isNormalised')])
      .select(
        sql<string>`case when ${isNormalised} = 1 then '' else substr(description, 1, ${sql.lit(2 * readOfDescription)}) end`.as(
          'description',
        ),
      )
      .where('number', 'in', some)
      .execute()
    for (const { updatedAt, documentId, description, price, isNormalised, ...row } of rows) {
      const normal = isNormalised === 1 ? row : normalisedProduct({ ...row, type: 'fabric', description })
      const lines = normal.facets ?? ''
      const facets = facetsOf.get(lines) ?? facetsIn(lines)
      facetsOf.set(lines, facets)
      const plainNumber = normal.plainNumber ?? ''
      const plainName = normal.plainName ?? ''
      read.set(row.number, {
        updatedAt,
        documentId,
        fabric: {
          number: row.number,
          name: row.name,
          reading: row.reading,
          price: price === null ? null : yen(price),
          createdAt: row.createdAt,
          plainNumber,
          plainName,
          plainTitle: plainTitle(row, { plainNumber, plainName }),
          facetWords: normal.facetWords ?? '',
          ...facets,
        },
      })
    }
    await setImmediate()
  }
  return read
}
