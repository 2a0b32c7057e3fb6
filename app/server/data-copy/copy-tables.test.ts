import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { rebuildSearch } from '~/brought-by-features.server.ts'
import { plainTerms } from '~/kernel/search-text.ts'
import { postgresPlaces, sqlitePlaces } from '../../../tests/support/database-places.ts'
import { fillShop } from '../../../tests/support/filled-shop.ts'
import { migrated } from '../../../tests/support/migrated.ts'
import { openDatabase } from '../database/open-database.ts'
import { withinSnapshot } from '../database/snapshot.ts'
import { documentsWith, keysWith } from '../search/search-index.ts'
import { checkCopy, copyTables, countDatabase, differingTables } from './copy-tables.ts'
import { parentsFirst } from './table-shapes.ts'

const places = { sqlite: sqlitePlaces(), postgres: postgresPlaces() }
afterAll(async () => {
  await places.sqlite.clear()
  await places.postgres.clear()
})

const open = async (engine: 'sqlite' | 'postgres', state: 'empty' | 'migrated') => {
  const settings = await places[engine].empty()
  const database = await openDatabase(state === 'migrated' ? await migrated(settings) : settings)
  onTestFinished(() => database.close())
  return database
}

const copy = async (
  from: Awaited<ReturnType<typeof open>>,
  to: Awaited<ReturnType<typeof open>>,
  steps: Parameters<typeof copyTables>[2] = {},
) =>
  withinSnapshot(from.db, (source) =>
    to.db.transaction().execute(async (trx) => {
      const copied = await copyTables(source, trx, steps)
      await rebuildSearch(trx)
      await checkCopy(trx, copied)
      return copied
    }),
  )

describe.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
  ['sqlite', 'sqlite'],
  ['postgres', 'postgres'],
] as const)('a copy from %s to %s', (one, other) => {
  test('D31: holds every row and finds what the original finds', async () => {
    const from = await open(one, 'migrated')
    await fillShop(from.db)
    const to = await open(other, 'empty')
    const copied = await copy(from, to)
    expect(copied.orders?.rows).toBe(3)
    expect(copied.search_document?.rows).toBe(4)
    const counts = await Promise.all([from, to].map(({ db }) => withinSnapshot(db, countDatabase)))
    expect(counts[1]).toEqual(counts[0])
    expect(counts[0]).toEqual(copied)
    const products = await Promise.all(
      [from, to].map(({ db }) => keysWith(db, 'fabric', plainTerms('リネン').exact, 'anywhere').execute()),
    )
    expect(products[1]?.length).toBeGreaterThan(0)
    expect(products[1]).toEqual(products[0])
    for (const words of ['きんちゃく', '入園', '糸井']) {
      const found = await Promise.all(
        [from, to].map(({ db }) => documentsWith(db, plainTerms(words).exact, 'anywhere').execute()),
      )
      expect(found[1]?.length, words).toBeGreaterThan(0)
      expect(found[1]?.map(({ documentId }) => documentId).toSorted()).toEqual(
        found[0]?.map(({ documentId }) => documentId).toSorted(),
      )
    }
  })
})

test('D31: a copy that is stopped or ends in a fault leaves nothing behind', async () => {
  const from = await open('sqlite', 'migrated')
  await fillShop(from.db)
  for (const engine of ['sqlite', 'postgres'] as const) {
    const to = await open(engine, 'empty')
    const stop = new AbortController()
    await expect(
      copy(from, to, { signal: stop.signal, onRows: (table) => table === 'orders' && stop.abort() }),
    ).rejects.toThrow(/abort/)
    expect(await withinSnapshot(to.db, countDatabase)).toEqual({})
  }
})

test('D31: a row that is missing, more or another one is told by its table', async () => {
  const { db } = await open('sqlite', 'migrated')
  await fillShop(db)
  const before = await countDatabase(db)
  await db.updateTable('orders').set({ total: 1_001, subtotal: 1_001 }).where('id', '=', 'paid-1').execute()
  await db.deleteFrom('recipeLike').where('recipeId', '=', 'recipe-0').execute()
  expect(differingTables(before, await countDatabase(db)).toSorted()).toEqual(['orders', 'recipe_like'])
  await expect(checkCopy(db, before)).rejects.toThrow(/differs in .*orders/)
})

test('D31: tables are filled after those that they refer to, and a circle is told', () => {
  const parents = new Map([
    ['a', ['b', 'a']],
    ['b', ['c']],
  ])
  expect(parentsFirst(['a', 'b', 'c'], parents)).toEqual(['c', 'b', 'a'])
  expect(() => parentsFirst(['a', 'b'], new Map([...parents, ['b', ['a']]]))).toThrow(/circle: a, b/)
})

test('D31: new documents of a copy on PostgreSQL get ids that none has', async () => {
  const from = await open('sqlite', 'migrated')
  await fillShop(from.db)
  const to = await open('postgres', 'empty')
  await copy(from, to)
  await to.db
    .insertInto('searchDocument')
    .values({ indexName: 'fabric', key: 'new', title: '', body: '', tokens: '' } as never)
    .execute()
})
