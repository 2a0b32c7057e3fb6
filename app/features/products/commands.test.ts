import { expect, test } from 'vitest'
import { type OpenForTest, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import type { NewProduct } from './columns.queries.server.ts'
import { putProducts } from './commands.server.ts'
import { sellableProducts } from './queries.server.ts'

const put = async ({ db }: Awaited<ReturnType<OpenForTest>>, products: readonly NewProduct[], now = 1_000) =>
  db.transaction().execute((trx) => putProducts(trx, now, products))

onBothEngines('products', (open) => {
  test('are stored, overwritten by number, and keep the time they came', async () => {
    const database = await open()
    await put(database, [fabricForTests({ number: 'A-1', priceText: '330円' })], 1_000)
    await put(database, [fabricForTests({ number: 'A-1', name: '麻の葉', priceText: '440' })], 2_000)

    const rows = await database.db.selectFrom('product').selectAll().execute()
    expect(rows).toMatchObject([
      { number: 'A-1', name: '麻の葉', price: 440, priceText: '440', createdAt: 1_000, updatedAt: 2_000 },
    ])
  })

  test('P1: only published ones are sellable, fabrics and kits alike', async () => {
    const database = await open()
    await put(database, [
      fabricForTests({ number: 'A-1' }),
      fabricForTests({ number: 'A-2', status: '非公開' }),
      fabricForTests({ number: 'K-1', type: 'kit', priceText: '1,500円' }),
    ])

    const found = await sellableProducts(database.db, ['A-1', 'A-2', 'K-1', 'unknown'])
    expect([...found.keys()].sort()).toEqual(['A-1', 'K-1'])
    expect(found.get('K-1')).toEqual({
      number: 'K-1',
      type: 'kit',
      name: '生地 K-1',
      description: '綿100%',
      price: 1_500,
      imageUrl: '/Image/cloth.svg',
    })
    expect(await sellableProducts(database.db, [])).toEqual(new Map())
  })

  test('C9: a price that is not certain is null, and only a kit may cost nothing (C5)', async () => {
    const database = await open()
    await put(database, [
      fabricForTests({ number: 'A-1', priceText: '500円〜800円' }),
      fabricForTests({ number: 'A-2', priceText: '１，２００円' }),
      fabricForTests({ number: 'A-3', priceText: '0' }),
      fabricForTests({ number: 'K-1', type: 'kit', priceText: '0円' }),
    ])

    const found = await sellableProducts(database.db, ['A-1', 'A-2', 'A-3', 'K-1'])
    expect([...found].map(([number, { price }]) => [number, price]).sort()).toEqual([
      ['A-1', null],
      ['A-2', 1_200],
      ['A-3', null],
      ['K-1', 0],
    ])
  })

  test('S2: nothing can be called shipping', async () => {
    const database = await open()
    for (const number of ['shipping', 'Shipping', ' ', '', 'A\u0000']) {
      const result = await put(database, [fabricForTests({ number: 'A-1' }), fabricForTests({ number })])
      expect(result).toEqual({ ok: false, error: { number, reason: 'not a number' } })
    }
    expect(await sellableProducts(database.db, ['A-1', 'shipping'])).toEqual(new Map())
  })

  test('C13: a kit cannot take the number of a fabric, and no number is taken twice', async () => {
    const database = await open()
    await put(database, [fabricForTests({ number: 'A-1' })])
    const kit = fabricForTests({ number: 'A-1', type: 'kit' })

    expect(await put(database, [fabricForTests({ number: 'A-2' }), kit])).toEqual({
      ok: false,
      error: { number: 'A-1', reason: 'taken by the other type' },
    })
    expect(await put(database, [kit, kit])).toEqual({
      ok: false,
      error: { number: 'A-1', reason: 'given twice' },
    })
    expect((await sellableProducts(database.db, ['A-1', 'A-2'])).get('A-1')?.type).toBe('fabric')
  })
})
