import { CompiledQuery, type Insertable } from 'kysely'
import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { soldUnits } from '~/features/stock/sold.queries.server.ts'
import { engineOf } from '~/server/database/engine.ts'
import type { OrdersTable } from '../../../../db/schema.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { countForTests } from '../../../../tests/support/stock-for-tests.ts'
import { listedProducts } from './list.queries.server.ts'
import { everyProduct, type ProductsAsked } from './list.rules.ts'

const day = 24 * 60 * 60_000

onBothEngines('the list of products', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const put = (...products: Parameters<typeof fabricForTests>[0][]) =>
      db.transaction().execute((trx) =>
        putProducts(
          trx,
          1,
          products.map((product, position) => fabricForTests({ position, ...product })),
        ),
      )
    const list = (of: Partial<ProductsAsked> = {}, demo = false) =>
      listedProducts(db, { ...everyProduct, ...of }, { now: ctx.now(), demo })
    const numbers = async (of: Partial<ProductsAsked> = {}) =>
      (await list(of)).rows.map(({ number }) => number)
    const sell = async (
      id: string,
      lines: Readonly<Record<string, number>>,
      order: Partial<Insertable<OrdersTable>> = {},
    ) => {
      await db
        .insertInto('orders')
        .values(orderRowForTests(id, { paidAt: ctx.now() - day, ...order }))
        .execute()
      for (const [position, [number, quantity]] of Object.entries(lines).entries())
        await db
          .insertInto('orderLine')
          .values({
            ...{ orderId: id, position, number, quantity, type: 'fabric', name: '布', description: '' },
            ...{ unitPrice: 100, free: 0, imageUrl: null, picture: null },
          })
          .execute()
    }
    return { db, ctx, put, list, numbers, sell }
  }

  const kit = { level: 'beginner', fabricSize: '', fabricNumbers: '', createdAt: null } as const

  test('N129: each row tells colour, material, longest piece, what is left, what was sold and when it changed', async () => {
    const { ctx, put, list, sell } = await start()
    await put(
      { number: 'F-1', description: '【藍】綿100%、巾110cm。' },
      { number: 'F-2', status: '下書き', imageUrl: '' },
    )
    await countForTests(ctx, 'F-1', [7, 4])
    await sell('one', { 'F-1': 3 })
    const { rows, total } = await list()
    expect(total).toBe(2)
    expect(rows).toMatchObject([
      {
        ...{ number: 'F-1', colour: '藍', material: '綿100%', price: 330, status: '公開中' },
        ...{ longest: 7, total: 11, sold: 3, changedAt: 1, soldOut: false },
      },
      { number: 'F-2', longest: null, total: null, sold: 0, status: '下書き', stockVersion: 0 },
    ])
    expect(rows[0]?.stockVersion).toBeGreaterThan(0)
  })

  test('N129: sold are the units of orders paid within 30 days, neither cancelled nor of practice nor in review', async () => {
    const { db, ctx, put, list, sell } = await start()
    await put({ number: 'F-1' }, { number: 'F-2' })
    const now = ctx.now()
    await sell('today', { 'F-1': 1, 'F-2': 2 })
    await sell('week', { 'F-1': 10 }, { paidAt: now - 7 * day })
    await sell('before the week', { 'F-1': 100 }, { paidAt: now - 7 * day - 1 })
    await sell('month', { 'F-1': 1_000 }, { paidAt: now - 30 * day })
    await sell('before', { 'F-1': 10_000 }, { paidAt: now - 30 * day - 1 })
    await sell('cancelled', { 'F-1': 20_000 }, { cancelledAt: now })
    await sell('practice', { 'F-1': 30_000 }, { practice: 1 })
    await sell('reviewed', { 'F-1': 40_000 }, { state: 'needs_review' })
    expect((await list()).rows.map(({ sold }) => sold)).toEqual([1_111, 2])
    expect((await list({}, true)).rows.map(({ sold }) => sold)).toEqual([30_000, 0])
    const rows = await soldUnits(db, { now, demo: false }).orderBy('orderLine.number').execute()
    expect(rows.map(({ inWeek, inMonth }) => [Number(inWeek), Number(inMonth)])).toEqual([
      [11, 1_111],
      [2, 2],
    ])
  })

  test('N129, M16: a unit that was exchanged is sold as what the order holds now', async () => {
    const { db, put, list, sell } = await start()
    await put({ number: 'F-1' }, { number: 'F-2' }, { number: 'F-3' })
    await sell('one', { 'F-1': 5 })
    const exchange = (
      position: number,
      fromPosition: number,
      number: string,
      units: number,
      undoneAt: number | null = null,
    ) =>
      db
        .insertInto('orderExchange')
        .values({
          ...{ id: `x ${position}`, requestId: `x ${position}`, orderId: 'one', position, fromPosition },
          ...{ units, number, type: 'fabric', name: '布', description: '', unitPrice: 100 },
          ...{ imageUrl: null, picture: null, refundId: null, exchangedAt: 1, exchangedBy: '' },
          ...{ undoneAt, undoneBy: null },
        })
        .execute()
    await exchange(1, 0, 'F-2', 3)
    await exchange(2, 1, 'F-3', 1)
    await exchange(3, 0, 'F-3', 2, 5)
    expect((await list()).rows.map(({ number, sold }) => `${number} ${sold}`)).toEqual([
      'F-1 2',
      'F-2 2',
      'F-3 1',
    ])
  })

  test('N129: what was sold is read by the time of payment, whatever the age of the shop', async () => {
    const { db, ctx } = await start()
    if (engineOf(db) !== 'sqlite') return
    const { sql, parameters } = soldUnits(db, { now: ctx.now(), demo: false }).compile()
    const { rows } = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )
    const plan = rows.map(({ detail }) => detail).join('\n')
    expect(plan).toContain('orders_by_payment')
    expect(plan).not.toMatch(/^SCAN (?:orders|order_line|came|away)\b/m)
  })

  test('N129: it is narrowed by kind, state, stock, colour, material and the missing picture, and by words', async () => {
    const { ctx, put, list, numbers } = await start()
    await put(
      { number: 'F-1', name: '帆布', description: '【藍】綿100%。' },
      { number: 'F-2', name: 'ガーゼ', description: '【柿×桜】麻100%。', imageUrl: '' },
      { number: 'F-3', name: 'ネル', description: '【墨】綿100%。', status: '掲載終了' },
      { number: 'F-4', name: 'ネル', description: '毛100%。' },
      { number: 'K-1', type: 'kit', name: '藍のきんちゃく', kit },
    )
    await countForTests(ctx, 'F-1', [7])
    await countForTests(ctx, 'F-2', [])
    await countForTests(ctx, 'F-3', [2])
    expect(await numbers()).toEqual(['F-1', 'F-2', 'F-3', 'F-4', 'K-1'])
    expect(await numbers({ type: 'kit' })).toEqual(['K-1'])
    expect(await numbers({ type: 'fabric', state: '公開中' })).toEqual(['F-1', 'F-2', 'F-4'])
    expect(await numbers({ state: '掲載終了' })).toEqual(['F-3'])
    expect(await numbers({ stock: 'sold-out' })).toEqual(['F-2'])
    expect(await numbers({ stock: 'there' })).toEqual(['F-1', 'F-3'])
    expect(await numbers({ stock: 'low' })).toEqual(['F-3'])
    expect(await numbers({ stock: 'none' })).toEqual(['F-4', 'K-1'])
    expect(await numbers({ colour: 'blue' })).toEqual(['F-1'])
    expect(await numbers({ colour: 'pink' })).toEqual(['F-2'])
    expect(await numbers({ material: 'cotton' })).toEqual(['F-1', 'F-3'])
    expect(await numbers({ withoutPicture: true })).toEqual(['F-2'])
    expect(await numbers({ q: 'ネル' })).toEqual(['F-3', 'F-4'])
    expect(await list({ q: '無い布' })).toEqual({ rows: [], total: 0, page: 1 })
    expect((await list({ material: 'cotton', size: 1 })).total).toBe(2)
  })

  test('N129: every column orders it in both directions, what is not known last', async () => {
    const { ctx, put, list, numbers, sell } = await start()
    await put(
      { number: 'F-2', reading: 'い', priceText: '500', description: '【墨】綿100%、巾110cm。' },
      { number: 'F-1', reading: 'あ', priceText: '確認中', status: '下書き', description: '' },
      { number: 'F-3', reading: 'う', priceText: '90', description: '【藍】麻100%、巾110cm。' },
    )
    await countForTests(ctx, 'F-1', [2, 2, 2])
    await countForTests(ctx, 'F-3', [5])
    await sell('one', { 'F-3': 2, 'F-1': 1 })
    const both = async (sort: ProductsAsked['sort']) => [
      (await numbers({ sort })).join(' '),
      (await numbers({ sort, isDescending: true })).join(' '),
    ]
    expect(await both('number')).toEqual(['F-1 F-2 F-3', 'F-3 F-2 F-1'])
    expect(await both('name')).toEqual(['F-1 F-2 F-3', 'F-3 F-2 F-1'])
    expect(await both('price')).toEqual(['F-3 F-2 F-1', 'F-2 F-3 F-1'])
    for (const sort of ['colour', 'material'] as const) {
      const orders = await both(sort)
      expect([new Set(orders).size, ...orders.map((order) => order.slice(-3))]).toEqual([2, 'F-1', 'F-1'])
    }
    expect(await both('longest')).toEqual(['F-1 F-3 F-2', 'F-3 F-1 F-2'])
    expect(await both('total')).toEqual(['F-3 F-1 F-2', 'F-1 F-3 F-2'])
    expect(await both('sold')).toEqual(['F-2 F-1 F-3', 'F-3 F-1 F-2'])
    expect(await both('type')).toEqual(['F-2 F-1 F-3', 'F-2 F-1 F-3'])
    expect(new Set(await both('status')).size).toBe(2)
    expect(new Set(await both('changed')).size).toBe(1)
    expect(await numbers({ size: 2 })).toEqual(['F-2', 'F-1'])
    expect(await numbers({ size: 2, page: 2 })).toEqual(['F-3'])
    for (const sort of [null, 'sold'] as const)
      expect(await list({ sort, size: 2, page: 9 }), 'P24: the nearest page').toMatchObject({
        ...{ rows: [{ number: 'F-3' }], total: 3, page: 2 },
      })
  })
})
