import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitsTaken } from '~/features/orders/money.queries.server.ts'
import { saveTicks } from '~/features/orders/parcel/commands.server.ts'
import { unshipOrder } from '~/features/orders/parcel/correcting.commands.server.ts'
import { shipOrder } from '~/features/orders/parcel/shipping.commands.server.ts'
import { paymentsOfOrder } from '~/features/orders/payment/queries.server.ts'
import { recountPieces } from '~/features/stock/counting.commands.server.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { placePaidOrder } from '../../../../tests/support/paid-order.ts'
import { ordersOf } from '../../../../tests/support/shopper-for-tests.ts'
import { countForTests, expectBooksAgree, leftOfPieces } from '../../../../tests/support/stock-for-tests.ts'
import { cancelOrder } from './cancelling.commands.server.ts'
import { forgoRefund } from './forgoing.commands.server.ts'
import { backChoice } from './laying-back.rules.ts'
import { moneySheet } from './queries.server.ts'
import { requestRefund } from './requesting.commands.server.ts'
import { owedOf } from './rules.ts'
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
  const refund = (orderNumber: string, units: number, back = {}, insteadOf: string | null = null) =>
    requestRefund(shop().ctx, owner(), {
      ...form(orderNumber),
      wanted: { lines: [{ position: 0, units }], shipping: 0, other: 0, reason: '' },
      insteadOf,
      note: null,
      returnId: null,
      back,
    })
  const tick = (orderNumber: string, on: boolean) =>
    saveTicks(shop().ctx, owner(), {
      requestId: form(orderNumber).requestId,
      on: on ? [`${orderNumber}:0:cut`] : [],
      off: on ? [] : [`${orderNumber}:0:cut`],
    })
  const ship = (orderNumber: string) => shipOrder(shop().ctx, owner(), { ...form(orderNumber), parcels: [] })
  const unship = (orderNumber: string, note = '') =>
    unshipOrder(shop().ctx, owner(), { ...form(orderNumber), note, mail: false })
  const claims = () => db().selectFrom('stockClaim').select(['state', 'units']).orderBy('position').execute()
  const counted = (...units: number[]) => {
    const pieces = units.map((each) => ({ units: each, lengthCm: null, widthCm: null }))
    return { requestId: form('').requestId, number, version: null, pieces }
  }
  const recount = (...units: number[]) => recountPieces(shop().ctx, owner(), counted(...units))
  /** The provider tells of the newest refund that it failed; gives its id. */
  const failRefund = async (): Promise<string> => {
    await shop().provider.settled()
    const newest = db().selectFrom('refund').selectAll().orderBy('askedAt', 'desc').orderBy('id', 'desc')
    const { id, providerId } = await newest.executeTakeFirstOrThrow()
    await shop().provider.changeRefund(providerId ?? '', 'failed')
    await shop().provider.settled()
    return id
  }

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

  test('K9, K13: a tick that is taken back leaves the whole bolt on the shelf, and a count finds it there', async () => {
    const order = await paid(7, 7)
    await tick(order, true)
    await tick(order, false)
    await recount(7)
    expect(await left()).toEqual([0])
    expect(await claims()).toEqual([{ state: 'promised', units: 7 }])
    await expectBooksAgree(db())
  })

  test('K13, N14: shipping that is undone leaves promised what nobody had cut, and the bolt whole when it is cancelled', async () => {
    const order = await paid(3, 7)
    await ship(order)
    expect(await unship(order)).toMatchObject({ ok: true })
    expect(await claims()).toEqual([{ state: 'promised', units: 3 }])
    await recount(7)
    expect(await left()).toEqual([4])
    await cancel(order)
    expect(await left()).toEqual([7])
    await expectBooksAgree(db())
  })

  test('K13, N14: what comes back days later was cut', async () => {
    const order = await paid(3, 7)
    await ship(order)
    await shop().advance(3 * 86_400_000)
    expect(await unship(order, '宛先不明で戻りました')).toMatchObject({ ok: true })
    expect(await claims()).toEqual([{ state: 'cut', units: 3 }])
    await cancel(order)
    expect(await left()).toEqual([4, 3])
    await expectBooksAgree(db())
  })

  test('K13, N14: shipping that is undone leaves cut what was ticked, and gone what was given back and kept', async () => {
    await countForTests(shop().ctx, number, [7])
    await countForTests(shop().ctx, 'F-330', [4])
    const { order } = await placePaidOrder(shop(), [
      [number, 5],
      ['F-330', 2],
    ])
    await tick(order.orderNumber, true)
    await requestRefund(shop().ctx, owner(), {
      ...form(order.orderNumber),
      wanted: { lines: [{ position: 1, units: 2 }], shipping: 0, other: 0, reason: '' },
      insteadOf: null,
      note: null,
      returnId: null,
      back: { 1: 'keep' },
    })
    await ship(order.orderNumber)
    await unship(order.orderNumber)
    expect(await claims()).toEqual([
      { state: 'cut', units: 5 },
      { state: 'cut', units: 2 },
    ])
  })

  test('K13: a refund that failed and is asked for again lays nothing back a second time', async () => {
    const order = await paid(5, 7)
    await refund(order, 2)
    const failed = await failRefund()
    expect(await refund(order, 2, {}, failed)).toMatchObject({ ok: true })
    expect(await left()).toEqual([4])
    expect(await refund(order, 3, {}, await failRefund())).toMatchObject({ ok: true })
    expect(await left()).toEqual([5])
    expect(await claims()).toEqual([{ state: 'promised', units: 2 }])
    await expectBooksAgree(db())
  })

  test('M49: what is given back beside a failed refund of the same line is more of it: parcel and cloth agree', async () => {
    const order = await paid(5, 7)
    await refund(order, 2)
    const failed = await failRefund()
    expect(await refund(order, 1)).toMatchObject({ ok: true })
    expect(await left()).toEqual([5])
    expect(await claims()).toEqual([{ state: 'promised', units: 2 }])
    expect(await refund(order, 3)).toEqual({
      ok: false,
      error: [{ why: 'units', field: 'units-0', left: 2 }],
    })
    expect((await moneySheet(db(), order))?.lines).toMatchObject([
      { unitsLeft: 2, unitsOwed: 2, unitsAgain: 0 },
    ])
    expect((await moneySheet(db(), order, failed))?.lines).toMatchObject([
      { unitsLeft: 4, unitsOwed: 0, unitsAgain: 2 },
    ])
    expect(await refund(order, 1, {}, failed), 'its cloth is away').toEqual({
      ok: false,
      error: [{ why: 'fewer', field: 'units-0', left: 2 }],
    })
    expect(await refund(order, 3, {}, failed)).toMatchObject({ ok: true })
    expect(await left()).toEqual([6])
    expect(await claims()).toEqual([{ state: 'promised', units: 1 }])
    await expectBooksAgree(db())
  })

  test('M49, M50: whatever is given back, fails, is tried again or forgone, the stock promises what the parcel holds', async () => {
    const act = fc.record({
      what: fc.constantFrom('give', 'fail', 'again', 'forgo'),
      units: fc.integer({ min: 1, max: 3 }),
    })
    await countForTests(
      shop().ctx,
      number,
      Array.from({ length: 12 }, () => 9),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 8 }), async (acts) => {
        const { order } = await placePaidOrder(shop(), [
          [number, 5],
          ['F-330', 1],
        ])
        const { id, orderNumber } = order
        for (const { what, units } of acts) {
          const [due = null] = owedOf(await paymentsOfOrder(db(), id))
          if (what === 'give') await refund(orderNumber, units)
          if (what === 'again' && due !== null) await refund(orderNumber, units, {}, due)
          if (what === 'fail') await failRefund().catch(() => undefined)
          if (what === 'forgo' && due !== null)
            await forgoRefund(shop().ctx, owner(), { ...form(orderNumber), refundId: due, because: 'x' })
          await shop().provider.settled()
          await shop().advance(1_000)
          const taken = (await unitsTaken(db(), [id])).get(`${id} 0`) ?? 0
          const claimed = await db()
            .selectFrom('stockClaim')
            .select('units')
            .where('orderId', '=', id)
            .where('number', '=', number)
            .where('state', '<>', 'released')
            .execute()
          expect(taken, what).toBeLessThanOrEqual(5)
          expect(
            claimed.map((each) => each.units),
            what,
          ).toEqual(taken === 5 ? [] : [5 - taken])
          await expectBooksAgree(db())
        }
      }),
      { numRuns: 8 },
    )
  }, 120_000)

  test('M49: of a failed refund less is tried again once its parcel has left, or its order is cancelled', async () => {
    const order = await paid(3, 7)
    await ship(order)
    await refund(order, 2)
    expect(await refund(order, 1, {}, await failRefund())).toMatchObject({ ok: true })
    const { order: second } = await placePaidOrder(shop(), [[number, 2]])
    await cancel(second.orderNumber)
    expect(await refund(second.orderNumber, 1, {}, await failRefund())).toMatchObject({ ok: true })
  })

  test('M49, M50: of units that went back beside one that is owed, as a former release let them, nothing is asked or claimed twice', async () => {
    await countForTests(shop().ctx, number, [7])
    const twice = async () => {
      await shop().advance(1_000)
      const { order: placed } = await placePaidOrder(shop(), [[number, 1]])
      const order = placed.orderNumber
      await refund(order, 1)
      const failed = await failRefund()
      await refund(order, 1, {}, failed)
      await shop().provider.settled()
      await db().updateTable('refund').set({ insteadOf: null }).where('insteadOf', '=', failed).execute()
      return { order, failed }
    }
    const { order, failed } = await twice()
    const again = await requestRefund(shop().ctx, owner(), {
      ...form(order),
      wanted: { lines: [{ position: 0, units: 0 }], shipping: 0, other: 100, reason: 'x' },
      insteadOf: failed,
      note: null,
      returnId: null,
    })
    expect(again).toMatchObject({ ok: true })
    const other = await twice()
    const forgone = { ...form(other.order), refundId: other.failed, because: 'x' }
    expect(await forgoRefund(shop().ctx, owner(), forgone)).toMatchObject({ ok: true })
    expect(await claims()).toEqual([
      { state: 'released', units: 1 },
      { state: 'released', units: 1 },
    ])
    await expectBooksAgree(db())
  })

  test('M49: shipping that is owed is given back by the refund that tries it again alone', async () => {
    const { order } = await placePaidOrder(shop(), [[number, 2]])
    const give = (insteadOf: string | null) =>
      requestRefund(shop().ctx, owner(), {
        ...form(order.orderNumber),
        wanted: { lines: [], shipping: 1, other: 0, reason: '' },
        insteadOf,
        note: null,
        returnId: null,
      })
    const whole = await requestRefund(shop().ctx, owner(), {
      ...form(order.orderNumber),
      wanted: { lines: [], shipping: order.shipping, other: 0, reason: '' },
      insteadOf: null,
      note: null,
      returnId: null,
    })
    expect(whole).toMatchObject({ ok: true })
    const failed = await failRefund()
    expect(await give(null)).toEqual({ ok: false, error: [{ why: 'shipping', field: 'shipping', left: 0 }] })
    expect(await give(failed)).toMatchObject({ ok: true })
  })

  test('K13: what came back as a piece of its own is one piece, also when its refund is asked for again', async () => {
    const order = await paid(5, 7)
    await ship(order)
    await refund(order, 5, { 0: 'piece' })
    const failed = await failRefund()
    expect(await refund(order, 4, { 0: 'piece' }, failed)).toMatchObject({ ok: true })
    expect(await left()).toEqual([2, 5])
    await expectBooksAgree(db())
  })

  test('K13: a line that was kept in parts is promised no more', async () => {
    const order = await paid(5, 7, 6)
    await refund(order, 2, { 0: 'keep' })
    expect(await claims()).toEqual([{ state: 'promised', units: 5 }])
    await refund(order, 3)
    expect(await left()).toEqual([7, 4])
    expect(await claims()).toEqual([{ state: 'cut', units: 2 }])
    await expectBooksAgree(db())
  })

  test('K6, N21: a payment of practice keeps no cloth, and claims none when it is counted again', async () => {
    shop().provider.faults.events({ kind: 'wrong_livemode' })
    const order = await paid(3, 7)
    expect(await left()).toEqual([4])
    await settleOrder(shop().ctx, owner(), { ...form(order), how: 'practice', note: '' })
    expect(await left()).toEqual([7])
    await recount(7)
    expect(await left()).toEqual([7])
    await expectBooksAgree(db())
  })

  test('K7, N21: what was given back of an order claims nothing when cloth is found for the rest', async () => {
    await countForTests(shop().ctx, number, [1])
    const { order } = await placePaidOrder(shop(), [
      ['F-330', 2],
      ['F-1100', 1],
    ])
    await db()
      .updateTable('orders')
      .set({ state: 'needs_review', reviewReason: 'sold-out', paidAt: null })
      .execute()
    await refund(order.orderNumber, 1)
    await countForTests(shop().ctx, 'F-330', [4])
    await settleOrder(shop().ctx, owner(), { ...form(order.orderNumber), how: 'piece-found', note: '' })
    expect(await leftOfPieces(db(), 'F-330')).toEqual([3])
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
