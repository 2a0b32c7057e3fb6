import { expect, test } from 'vitest'
import { shipOrder } from '~/features/orders/shipping.commands.server.ts'
import { saveTicks } from '~/features/parcels/commands.server.ts'
import { checkoutOnBothEngines } from '../../../tests/support/checkout-on-both-engines.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { placePaidOrder } from '../../../tests/support/paid-order.ts'
import { ordersOf } from '../../../tests/support/shopper-for-tests.ts'
import { countForTests, expectBooksAgree, leftOfPieces } from '../../../tests/support/stock-for-tests.ts'
import { cancelOrder } from './cancelling.commands.server.ts'
import { backChoice } from './laying-back.rules.ts'
import { moneySheet } from './queries.server.ts'
import { requestRefund } from './requesting.commands.server.ts'
import { settleOrder } from './settling.commands.server.ts'

const number = 'F-1100'

checkoutOnBothEngines('cloth of an order that is not sent, or comes back', (shop) => {
  const db = () => shop().ctx.db
  const owner = () => deskPersonForTests(shop().ctx)
  let ids = 0
  const form = (orderNumber: string) => {
    ids += 1
    return { number: orderNumber, version: null, requestId: `request ${ids}`, mailsBuyer: false }
  }
  const left = () => leftOfPieces(db(), number)
  const paid = async (units: number, ...pieces: number[]) => {
    await countForTests(shop().ctx, number, pieces)
    const { order } = await placePaidOrder(shop(), [[number, units]])
    return order.orderNumber
  }
  const cancel = (orderNumber: string, back = {}) =>
    cancelOrder(shop().ctx, owner(), { ...form(orderNumber), reason: '', back })
  const refund = (orderNumber: string, units: number, back = {}) =>
    requestRefund(shop().ctx, owner(), {
      ...form(orderNumber),
      wanted: { lines: [{ position: 0, units }], shipping: 0, other: 0, reason: '' },
      insteadOf: null,
      note: null,
      returnId: null,
      back,
    })
  const tick = (orderNumber: string, on: boolean) =>
    saveTicks(shop().ctx, owner(), {
      requestId: `tick ${orderNumber} ${on}`,
      on: on ? [`${orderNumber}:0:cut`] : [],
      off: on ? [] : [`${orderNumber}:0:cut`],
    })
  const ship = (orderNumber: string) =>
    shipOrder(shop().ctx, owner(), { ...form(orderNumber), carrier: '', tracking: '' })
  const claims = () => db().selectFrom('stockClaim').select(['state', 'units']).execute()

  test('K13: cancelled before it is cut, the bolt is whole', async () => {
    const order = await paid(3, 7)
    expect(await left()).toEqual([4])
    expect(await cancel(order)).toMatchObject({ ok: true })
    expect(await left()).toEqual([7])
    await expectBooksAgree(db())
  })

  test('K13: cancelled after the tick 裁った it is a piece of its own, and the tick taken back is not', async () => {
    const order = await paid(3, 7)
    await tick(order, true)
    expect(await claims()).toEqual([{ state: 'cut', units: 3 }])
    await tick(order, false)
    expect(await claims()).toEqual([{ state: 'promised', units: 3 }])
    await shop().ctx.db.deleteFrom('audit').where('act', '=', 'packing.tick').execute()
    await tick(order, true)
    await cancel(order)
    expect(await left()).toEqual([4, 3])
    await expectBooksAgree(db())
  })

  test('K13: as the owner says of it: a piece, or nothing', async () => {
    const order = await paid(3, 7, 2)
    await cancel(order, { 0: 'piece' })
    expect(await left()).toEqual([4, 2, 3])
    const { order: second } = await placePaidOrder(shop(), [[number, 4]])
    await cancel(second.orderNumber, { 0: 'keep' })
    expect(await left()).toEqual([0, 2, 3])
    await expectBooksAgree(db())
  })

  test('K13: a part that is refunded before it is sent goes back to its bolt, and the rest stays promised', async () => {
    const order = await paid(5, 7)
    expect(await refund(order, 2)).toMatchObject({ ok: true })
    expect(await left()).toEqual([4])
    expect(await claims()).toEqual([{ state: 'promised', units: 3 }])
    await expectBooksAgree(db())
    await cancel(order)
    expect(await left()).toEqual([7])
    await expectBooksAgree(db())
  })

  test('K13: shipped it is cut; what comes back stays away unless the owner lays it back', async () => {
    const order = await paid(5, 7)
    expect(await ship(order)).toMatchObject({ ok: true })
    expect(await claims()).toEqual([{ state: 'cut', units: 5 }])
    await refund(order, 2)
    expect(await left()).toEqual([2])
    await refund(order, 3, { 0: 'piece' })
    expect(await left()).toEqual([2, 3])
    await expectBooksAgree(db())
  })

  test('K7, N21: an order that was paid when its cloth was gone ends: cloth was found, or its money goes back', async () => {
    const soldOut = async () => {
      const { order } = await placePaidOrder(shop(), [['F-330', 1]])
      await db()
        .updateTable('orders')
        .set({ state: 'needs_review', reviewReason: 'sold-out', paidAt: null })
        .where('id', '=', order.id)
        .execute()
      return order.orderNumber
    }
    const settle = (orderNumber: string, how: 'piece-found' | 'given-back') =>
      settleOrder(shop().ctx, owner(), { ...form(orderNumber), how, note: '' })
    expect(await settle(await soldOut(), 'piece-found')).toMatchObject({ ok: true })
    expect(await settle(await soldOut(), 'given-back')).toMatchObject({ ok: true })
    expect(
      (await ordersOf(db())).map(({ state, settledHow, acceptedAmount }) => [
        state,
        settledHow,
        acceptedAmount,
      ]),
    ).toEqual([
      ['paid', 'piece-found', null],
      ['needs_review', 'given-back', null],
    ])
  })

  test('K13: its sheet begins with what becomes of the cloth as it is now', async () => {
    const order = await paid(3, 7)
    const asked = async () => (await moneySheet(db(), order))?.lines[0]?.back
    expect(await asked()).toEqual({ ways: ['bolt', 'piece', 'keep'], usual: 'bolt', isKit: false })
    await tick(order, true)
    expect(await asked()).toMatchObject({ usual: 'piece' })
    await ship(order)
    expect(await asked()).toEqual({ ways: ['piece', 'keep'], usual: 'keep', isKit: false })
  })
})

test('K13: of a kit nobody asks whether it was cut', () => {
  const kit = { type: 'kit' } as const
  expect(backChoice({ shippedAt: null }, kit, false)).toEqual({
    ways: ['bolt', 'keep'],
    usual: 'bolt',
    isKit: true,
  })
  expect(backChoice({ shippedAt: 1 }, kit, true)).toEqual({
    ways: ['piece', 'keep'],
    usual: 'keep',
    isKit: true,
  })
})
