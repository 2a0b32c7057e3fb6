import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { claimPieces } from '~/features/stock/claims.commands.server.ts'
import { receivePieces } from '~/features/stock/counting.commands.server.ts'
import { receiveAll, undoReceiving } from '~/features/stock/receiving.commands.server.ts'
import { setReorder } from '~/features/stock/reordering.commands.server.ts'
import { auditOf } from '~/server/audit.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { countForTests } from '../../../../tests/support/stock-for-tests.ts'
import { countedProducts } from './counted.queries.server.ts'
import { type CountedState, countedSorts, daysOfStock } from './counted.rules.ts'

const owner = { kind: 'owner' } as const
const day = 86_400_000
const everything = {
  q: '',
  state: null,
  type: null,
  sort: 'number',
  dir: 'asc',
  size: 50,
  page: 1,
} as const

test.each([
  [12, 0, null],
  [0, 3, 0],
  [10, 30, 10],
  [10, 7, 42],
])('K36: %d units last %j sold in 30 days: %j days', (units, sold, days) => {
  expect(daysOfStock(units, sold)).toBe(days)
})

onBothEngines('every counted product', (open) => {
  const shop = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const fabrics = ['F-1', 'F-2', 'F-3', 'F-4'].map((number) => fabricForTests({ number }))
    const kit = fabricForTests({ number: 'K-1', type: 'kit', name: 'キット', status: '下書き' })
    await inTransaction(ctx, (trx) => putProducts(trx, 0, [...fabrics, kit]))
    await countForTests(ctx, 'F-1', [7, 4])
    await countForTests(ctx, 'F-2', [3])
    await countForTests(ctx, 'F-3', [])
    await countForTests(ctx, 'K-1', [20], 'count')
    const sell = (id: string, number: string, units: number, daysAgo: number, parts = {}) =>
      inTransaction(ctx, async (trx) => {
        const paidAt = ctx.now() - daysAgo * day
        await trx
          .insertInto('orders')
          .values({ ...orderRowForTests(id), practice: 0, createdAt: paidAt, paidAt, ...parts })
          .execute()
        const line = {
          orderId: id,
          position: 0,
          number,
          type: 'fabric',
          name: '布',
          description: '',
        } as const
        await trx
          .insertInto('orderLine')
          .values({ ...line, unitPrice: 1, quantity: units, free: 0 })
          .execute()
      })
    const claim = (orderId: string, number: string, units: number, state: 'held' | 'promised') =>
      inTransaction(ctx, (trx) =>
        claimPieces(trx, ctx, owner, { orderId, state, until: null }, [{ number, position: 0, units }]),
      )
    const list = async (parts: Partial<Parameters<typeof countedProducts>[2]> = {}) =>
      countedProducts(db, ctx, { ...everything, ...parts })
    const numbers = async (parts: Parameters<typeof list>[0]) =>
      (await list(parts)).rows.map(({ number }) => number)
    let forms = 0
    const form = (number: string) => {
      forms += 1
      return { requestId: `form ${forms}`, number, version: null }
    }
    return { ctx, db, sell, claim, list, numbers, form }
  }

  test('K36: each counted product, on sale or not, with what is left, promised and sold, and how long it lasts', async () => {
    const { sell, claim, list } = await shop()
    await sell('week', 'F-1', 2, 6)
    await sell('month', 'F-1', 3, 29)
    await sell('older', 'F-1', 9, 31)
    await sell('cancelled', 'F-1', 9, 1, { cancelledAt: 1 })
    await sell('unpaid', 'F-1', 9, 1, { state: 'needs_review' })
    await sell('practice', 'F-1', 9, 1, { practice: 1 })
    await claim('month', 'F-1', 3, 'promised')
    await claim('paying', 'F-1', 1, 'held')
    const { rows, total } = await list()
    expect(total).toBe(4)
    expect(rows.map(({ number, longest, total: all }) => [number, longest, all])).toEqual([
      ['F-1', 7, 7],
      ['F-2', 3, 3],
      ['F-3', 0, 0],
      ['K-1', 20, 20],
    ])
    expect(rows[0]).toMatchObject({ promised: 4, soldWeek: 2, soldMonth: 5, daysLeft: 42, reorder: null })
    expect(rows[2]).toMatchObject({ promised: 0, soldWeek: 0, soldMonth: 0, daysLeft: null })
    expect(rows[3]).toMatchObject({ type: 'kit', status: '下書き' })
  })

  test('K36: sorted by each column in both directions, what cannot be told last, a page at a time', async () => {
    const { sell, numbers, list } = await shop()
    await sell('a', 'F-1', 1, 1)
    await sell('b', 'F-2', 3, 20)
    expect(await numbers({ sort: 'longest', dir: 'desc' })).toEqual(['K-1', 'F-1', 'F-2', 'F-3'])
    expect(await numbers({ sort: 'daysLeft' })).toEqual(['F-2', 'F-1', 'F-3', 'K-1'])
    expect(await numbers({ sort: 'daysLeft', dir: 'desc' })).toEqual(['F-1', 'F-2', 'F-3', 'K-1'])
    expect(await numbers({ sort: 'soldWeek', dir: 'desc' })).toEqual(['F-1', 'F-2', 'F-3', 'K-1'])
    expect(await numbers({ sort: 'total', size: 2, page: 2 })).toEqual(['F-1', 'K-1'])
    expect(await list({ size: 2, page: 9 })).toMatchObject({
      rows: [{ number: 'F-3' }, { number: 'K-1' }],
      page: 2,
      pages: 2,
    })
    for (const sort of countedSorts) expect((await list({ sort })).rows).toHaveLength(4)
  })

  test('K36: filtered by what is to be done, by kind and by what is searched', async () => {
    const { ctx, db, claim, numbers, form } = await shop()
    const of = (state: CountedState) => numbers({ state })
    await db
      .insertInto('restockRequest')
      .values([
        { id: '1', number: 'F-3', email: 'a', tokenHash: '1', createdAt: 0, confirmedAt: ctx.now() - day },
        { id: '2', number: 'F-2', email: 'a', tokenHash: '2', createdAt: 0, confirmedAt: null },
        {
          id: '3',
          number: 'F-1',
          email: 'a',
          tokenHash: '3',
          createdAt: 0,
          confirmedAt: ctx.now() - 181 * day,
        },
      ])
      .execute()
    await setReorder(ctx, owner, { ...form('F-3'), units: 40 })
    await claim('o1', 'F-1', 4, 'promised')
    await db.updateTable('stockClaim').set({ pieceId: null }).execute()
    await claim('o2', 'K-1', 1, 'promised')
    expect([await of('low'), await of('sold-out'), await of('short')]).toEqual([['F-2'], ['F-3'], ['F-1']])
    expect([await of('awaited'), await of('reordered')]).toEqual([['F-3'], ['F-3']])
    expect([await numbers({ type: 'kit' }), await numbers({ q: 'F-2' })]).toEqual([['K-1'], ['F-2']])
    expect(await numbers({ q: 'どこにもない' })).toEqual([])
    await db.updateTable('stock').set({ lowAt: 2 }).where('number', '=', 'F-2').execute()
    expect(await of('low')).toEqual([])
  })

  test('K36, N1: what was ordered from the supplier stands with its moment until it has come, and is kept in the log', async () => {
    const { ctx, list, form } = await shop()
    const reorder = async () => (await list({ q: 'F-2' })).rows[0]?.reorder
    expect(await setReorder(ctx, owner, { ...form('F-4'), units: 40 })).toMatchObject({
      error: 'not-counted',
    })
    await setReorder(ctx, owner, { ...form('F-2'), units: 40 })
    const at = ctx.now()
    ctx.advance(day)
    expect(await reorder()).toEqual({ units: 40, arrived: 0, at })
    const pieces = [{ units: 28, lengthCm: null, widthCm: null }]
    await receivePieces(ctx, owner, { ...form('F-2'), pieces })
    expect(await reorder()).toEqual({ units: 40, arrived: 28, at })
    const received = await receiveAll(ctx, owner, { requestId: 'all', products: [{ number: 'F-2', pieces }] })
    if (!received.ok) throw new Error()
    expect(await reorder()).toBe(null)
    await undoReceiving(ctx, owner, { requestId: 'undo', id: received.value.id })
    expect(await reorder()).toMatchObject({ arrived: 28 })
    await setReorder(ctx, owner, { ...form('F-2'), units: 5 })
    expect(await reorder()).toMatchObject({ units: 5 })
    await setReorder(ctx, owner, { ...form('F-2'), units: null })
    expect(await reorder()).toBe(null)
    const kept = (await auditOf(ctx.db, 'product:F-2')).filter(({ act }) => act === 'stock.reorder')
    expect(kept.map(({ after }) => after)).toEqual(
      expect.arrayContaining([expect.objectContaining({ reorder: 40 })]),
    )
  })
})
