import { expect, test } from 'vitest'
import { toldActs } from '~/brought-by-features.server.ts'
import { deskOrder } from '~/features/orders/desk/page.queries.server.ts'
import { claimPieces } from '~/features/stock/claims.commands.server.ts'
import { markCut } from '~/features/stock/cutting.commands.server.ts'
import { memberId } from '~/kernel/actor.ts'
import { ok, refused } from '~/kernel/result.ts'
import { auditOf } from '~/server/audit.ts'
import { forUpdate, forUpdateSkipLocked } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import {
  contextForTests,
  onBothEngines,
  untilOneWaits,
} from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { countForTests, expectBooksAgree, leftOfPieces } from '../../../../tests/support/stock-for-tests.ts'
import { cutFromOther } from './bolts.commands.server.ts'
import { saveTicks } from './commands.server.ts'
import { packingPage } from './queries.server.ts'
import { lineOnBolts } from './sheet.queries.server.ts'

const [first, second] = ['AAAA-2222', 'BBBB-2222'] as const
const product = 'F-1'

onBothEngines('bolts', (open) => {
  /** Two paid orders, of 3 and of 2 units, promised from pieces of 3, 7 and 2: B1 and B3, of which nothing is left. */
  const shop = async () => {
    const ctx = contextForTests((await open()).db, { demo: false })
    const packer = deskPersonForTests(ctx, { id: memberId('packer'), role: 'packer', name: '手伝い' })
    const line = { type: 'fabric' as const, name: '布', description: '', unitPrice: 100, free: 0 }
    await countForTests(ctx, product, [3, 7, 2])
    for (const [id, quantity] of [
      [first, 3],
      [second, 2],
    ] as const) {
      await ctx.db
        .insertInto('orders')
        .values(orderRowForTests(id, { paidAt: 1 }))
        .execute()
      const position = { orderId: id, position: 0, number: product, quantity, imageUrl: null, picture: null }
      await ctx.db
        .insertInto('orderLine')
        .values({ ...line, ...position })
        .execute()
      await inTransaction(ctx, (trx) =>
        claimPieces(trx, ctx, packer, { orderId: id, state: 'promised', until: null }, [
          { number: product, position: 0, units: quantity },
        ]),
      )
    }
    const cut = (content: Partial<Parameters<typeof cutFromOther>[2]> = {}) =>
      cutFromOther(ctx, packer, {
        requestId: ctx.newId(),
        number: first,
        position: 0,
        from: 'B1',
        to: 'B2',
        ...content,
      })
    const left = () => leftOfPieces(ctx.db, product)
    return { ctx, packer, cut, left }
  }

  test('K13: the order tells the bolt of its line, and what is left of it while it is not shipped', async () => {
    const { ctx, packer } = await shop()
    const bolt = async () =>
      (await deskOrder(ctx.db, packer, first, ctx.now(), toldActs))?.lines.map((line) => line.bolt)
    expect(await bolt()).toEqual(['反物 B1（残り0）'])
    const shipped = ctx.db.updateTable('orders').set({ shippedAt: ctx.now() })
    await shipped.where('id', '=', first).execute()
    expect(await bolt()).toEqual(['反物 B1'])
    await ctx.db.updateTable('stock').set({ mode: 'count' }).execute()
    expect(await bolt()).toEqual([null])
  })

  test('K20: a line is cut from another bolt that holds it, which the list, the moves and the log tell', async () => {
    const { ctx, cut, left } = await shop()
    const shown = async () =>
      (await packingPage(ctx)).orders.flatMap(({ lines }) => lines.map(({ bolt }) => bolt))
    expect(await shown()).toEqual([
      { name: '反物 B1', text: '反物 B1（残り0）', hasOther: true },
      { name: '反物 B3', text: '反物 B3（残り0）', hasOther: true },
    ])
    expect(await lineOnBolts(ctx, first, '0')).toMatchObject({
      bolts: { units: 3, bolt: { label: 'B1', left: 0 }, others: [{ label: 'B2', left: 7 }] },
    })
    expect(await left()).toEqual([0, 7, 0])
    expect(await cut()).toEqual(ok({ number: product }))
    expect(await left()).toEqual([3, 4, 0])
    expect((await shown())[0]).toEqual({ name: '反物 B2', text: '反物 B2（残り4）', hasOther: true })
    const moves = ctx.db.selectFrom('stockMove').select(['units', 'orderId']).where('why', '=', 'moved')
    expect(await moves.orderBy('units').execute()).toEqual([
      { units: -3, orderId: first },
      { units: 3, orderId: first },
    ])
    expect(await auditOf(ctx.db, `order:${first}`)).toMatchObject([
      { act: 'packing.other-bolt', before: { bolt: 'B1' }, after: { bolt: 'B2', product, units: 3 } },
    ])
    await expectBooksAgree(ctx.db)
  })

  test('K20: a bolt that does not hold the line, its own and one that is not there are refused, and nothing moves', async () => {
    const { ctx, cut, left } = await shop()
    await cut({ number: second, from: 'B3', to: 'B2' })
    expect(await left()).toEqual([0, 5, 2])
    for (const to of ['B1', 'B3', 'B9', '']) expect(await cut({ to })).toEqual(refused('too-short'))
    expect(await left()).toEqual([0, 5, 2])
    await expectBooksAgree(ctx.db)
  })

  test('K20: another number’s bolt of the same label is none', async () => {
    const { ctx, cut } = await shop()
    await countForTests(ctx, 'F-2', [9, 9, 9, 9])
    expect(await cut({ to: 'B4' })).toEqual(refused('too-short'))
  })

  test('K20, 0.3: what another desk person moved meanwhile is told, and what is cut stays', async () => {
    const { ctx, packer, cut, left } = await shop()
    expect(await cut({ from: 'B2', to: 'B1' })).toEqual(refused('stale'))
    await inTransaction(ctx, (trx) => markCut(trx, ctx, packer, { orderId: first }))
    expect(await cut()).toEqual(refused('is-cut'))
    expect(await left()).toEqual([0, 7, 0])
  })

  test('K20: only of an order that is to be shipped, and of a line that is promised', async () => {
    const { ctx, cut } = await shop()
    expect(await cut({ number: 'CCCC-2222' })).toEqual(refused('not-to-ship'))
    expect(await cut({ position: 1 })).toEqual(refused('not-promised'))
    await ctx.db.updateTable('stockClaim').set({ state: 'held' }).where('orderId', '=', first).execute()
    expect(await cut()).toEqual(refused('stale'))
    await ctx.db.updateTable('orders').set({ cancelledAt: 1 }).where('id', '=', first).execute()
    expect(await cut()).toEqual(refused('not-to-ship'))
    expect(await lineOnBolts(ctx, first, '0')).toBeUndefined()
  })

  test('N2, K20: a form that is sent twice moves once', async () => {
    const { cut, left } = await shop()
    const requestId = 'one form'
    expect([await cut({ requestId }), await cut({ requestId })]).toEqual([
      ok({ number: product }),
      ok({ number: product }),
    ])
    expect(await left()).toEqual([3, 4, 0])
    expect(await cut({ requestId, to: 'B3' })).toEqual(refused('other-content'))
  })

  test('K9, K20: a promise that waits for cloth gets the piece that is free now', async () => {
    const { ctx, cut, left } = await shop()
    await ctx.db
      .updateTable('stockClaim')
      .set({ pieceId: null, units: 3 })
      .where('orderId', '=', second)
      .execute()
    await ctx.db.updateTable('stockPiece').set({ units: 0 }).where('label', '=', 'B3').execute()
    await cut()
    expect(await left()).toEqual([0, 4, 0])
  })

  test('K4: ticks of several orders lock the stock in the order of its numbers, so that they meet nobody crosswise', async () => {
    const { ctx, packer } = await shop()
    await countForTests(ctx, 'A-1', [9])
    await inTransaction(ctx, (trx) =>
      claimPieces(trx, ctx, packer, { orderId: second, state: 'promised', until: null }, [
        { number: 'A-1', position: 1, units: 1 },
      ]),
    )
    const ticked = await ctx.db.transaction().execute(async (trx) => {
      const lockOf = (number: string) => trx.selectFrom('stock').select('number').where('number', '=', number)
      await lockOf('A-1').$call(forUpdate(trx)).execute()
      const on = [`${first}:0:cut`, `${second}:1:cut`]
      const ticking = saveTicks(ctx, packer, { requestId: 'ticks', on, off: [] })
      await untilOneWaits(ctx.db)
      await lockOf(product).$call(forUpdateSkipLocked(trx)).executeTakeFirstOrThrow()
      return { ticking }
    })
    expect(await ticked.ticking).toEqual(ok({ saved: 2, refused: [] }))
    const states = await ctx.db.selectFrom('stockClaim').select(['orderId', 'position', 'state']).execute()
    expect(states.filter(({ state }) => state === 'cut')).toHaveLength(2)
  })

  test('K20: twenty desk people at once never promise one bolt twice', async () => {
    const { ctx, cut } = await shop()
    await Promise.all(
      Array.from({ length: 10 }, () => [cut(), cut({ number: second, from: 'B3', to: 'B1' })]).flat(),
    )
    await expectBooksAgree(ctx.db)
  })
})
