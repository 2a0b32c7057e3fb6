import { expect, test } from 'vitest'
import { deskCardSources } from '~/brought-by-features.server.ts'
import { deskOrders } from '~/features/orders/desk/list.queries.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import type { DeskCard } from '~/kernel/desk-card.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { readDeskCards, readDeskLists } from '~/server/desk-cards.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../tests/support/order-row.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { countForTests } from '../../../tests/support/stock-for-tests.ts'
import { waitingAt } from './places.rules.ts'

test('N93: what the bar counts at 商品 and その他 has a list', () => {
  const counted = deskCardSources.filter(
    ({ tone, waits, place }) => tone !== 'red' && !waits && (place === 'products' || place === 'more'),
  )
  expect(counted.length).toBeGreaterThan(6)
  expect(counted.filter(({ rows, to }) => rows === undefined || to === null)).toEqual([])
})

test('N93: at the places of the bar that lead to no list of what is to be done, nothing is counted', () => {
  const counted = deskCardSources.filter(
    ({ tone, waits, place }) => tone !== 'red' && !waits && place === 'shop',
  )
  expect(counted.map(({ kind }) => kind)).toEqual([])
})

onBothEngines('N93: what the bar counts', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const owner = deskPersonForTests(ctx)
    const numbers = ['F-1', 'F-2', 'F-3', 'F-4', 'F-5', 'F-6']
    await inTransaction(ctx, (trx) =>
      putProducts(
        trx,
        0,
        numbers.map((number) => fabricForTests({ number, source: number === 'F-6' ? 'feed' : 'own' })),
      ),
    )
    const problem = {
      ordinal: 0,
      managementNumber: null,
      reason: 'name is missing',
      detail: null,
      rawText: '{}',
    }
    return {
      ctx,
      db,
      owner,
      packer: deskPersonForTests(ctx, { role: 'packer', mayCount: true }),
      fill: async () => {
        await countForTests(ctx, 'F-1', [2])
        await countForTests(ctx, 'F-2', [3])
        for (const number of ['F-3', 'F-4']) await countForTests(ctx, number, [])
        await countForTests(ctx, 'F-5', [20])
        await db.updateTable('stock').set({ recount: 1 }).where('number', '=', 'F-5').execute()
        await db
          .insertInto('orders')
          .values(orderRowForTests('found', { shippedAt: 5 }))
          .execute()
        for (const position of [0, 1])
          await db
            .insertInto('foundFabric')
            .values({ orderId: 'found', position, number: 'F-5', foundAt: 5 })
            .execute()
        const feed = {
          ...{
            id: 'feed',
            active: 1 as const,
            urlHash: 'x',
            etag: null,
            lastModified: null,
            lastAttemptAt: 1,
          },
          ...{ lastSuccessAt: 1, lastError: null, failures: 0, shortSince: null, nothingSince: null },
        }
        await db
          .insertInto('feedImport')
          .values({ ...feed, badSince: null, itemCount: 1 })
          .execute()
        const problems = [
          { ...problem, rowNumber: 2 },
          { ...problem, ordinal: 1, rowNumber: 2, reason: 'price is not certain' },
          { ...problem, ordinal: 2, rowNumber: 3 },
          { ...problem, ordinal: 3, rowNumber: 4, reason: 'managementNumber belongs to an own fabric' },
          { ...problem, ordinal: 4, rowNumber: 5, managementNumber: 'F-6', reason: 'stock cannot be read' },
        ]
        await db.insertInto('feedProblem').values(problems).execute()
        for (const number of ['F-1', 'F-2'])
          await db
            .insertInto('heldPrice')
            .values({ number, priceText: '66', price: 66, formerPrice: 660 })
            .execute()
      },
      lists: async (person = owner, most = 30) =>
        readDeskLists(ctx, person, deskCardSources, 'products', most),
      cards: (person = owner) => readDeskCards(ctx, person, deskCardSources),
    }
  }
  const shapeOf = ({ kind, count }: DeskCard) => [kind, count] as const

  test('at 商品 stands in one list, with a heading for each reason and the way to each thing', async () => {
    const { fill, lists, cards } = await start()
    expect(await lists()).toEqual([])
    await fill()
    const found = await lists()
    expect(found.map(({ card, rows }) => [...shapeOf(card), rows.map(({ text }) => text)])).toEqual([
      ['stock-found', 1, ['生地 F-5（F-5）']],
      ['stock-recount', 1, ['生地 F-5（F-5）']],
      ['stock-low', 2, ['生地 F-1（F-1）', '生地 F-2（F-2）']],
      ['sold-out', 2, ['生地 F-3（F-3）', '生地 F-4（F-4）']],
      ['feed-unlimited', 1, ['5行目（F-6）']],
      ['feed-rows', 2, ['2行目', '3行目']],
      ['held-price', 2, ['生地 F-1（F-1）', '生地 F-2（F-2）']],
    ])
    const rows = found.flatMap((list) => list.rows)
    expect(waitingAt(await cards(), 'products')).toBe(rows.length)
    expect([...new Set(rows.map(({ to }) => to))]).toEqual([
      ...['5', '1', '2', '3', '4'].map((at) => `/admin/products/F-${at}/stock`),
      '/admin/feed#rows',
      '/admin/feed#prices',
    ])
    expect(rows.find(({ text }) => text === '2行目')?.note).toContain('ほかに1つあります。')
  })

  test('is listed up to a limit for each reason, and counted wholly', async () => {
    const { fill, lists } = await start()
    await fill()
    const found = await lists(undefined, 1)
    expect(found.map(({ rows }) => rows.length)).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect(found.map(({ card }) => card.count)).toEqual([1, 1, 2, 2, 1, 2, 2])
  })

  test('is the owner’s alone', async () => {
    const { fill, lists, cards, packer } = await start()
    await fill()
    expect([await lists(packer), waitingAt(await cards(packer), 'products')]).toEqual([[], 0])
  })

  test('at 商品 is read without the cards of other places, and one that cannot be read says so', async () => {
    const { ctx, owner, fill } = await start()
    await fill()
    const sources = deskCardSources.map((source) =>
      source.kind === 'stock-low' || source.place !== 'products'
        ? { ...source, read: () => Promise.reject(new Error('away')) }
        : source,
    )
    const found = await readDeskLists(ctx, owner, sources, 'products', 30)
    expect(found).toHaveLength(7)
    expect(found.find(({ card }) => card.kind === 'stock-low')).toMatchObject({
      card: { count: null },
      rows: [],
    })
  })

  test('at 注文 is the length of its list, which holds orders that cannot be shipped yet, for both roles', async () => {
    const { ctx, db, owner, packer, cards } = await start()
    for (const id of ['open', 'contested'])
      await db.insertInto('orders').values(orderRowForTests(id)).execute()
    await db
      .insertInto('payment')
      .values({
        ...{ paymentIntent: 'pi', orderId: 'contested', sessionId: 'cs', amount: 1_400, currency: 'jpy' },
        ...{ livemode: 1, receivedAt: 1, role: 'first' },
      })
      .execute()
    await db
      .insertInto('dispute')
      .values({
        ...{ id: 'd', paymentIntent: 'pi', amount: 1_400, reason: 'fraudulent', status: 'needs_response' },
        ...{ dueBy: null, openedAt: 1, asOf: 1 },
      })
      .execute()
    for (const person of [owner, packer]) {
      const filter = { state: 'open', q: '', from: '', to: '', buyer: '', count: 30, demo: false } as const
      const { orders } = await deskOrders(db, person, filter, ctx.now())
      const all = await cards(person)
      expect(all.find(({ kind }) => kind === 'ship')?.count).toBe(1)
      expect([waitingAt(all, 'orders'), orders.length]).toEqual([2, 2])
    }
    await db.updateTable('orders').set({ shippedAt: 5 }).where('id', '=', 'open').execute()
    expect(waitingAt(await cards(), 'orders')).toBe(1)
  })
})
