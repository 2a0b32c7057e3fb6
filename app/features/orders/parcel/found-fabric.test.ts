import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { claimPieces } from '~/features/stock/claims.commands.server.ts'
import { recountPieces } from '~/features/stock/counting.commands.server.ts'
import { stockCounts } from '~/features/stock/desk/lists.queries.server.ts'
import { sellOut, stopCounting } from '~/features/stock/ending.commands.server.ts'
import { memberId } from '~/kernel/actor.ts'
import { ok, refused } from '~/kernel/result.ts'
import { auditOf } from '~/server/audit.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { countForTests, expectBooksAgree } from '../../../../tests/support/stock-for-tests.ts'
import { saveTicks, shipPacked } from './commands.server.ts'
import { foundFabric } from './found-fabric.commands.server.ts'
import { packingPage, printPage } from './queries.server.ts'
import { isPacked } from './rules.ts'
import { shipOrder } from './shipping.commands.server.ts'

const [short, whole] = ['AAAA-2222', 'BBBB-2222'] as const
const product = 'F-1'

onBothEngines('cloth that is not there', (open) => {
  /** Paid orders of 3 and 2 units, the first with a kit beside it; the shelf was counted as 2 after both were promised. */
  const shop = async () => {
    const ctx = contextForTests((await open()).db, { demo: false })
    await inTransaction(ctx, (trx) => putProducts(trx, 0, [fabricForTests({ number: product })]))
    const owner = deskPersonForTests(ctx, { id: memberId('owner'), role: 'owner', name: '店主' })
    const packer = deskPersonForTests(ctx, { id: memberId('packer'), role: 'packer', name: '手伝い' })
    await countForTests(ctx, product, [5])
    for (const [id, quantity] of [
      [short, 3],
      [whole, 2],
    ] as const) {
      await ctx.db
        .insertInto('orders')
        .values(orderRowForTests(id, { paidAt: 1 }))
        .execute()
      const line = { orderId: id, description: '', unitPrice: 100, free: 0, imageUrl: null, picture: null }
      await ctx.db
        .insertInto('orderLine')
        .values({ ...line, position: 0, number: product, type: 'fabric', name: '布', quantity })
        .execute()
      if (id === short)
        await ctx.db
          .insertInto('orderLine')
          .values({ ...line, position: 1, number: 'K-1', type: 'kit', name: 'キット', quantity: 1 })
          .execute()
      await inTransaction(ctx, (trx) =>
        claimPieces(trx, ctx, packer, { orderId: id, state: 'promised', until: null }, [
          { number: product, position: 0, units: quantity },
        ]),
      )
    }
    const version = async () =>
      (await ctx.db.selectFrom('stock').select('version').where('number', '=', product).executeTakeFirst())
        ?.version ?? 0
    const act = async () => ({ requestId: ctx.newId(), number: product, version: await version() })
    const recount = async (units: readonly number[]) =>
      recountPieces(ctx, owner, {
        ...(await act()),
        pieces: units.map((each) => ({ units: each, lengthCm: null, widthCm: null })),
      })
    const lines = async () =>
      (await packingPage(ctx)).orders.flatMap((order) =>
        order.lines.map(({ number, isWithoutFabric, ticks }) => [
          order.number,
          number,
          isWithoutFabric,
          ticks.map(({ step }) => step).join(' '),
        ]),
      )
    const found = (position = 0, number: string = short) =>
      foundFabric(ctx, packer, { requestId: ctx.newId(), number, position })
    return { ctx, owner, packer, act, recount, lines, found }
  }

  test('K32: from no page an order leaves whose cloth is not there, until somebody says that it was there', async () => {
    const { ctx, owner, packer, recount, found } = await shop()
    await recount([2])
    const form = { number: short, version: 0, parcels: [] }
    for (const actor of [owner, packer])
      expect(await shipOrder(ctx, actor, { ...form, requestId: actor.role })).toEqual(
        refused('without-fabric'),
      )
    const shipping = { orders: [{ ...form, version: 0 }], on: [], off: [], carrier: 'yamato' } as const
    expect(await shipPacked(ctx, packer, { ...shipping, requestId: 'several' })).toMatchObject({
      value: { done: [], refused: [{ number: short, why: 'without-fabric' }] },
    })
    expect(await shipOrder(ctx, owner, { ...form, number: whole, requestId: 'whole' })).toMatchObject({
      ok: true,
    })
    await found()
    expect(await shipOrder(ctx, packer, { ...form, requestId: 'found' })).toMatchObject({ ok: true })
  })

  const packable = [short, product, false, 'cut packed']
  const withoutFabric = [short, product, true, '']
  const others = [
    [short, 'K-1', false, 'packed'],
    [whole, product, false, 'cut packed'],
  ]

  test('K32: a promised line that the count has no cloth for has no boxes, and its order is not packed', async () => {
    const { ctx, recount, lines } = await shop()
    expect(await lines()).toEqual([packable, ...others])
    await recount([2])
    expect(await lines()).toEqual([withoutFabric, ...others])
    expect((await printPage(ctx, { page: null })).picks[0]?.pieces).toMatchObject([
      { order: short, isWithoutFabric: true },
      { order: whole, isWithoutFabric: false },
    ])
    const on = new Set([`${short}:0:packed`, `${short}:1:packed`])
    const isPackedNow = async () =>
      (await packingPage(ctx)).orders.filter((order) => isPacked(order, on)).map(({ number }) => number)
    expect(await isPackedNow()).toEqual([])
    await recount([3, 2])
    expect(await lines()).toEqual([packable, ...others])
    expect(await isPackedNow()).toEqual([short])
  })

  test('K32: what is given back has nothing to pack, and what is cut or in its box is there', async () => {
    const { ctx, packer, recount, lines } = await shop()
    await saveTicks(ctx, packer, { requestId: ctx.newId(), on: [`${short}:0:cut`], off: [] })
    await recount([])
    expect(await lines()).toEqual([packable, others[0], [whole, product, true, '']])
    await saveTicks(ctx, packer, { requestId: ctx.newId(), on: [`${whole}:0:packed`], off: [] })
    expect(await lines()).toEqual([packable, ...others])
    await ctx.db.deleteFrom('packingTick').execute()
    await ctx.db.updateTable('stockClaim').set({ state: 'released' }).execute()
    expect(await lines()).toEqual([packable, ...others])
  })

  test('K33: 布はありました brings the boxes back, is written down, and stands at きょう until it is counted', async () => {
    const { ctx, packer, recount, lines, found } = await shop()
    await recount([2])
    expect(await stockCounts.found(ctx.db)).toBe(0)
    expect(await found()).toEqual(ok(null))
    expect(await lines()).toEqual([packable, ...others])
    expect(await stockCounts.found(ctx.db)).toBe(1)
    expect(await auditOf(ctx.db, `order:${short}`)).toMatchObject([
      { act: 'packing.found-fabric', after: { product } },
    ])
    // Pressed by two at once.
    expect(await found()).toEqual(ok(null))
    expect(await stockCounts.found(ctx.db)).toBe(1)
    await saveTicks(ctx, packer, {
      requestId: ctx.newId(),
      on: [`${short}:0:cut`, `${short}:0:packed`, `${short}:1:packed`],
      off: [],
    })
    expect(await stockCounts.found(ctx.db)).toBe(1)
    await recount([2])
    expect(await stockCounts.found(ctx.db)).toBe(0)
    expect(await lines()).toEqual([packable, ...others])
    await expectBooksAgree(ctx.db)
  })

  test.each([
    ['counted again', (of: Awaited<ReturnType<typeof shop>>) => of.recount([2]), withoutFabric],
    [
      'sold out',
      async (of: Awaited<ReturnType<typeof shop>>) => sellOut(of.ctx, of.owner, await of.act()),
      withoutFabric,
    ],
    [
      'no longer counted',
      async (of: Awaited<ReturnType<typeof shop>>) => stopCounting(of.ctx, of.owner, await of.act()),
      packable,
    ],
  ])('K33: what was found is forgotten where the product is %s', async (_, act, line) => {
    const of = await shop()
    await of.recount([1])
    await of.found(0, whole)
    await of.found()
    await act(of)
    expect(await stockCounts.found(of.ctx.db)).toBe(0)
    expect((await of.lines())[0]).toEqual(line)
  })

  test('K33: of a line whose cloth is there, of none and of an order that is not to be shipped nobody says it', async () => {
    const { ctx, recount, lines, found } = await shop()
    for (const position of [0, 1, 7, -1]) expect(await found(position)).toEqual(refused('is-there'))
    expect(await found(0, 'ZZZZ-2222')).toEqual(refused('not-to-ship'))
    await recount([2])
    await ctx.db.updateTable('orders').set({ cancelledAt: 1 }).where('id', '=', short).execute()
    expect(await found()).toEqual(refused('not-to-ship'))
    await ctx.db.updateTable('orders').set({ cancelledAt: null }).execute()
    await ctx.db.updateTable('stockClaim').set({ state: 'cut' }).execute()
    expect(await found()).toEqual(refused('is-there'))
    expect((await lines())[0]).toEqual(packable)
    expect(await ctx.db.selectFrom('foundFabric').selectAll().execute()).toEqual([])
  })
})
