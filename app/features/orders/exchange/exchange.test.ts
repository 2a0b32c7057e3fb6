import type { Transaction } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { moneyOfOrder } from '~/features/orders/money.queries.server.ts'
import { notGivenBack } from '~/features/orders/money.rules.ts'
import { saveTicks } from '~/features/orders/parcel/commands.server.ts'
import { unshipOrder } from '~/features/orders/parcel/correcting.commands.server.ts'
import { shipOrder } from '~/features/orders/parcel/shipping.commands.server.ts'
import { lockedPayment } from '~/features/orders/payment/commands.server.ts'
import { lockedOrderBy, orderBy } from '~/features/orders/queries.server.ts'
import { cancelOrder } from '~/features/orders/refund/cancelling.commands.server.ts'
import { compareRefunds } from '~/features/orders/refund/jobs.server.ts'
import { moneySheet } from '~/features/orders/refund/queries.server.ts'
import { requestRefund } from '~/features/orders/refund/requesting.commands.server.ts'
import { announceReturn } from '~/features/orders/refund/returns.commands.server.ts'
import { recordTransfer } from '~/features/orders/refund/transferring.commands.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { untilOneWaits } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { numbersFrom } from '../../../../tests/support/numbers-from.ts'
import { placePaidOrder } from '../../../../tests/support/paid-order.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { mailKinds } from '../../../../tests/support/shopper-for-tests.ts'
import { countForTests, expectBooksAgree, leftOfPieces } from '../../../../tests/support/stock-for-tests.ts'
import { exchangeLine, undoExchange } from './commands.server.ts'
import { exchangesOf } from './queries.server.ts'
import { mostExchanges } from './rules.ts'

const indigo = 'F-1100'
const grey = 'F-1101'
const cheap = 'F-800'

type ChangeForm = Parameters<typeof exchangeLine>[2]

checkoutOnBothEngines('another product for units of a paid line', (shop) => {
  const db = () => shop().ctx.db
  const provider = () => shop().provider
  const owner = () => deskPersonForTests(shop().ctx)
  let ids = 0
  const form = (number: string) => {
    ids += 1
    return { number, version: null, requestId: `exchange ${ids}`, mailsBuyer: false }
  }
  const put = (...products: ReturnType<typeof fabricForTests>[]) =>
    db()
      .transaction()
      .execute((trx) => putProducts(trx, Date.now(), products))
  const paid = async (wanted: readonly (readonly [string, number])[] = [[indigo, 3]]) => {
    await put(
      fabricForTests({ number: grey, name: '麻の葉 灰', priceText: '1100' }),
      fabricForTests({ number: cheap, name: '市松', priceText: '800' }),
    )
    return placePaidOrder(shop(), wanted)
  }
  const numberOf = async (...wanted: Parameters<typeof paid>) => (await paid(...wanted)).order.orderNumber
  const count = async (...pieces: readonly (readonly [string, number[]])[]) => {
    for (const [number, units] of pieces) await countForTests(shop().ctx, number, units)
  }
  const change = (number: string, parts: Partial<ChangeForm> = {}) =>
    exchangeLine(shop().ctx, owner(), {
      ...form(number),
      position: 0,
      units: 1,
      to: grey,
      difference: 0,
      ...parts,
    })
  const orderOf = async (number: string) => {
    const order = await orderBy(db(), 'orderNumber', number)
    if (order === undefined) throw new Error('an order of this test is gone')
    return order
  }
  const undo = async (number: string, parts: Partial<Parameters<typeof undoExchange>[2]> = {}) => {
    const all = await exchangesOf(db(), (await orderOf(number)).id)
    const exchange = all.findLast(({ undoneAt }) => undoneAt === null)?.id ?? all.at(-1)?.id ?? ''
    return undoExchange(shop().ctx, owner(), { ...form(number), exchange, ...parts })
  }
  const holds = async (number: string) =>
    (await orderOf(number)).lines.map(({ number, quantity }) => [number, quantity])
  const tick = async (number: string, key: string, on = true) =>
    saveTicks(shop().ctx, owner(), {
      requestId: form(number).requestId,
      on: on ? [`${number}:${key}`] : [],
      off: on ? [] : [`${number}:${key}`],
    })
  const refund = (
    number: string,
    wanted: Partial<Parameters<typeof requestRefund>[2]['wanted']>,
    back = {},
  ) =>
    requestRefund(shop().ctx, owner(), {
      ...form(number),
      wanted: { lines: [], shipping: 0, other: 0, reason: '', ...wanted },
      insteadOf: null,
      note: null,
      returnId: null,
      back,
    })
  const cancel = (number: string, back = {}) =>
    cancelOrder(shop().ctx, owner(), { ...form(number), reason: '', back })
  const ship = (number: string) => shipOrder(shop().ctx, owner(), { ...form(number), parcels: [] })
  const unship = (number: string, note = '') =>
    unshipOrder(shop().ctx, owner(), { ...form(number), note, mail: false })
  const left = (number: string) => leftOfPieces(db(), number)
  const claims = () =>
    db()
      .selectFrom('stockClaim')
      .select(['number', 'position', 'state', 'units'])
      .where('state', '!=', 'released')
      .orderBy('position')
      .execute()
  const refunds = () =>
    db().selectFrom('refund').select(['amount', 'state', 'reason']).orderBy('askedAt').execute()
  const refusedAs = (error: string) => ({ ok: false, error })
  const fine = { ok: true }

  test('M16: the order holds the other product, and what was paid stays as it was', async () => {
    await count([indigo, [7]], [grey, [5]])
    const number = await numberOf()
    const before = await db().selectFrom('orderLine').selectAll().execute()
    expect(await change(number)).toMatchObject(fine)
    expect(await holds(number)).toEqual([
      [indigo, 2],
      [grey, 1],
    ])
    expect(await db().selectFrom('orderLine').selectAll().execute()).toEqual(before)
    expect(await left(indigo)).toEqual([5])
    expect(await left(grey)).toEqual([4])
    expect(await claims()).toEqual([
      { number: indigo, position: 0, state: 'promised', units: 2 },
      { number: grey, position: 1, state: 'promised', units: 1 },
    ])
    expect(await refunds()).toEqual([])
    await expectBooksAgree(db())
  })

  test('M16: a line may be exchanged in parts, and what came in exchange again', async () => {
    const number = await numberOf()
    expect(await change(number, { units: 2 })).toMatchObject(fine)
    expect(await change(number, { position: 1, to: cheap, difference: 300 })).toMatchObject(fine)
    expect(await holds(number)).toEqual([
      [indigo, 1],
      [grey, 1],
      [cheap, 1],
    ])
    const { lines } = await orderOf(number)
    expect(lines.map(({ exchangedFrom }) => exchangedFrom)).toEqual([null, 0, 1])
  })

  test('M17: of a cheaper product the difference goes back, once, and a refund afterwards offers what the order holds', async () => {
    const number = await numberOf()
    const { total } = await orderOf(number)
    const sent = { ...form(number), position: 0, units: 2, to: cheap, difference: 600 }
    expect(await exchangeLine(shop().ctx, owner(), sent)).toMatchObject({ ok: true, value: { amount: 600 } })
    expect(await exchangeLine(shop().ctx, owner(), sent)).toMatchObject({ ok: true, value: { amount: 600 } })
    await provider().settled()
    expect(await refunds()).toEqual([
      { amount: 600, state: 'succeeded', reason: '商品の変更（麻の葉 → 市松）の差額' },
    ])
    expect(await moneySheet(db(), number)).toMatchObject({
      left: total - 600,
      lines: [
        { number: indigo, quantity: 1, unitPrice: 1100, unitsLeft: 1 },
        { number: cheap, quantity: 2, unitPrice: 800, unitsLeft: 2 },
      ],
    })
    expect(await refund(number, { lines: [{ position: 1, units: 2 }] })).toMatchObject({
      ok: true,
      value: { amount: 1600 },
    })
    expect(await cancel(number)).toMatchObject({ ok: true, value: { amount: total - 600 - 1600 } })
    expect(await moneySheet(db(), number)).toMatchObject({
      left: 0,
      lines: [{ unitsLeft: 0 }, { unitsLeft: 0 }],
    })
  })

  test('M17, N3: money goes back only after the owner said again who she is', async () => {
    const number = await numberOf()
    const late = { ...owner(), confirmedAt: 0 }
    const sent = { ...form(number), position: 0, units: 1, to: cheap, difference: 300 }
    expect(await exchangeLine(shop().ctx, late, sent)).toEqual(refusedAs('confirm'))
    expect(await exchangeLine(shop().ctx, late, { ...sent, difference: 0 })).toEqual(
      refusedAs('price-changed'),
    )
    expect(await exchangeLine(shop().ctx, late, { ...sent, to: grey, difference: 0 })).toMatchObject(fine)
  })

  test('M17: a difference that leaves nothing of the order, or is not there, is not given back', async () => {
    const number = await numberOf([[indigo, 1]])
    const { total } = await orderOf(number)
    await refund(number, { other: total - 300, reason: '傷' })
    expect(await change(number, { to: cheap, difference: 300 })).toEqual(refusedAs('money-left'))
    expect(await change(number)).toMatchObject(fine)
    await db().deleteFrom('refundLine').execute()
    await db().deleteFrom('refund').execute()
    await db().deleteFrom('payment').execute()
    expect(await change(number, { position: 1, to: cheap, difference: 300 })).toEqual(refusedAs('no-payment'))
  })

  test('M17: a payment that is not in yen gives no difference back', async () => {
    const number = await numberOf()
    await db().updateTable('payment').set({ currency: 'usd' }).execute()
    expect(await change(number, { to: cheap, difference: 300 })).toEqual(refusedAs('currency'))
  })

  test('N125: what is dearer, unknown, hidden, suspended, without a certain price, held, given away or of another kind is not taken', async () => {
    const number = await numberOf()
    await put(
      fabricForTests({ number: 'F-FREE', priceText: '800' }),
      fabricForTests({ number: 'K-80', type: 'kit', priceText: '800' }),
      fabricForTests({ number: 'F-HELD', priceText: '1100' }),
    )
    await db().updateTable('product').set({ price: 0 }).where('number', '=', 'F-FREE').execute()
    await db()
      .insertInto('heldPrice')
      .values({ number: 'F-HELD', price: 100, priceText: '100', formerPrice: 1100 })
      .execute()
    await db().insertInto('closedProduct').values({ number: cheap, closedAt: 1 }).execute()
    for (const [to, error] of [
      ['F-4400', 'dearer'],
      ['', 'no-product'],
      [indigo, 'same-product'],
      ['F-UNKNOWN', 'not-on-sale'],
      ['F-HIDDEN', 'not-on-sale'],
      ['F-NONE', 'not-on-sale'],
      ['F-FREE', 'not-on-sale'],
      [cheap, 'not-on-sale'],
      ['K-80', 'other-type'],
      ['F-HELD', 'price-held'],
    ] as const)
      expect([to, await change(number, { to })]).toEqual([to, refusedAs(error)])
    // What the owner has decided, and what has no other price, is no price that waits.
    for (const decided of [{ keptAt: 1 }, { keptAt: null, price: null }]) {
      await db().updateTable('heldPrice').set(decided).execute()
      expect(await change(number, { to: 'F-HELD' })).toMatchObject(fine)
      expect(await undo(number)).toMatchObject(fine)
    }
    await db().deleteFrom('heldPrice').execute()
    expect(await change(number, { to: 'F-HELD' })).toMatchObject(fine)
  })

  test('N125: a price of a list that is too old to sell by is none', async () => {
    const number = await numberOf()
    await db().updateTable('product').set({ source: 'feed' }).where('number', '=', grey).execute()
    const nothing = { etag: null, lastModified: null, shortSince: null, nothingSince: null }
    const never = { askedAt: null, beganAt: null, finishedAt: null, lastError: 'x', itemCount: 1 }
    const feed = {
      id: 'feed',
      active: 1,
      urlHash: 'x',
      lastAttemptAt: 2,
      lastSuccessAt: 1,
      failures: 9,
      badSince: 2,
    }
    await db()
      .insertInto('feedImport')
      .values({ ...feed, ...nothing, ...never })
      .execute()
    expect(await change(number)).toEqual(refusedAs('not-on-sale'))
    await db()
      .updateTable('feedImport')
      .set({ lastSuccessAt: shop().ctx.now(), failures: 0, badSince: null })
      .execute()
    expect(await change(number)).toMatchObject(fine)
  })

  test('N125: a price that changed since the form was drawn is asked anew', async () => {
    const number = await numberOf()
    await put(fabricForTests({ number: cheap, name: '市松', priceText: '700' }))
    expect(await change(number, { to: cheap, difference: 300 })).toEqual(refusedAs('price-changed'))
    expect(await change(number, { to: cheap, difference: 400 })).toMatchObject(fine)
  })

  test.each([
    [0, 'bad-units'],
    [4, 'bad-units'],
    [Number.NaN, 'bad-units'],
    [1.5, 'bad-units'],
  ])('N125: %s units of three are refused', async (units, error) => {
    expect(await change(await numberOf(), { units })).toEqual(refusedAs(error))
  })

  test('N125: an order that is unpaid, unsettled, shipped, cancelled, given back or contested is not touched', async () => {
    const number = await numberOf()
    const nothing = async (error: string) => {
      expect(await change(number)).toEqual(refusedAs(error))
      expect((await holds(number)).length).toBe(1)
    }
    const set = (row: object) => db().updateTable('orders').set(row).execute()
    await set({ state: 'awaiting_payment' })
    await nothing('unpaid')
    await set({ state: 'needs_review', reviewReason: 'amount' })
    await nothing('unsettled')
    await set({ state: 'paid', reviewReason: 'paid-twice' })
    await nothing('unsettled')
    await set({ reviewReason: null, cancelledAt: 1 })
    await nothing('cancelled')
    await set({ cancelledAt: null })
    await ship(number)
    await nothing('shipped')
    await unship(number)
    const { sessionId } = await orderOf(number)
    await provider().dispute(sessionId ?? '')
    await provider().settled()
    await nothing('disputed')
    await db().deleteFrom('dispute').execute()
    const { total } = await orderOf(number)
    await db().updateTable('orders').set({ cancelledAt: null }).execute()
    await provider().refund(sessionId ?? '', { amount: total })
    await provider().settled()
    await set({ cancelledAt: null })
    await nothing('refunded')
  })

  test('N125: a line in the box, being refunded, awaited back or given back, and a kit that came free stay as they are', async () => {
    await put(fabricForTests({ number: 'K-9', name: 'ほかのキット', type: 'kit', priceText: '1500' }))
    const number = await numberOf([
      [indigo, 3],
      ['K-1', 1],
      ['K-2', 1],
      ['K-3', 1],
    ])
    expect(await change(number, { position: 1, to: 'K-9' })).toEqual(refusedAs('free'))
    expect(await change(number, { position: 3, to: 'K-9' })).toMatchObject(fine)
    expect(await change(number, { position: 9 })).toEqual(refusedAs('no-line'))
    await tick(number, '0:packed')
    expect(await change(number)).toEqual(refusedAs('packed'))
    await tick(number, '0:packed', false)
    provider().faults.calls({ kind: 'fail', status: 503 }, { times: 50 })
    await refund(number, { lines: [{ position: 0, units: 1 }] })
    expect(await change(number)).toEqual(refusedAs('under-way'))
    provider().faults.clear()
    await db().updateTable('refund').set({ state: 'succeeded' }).execute()
    expect(await change(number, { units: 3 })).toEqual(refusedAs('bad-units'))
    const { id } = await orderOf(number)
    const awaited = { id: 'r', orderId: id, announcedAt: 1, arrivedAt: null, condition: null, refundId: null }
    await db()
      .insertInto('orderReturn')
      .values({ ...awaited, lines: '[[0,1]]' })
      .execute()
    expect(await change(number)).toEqual(refusedAs('under-way'))
    const { id: refundId } = await db().selectFrom('refund').select('id').executeTakeFirstOrThrow()
    await db().updateTable('orderReturn').set({ arrivedAt: 1, refundId }).execute()
    await db().updateTable('refundLine').set({ units: 3 }).execute()
    expect(await change(number)).toEqual(refusedAs('given-back'))
    await db().updateTable('refundLine').set({ units: 1 }).execute()
    expect(await change(number, { units: 2 })).toMatchObject(fine)
    expect(await holds(number)).toMatchObject([
      [indigo, 1],
      ['K-1', 1],
      ['K-2', 1],
      ['K-3', 0],
      ['K-9', 1],
      [grey, 2],
    ])
  })

  test('N125: without cloth for all of it nothing changes', async () => {
    await count([indigo, [7]], [grey, [1, 2]])
    const number = await numberOf()
    const { version } = await orderOf(number)
    expect(await change(number, { units: 3 })).toEqual(refusedAs('no-piece'))
    expect(await holds(number)).toEqual([[indigo, 3]])
    expect([await left(indigo), await left(grey)]).toEqual([[4], [1, 2]])
    expect((await orderOf(number)).version).toBe(version)
    await expectBooksAgree(db())
    expect(await change(number, { units: 2 })).toMatchObject(fine)
  })

  test('N125: a form about another state of the order is refused, and one order has so many exchanges', async () => {
    const number = await numberOf()
    const { version } = await orderOf(number)
    expect(await change(number, { version })).toMatchObject(fine)
    expect(await change(number, { version })).toEqual(refusedAs('stale'))
    expect(await undo(number, { version })).toEqual(refusedAs('stale'))
    for (let at = 1; at < mostExchanges; at += 1) {
      expect(await undo(number)).toMatchObject(fine)
      expect(await change(number)).toMatchObject(fine)
    }
    expect(await undo(number)).toMatchObject(fine)
    expect(await change(number)).toEqual(refusedAs('too-many'))
  })

  test('K34: of cut cloth the owner says what becomes of it', async () => {
    await count([indigo, [7]], [grey, [9]])
    const number = await numberOf()
    await tick(number, '0:cut')
    expect(await change(number, { units: 3 })).toEqual(refusedAs('cut-unsaid'))
    expect(await change(number, { units: 3, back: 'piece' })).toMatchObject(fine)
    expect(await left(indigo)).toEqual([4, 3])
    expect(await db().selectFrom('packingTick').selectAll().execute()).toEqual([])
    await tick(number, '1:cut')
    expect(await undo(number)).toEqual(refusedAs('cut-unsaid'))
    expect(await undo(number, { back: 'keep' })).toMatchObject(fine)
    expect([await left(indigo), await left(grey)]).toEqual([[4, 0], [6]])
    await expectBooksAgree(db())
  })

  test('K34: a cut piece that was put away is the one of the line again when the change is undone', async () => {
    await count([indigo, [7]], [grey, [9]])
    const number = await numberOf()
    await tick(number, '0:cut')
    expect(await change(number, { units: 3, back: 'keep' })).toMatchObject(fine)
    expect(await left(indigo)).toEqual([4])
    expect(await undo(number)).toMatchObject(fine)
    expect([await left(indigo), await left(grey)]).toEqual([[4], [9]])
    expect(await claims()).toEqual([{ number: indigo, position: 0, state: 'cut', units: 3 }])
    await cancel(number, { 0: 'piece' })
    expect(await left(indigo)).toEqual([4, 3])
    await expectBooksAgree(db())
  })

  test('K34: the tick of a cut line goes with the last of it, and stays where some of it stays', async () => {
    await count([indigo, [7]], [grey, [9]])
    const number = await numberOf()
    const ticks = () => db().selectFrom('packingTick').select(['position', 'step']).execute()
    await tick(number, '0:cut')
    expect(await change(number, { back: 'piece' })).toMatchObject(fine)
    expect(await ticks()).toEqual([{ position: 0, step: 'cut' }])
    expect(await change(number, { units: 2, back: 'keep' })).toMatchObject(fine)
    expect(await ticks()).toEqual([{ position: 0, step: 'cut' }])
  })

  test('K34: cloth that was cut before it was counted comes back as many units as it had', async () => {
    const number = await numberOf()
    await tick(number, '0:cut')
    await count([indigo, [5]])
    expect(await change(number, { back: 'piece' })).toMatchObject(fine)
    expect(await left(indigo)).toEqual([5, 1])
    await cancel(number, { 0: 'piece' })
    expect(await left(indigo)).toEqual([5, 1, 2])
    await expectBooksAgree(db())
  })

  test('K34: what is not counted is not asked about', async () => {
    const number = await numberOf()
    await tick(number, '0:cut')
    expect(await change(number)).toMatchObject(fine)
  })

  test('N126: changed and changed back moves no money and no cloth', async () => {
    await count([indigo, [3, 7]], [grey, [5]])
    const number = await numberOf()
    const before = { indigo: await left(indigo), grey: await left(grey), claims: await claims() }
    for (const units of [3, 1]) {
      expect(await change(number, { units })).toMatchObject(fine)
      await expectBooksAgree(db())
      expect(await undo(number)).toMatchObject(fine)
      expect({ indigo: await left(indigo), grey: await left(grey), claims: await claims() }).toEqual(before)
      expect(await holds(number)).toMatchObject([
        [indigo, 3],
        ...(units === 3
          ? [[grey, 0]]
          : [
              [grey, 0],
              [grey, 0],
            ]),
      ])
      await expectBooksAgree(db())
    }
    expect(await undo(number)).toEqual(refusedAs('no-exchange'))
    // By another change to the former product as well.
    expect(await change(number, { units: 3 })).toMatchObject(fine)
    expect(await change(number, { position: 3, units: 3, to: indigo })).toMatchObject(fine)
    expect([await left(indigo), await left(grey)]).toEqual([before.indigo, before.grey])
    expect(await refunds()).toEqual([])
  })

  test('N126: packed, exchanged on, given back or paid back it is not undone', async () => {
    const number = await numberOf()
    expect(await change(number, { units: 2 })).toMatchObject(fine)
    const [first] = await exchangesOf(db(), (await orderOf(number)).id)
    const exchange = first?.id ?? ''
    for (const position of [0, 1]) {
      await tick(number, `${position}:packed`)
      expect(await undo(number)).toEqual(refusedAs('packed'))
      await tick(number, `${position}:packed`, false)
    }
    await change(number, { position: 1, to: cheap, difference: 300 })
    expect(await undo(number)).toEqual(refusedAs('money-back'))
    expect(await undo(number, { exchange })).toEqual(refusedAs('exchanged-on'))
    expect(await undo(number, { exchange: 'of another order' })).toEqual(refusedAs('no-exchange'))
    await ship(number)
    expect(await undo(number)).toEqual(refusedAs('shipped'))
  })

  /** The difference of an exchange whose refund the provider took and could not bring to the card. */
  const failDifference = async () => {
    await provider().settled()
    const last = await db()
      .selectFrom('refund')
      .select('providerId')
      .where('state', '=', 'succeeded')
      .where('via', '=', 'provider')
      .executeTakeFirstOrThrow()
    await provider().changeRefund(last.providerId ?? '', 'failed')
    await provider().settled()
  }
  const again = async (number: string, other: number, insteadOf?: string) =>
    requestRefund(shop().ctx, owner(), {
      ...form(number),
      wanted: { lines: [], shipping: 0, other, reason: '差額' },
      ...{ insteadOf: insteadOf ?? null, note: null, returnId: null },
    })
  const owedIn = async (number: string) =>
    ((await moneySheet(db(), number))?.refunds ?? []).flatMap(({ id, isOpen }) => (isOpen ? id : []))

  test('N126, N156: a change whose difference never reached the card is undone; the difference is not owed then, and all of it is paid once', async () => {
    await count([indigo, [7]], [cheap, [5]])
    const number = await numberOf()
    const { total } = await orderOf(number)
    expect(await change(number, { units: 2, to: cheap, difference: 600 })).toMatchObject(fine)
    expect(await undo(number), 'on its way or arrived').toEqual(refusedAs('money-back'))
    await failDifference()
    const [owed = ''] = await owedIn(number)
    expect(await moneySheet(db(), number)).toMatchObject({ left: total })
    expect(await undo(number, { mailsBuyer: true })).toMatchObject(fine)
    expect(await holds(number)).toMatchObject([
      [indigo, 3],
      [cheap, 0],
    ])
    expect([await left(indigo), await left(cheap)]).toEqual([[4], [5]])
    expect(await owedIn(number)).toEqual([])
    expect(notGivenBack(await moneyOfOrder(db(), (await orderOf(number)).id))).toBe(0)
    expect(await again(number, 600, owed), 'from a page that was open before').toEqual(
      refusedAs('no-failed-refund'),
    )
    const transfer = { refundId: owed, sentAt: shop().ctx.now(), note: '' }
    expect(await recordTransfer(shop().ctx, owner(), { ...form(number), ...transfer })).toEqual(
      refusedAs('no-failed-refund'),
    )
    // What the provider says of it later does not make it owed again.
    await compareRefunds(shop().ctx, new AbortController().signal)
    expect(await owedIn(number)).toEqual([])
    const texts = await db()
      .selectFrom('mail')
      .select('text')
      .where('kind', '=', 'order_exchange_undone')
      .execute()
    expect(texts.map(({ text }) => text).join()).toContain('差額の600円は、お返しする必要がなくなりました。')
    expect(await change(number, { units: 2, to: cheap, difference: 600 })).toMatchObject(fine)
    await provider().settled()
    expect(await moneySheet(db(), number)).toMatchObject({ left: total - 600 })
    await expectBooksAgree(db())
  })

  test('M11, N156: a difference that arrives after its change was undone counts as gone, and its owner hears of it; failed once more it is owed to nobody', async () => {
    const number = await numberOf()
    const { total } = await orderOf(number)
    await change(number, { to: cheap, difference: 300 })
    await failDifference()
    const { providerId } = await db().selectFrom('refund').select('providerId').executeTakeFirstOrThrow()
    expect(await undo(number)).toMatchObject(fine)
    for (const state of ['succeeded', 'failed', 'succeeded'] as const) {
      await provider().changeRefund(providerId ?? '', state)
      await provider().settled()
      expect(await owedIn(number), state).toEqual([])
    }
    expect(await moneySheet(db(), number)).toMatchObject({ left: total - 300 })
    expect(await owedIn(number)).toEqual([])
    const told = await db().selectFrom('mail').select('subject').where('kind', '=', 'owner_refund').execute()
    expect(told.map(({ subject }) => subject).join()).toContain('届かなかったはずの返金が届きました')
    expect(await again(number, total)).toMatchObject({ ok: false })
    expect(await again(number, total - 300)).toMatchObject(fine)
    await provider().settled()
    await expectBooksAgree(db())
  })

  test('M54, N156: a difference that was tried again is not owed after its change was undone, though the first one arrives and fails once more', async () => {
    const number = await numberOf()
    await change(number, { to: cheap, difference: 300 })
    await failDifference()
    const first = await db().selectFrom('refund').select(['id', 'providerId']).executeTakeFirstOrThrow()
    await again(number, 300, first.id)
    await failDifference()
    expect(await undo(number)).toMatchObject(fine)
    for (const state of ['succeeded', 'failed'] as const) {
      await provider().changeRefund(first.providerId ?? '', state)
      await provider().settled()
      expect(await owedIn(number), state).toEqual([])
    }
  })

  test('N126, N156: once the difference was tried again or sent by bank, the change is undone as what came last says', async () => {
    const number = await numberOf()
    await change(number, { to: cheap, difference: 300 })
    await failDifference()
    const [first = ''] = await owedIn(number)
    expect(await again(number, 300, first)).toMatchObject(fine)
    expect(await undo(number)).toEqual(refusedAs('money-back'))
    await failDifference()
    const [second = ''] = await owedIn(number)
    expect(second).not.toBe(first)
    // Another sum is no difference: it may hold what is owed for something else.
    expect(await again(number, 400, second)).toMatchObject(fine)
    await failDifference()
    expect(await undo(number)).toEqual(refusedAs('money-back'))
    expect(await owedIn(number)).toHaveLength(1)
    const other = await numberOf()
    await change(other, { to: cheap, difference: 300 })
    await failDifference()
    const [owed = ''] = await owedIn(other)
    await again(other, 300, owed)
    await failDifference()
    expect(await undo(other)).toMatchObject(fine)
    expect(await owedIn(other)).toEqual([])
    const byBank = await numberOf()
    await change(byBank, { to: cheap, difference: 300 })
    await failDifference()
    const [refundId = ''] = await owedIn(byBank)
    const transfer = { refundId, sentAt: shop().ctx.now(), note: '' }
    expect(await recordTransfer(shop().ctx, owner(), { ...form(byBank), ...transfer })).toMatchObject(fine)
    expect(await undo(byBank)).toEqual(refusedAs('money-back'))
  })

  test.each(['cancel', 'refund'] as const)(
    'N156: who gives all of it back by a %s owes no difference beside it',
    async (how) => {
      const number = await numberOf()
      const { total } = await orderOf(number)
      await change(number, { to: cheap, difference: 300 })
      await failDifference()
      expect(await owedIn(number)).toHaveLength(1)
      expect(await (how === 'cancel' ? cancel(number) : again(number, total))).toMatchObject(fine)
      await provider().settled()
      expect(await owedIn(number)).toEqual([])
      // All of it is owed, once, where this fails as well.
      await failDifference()
      expect(notGivenBack(await moneyOfOrder(db(), (await orderOf(number)).id))).toBe(total)
      expect(await owedIn(number)).toHaveLength(1)
    },
  )

  test('N126: units that went back or are about to are not undone', async () => {
    const number = await numberOf()
    await change(number, { units: 2 })
    provider().faults.calls({ kind: 'fail', status: 503 }, { times: 50 })
    await refund(number, { lines: [{ position: 1, units: 1 }] })
    expect(await undo(number)).toEqual(refusedAs('under-way'))
    provider().faults.clear()
    await db().updateTable('refund').set({ state: 'succeeded' }).execute()
    expect(await undo(number)).toEqual(refusedAs('given-back'))
  })

  test('N125, N126: units whose refund failed stay until it is over, so that they are not given back and sent as well', async () => {
    const number = await numberOf()
    const failed = () =>
      db().selectFrom('refund').select('id').where('state', '=', 'failed').executeTakeFirst()
    const fail = () => db().updateTable('refund').set({ state: 'failed' }).execute()
    await refund(number, { lines: [{ position: 0, units: 1 }] })
    await provider().settled()
    await fail()
    expect(await change(number, { units: 3 })).toEqual(refusedAs('under-way'))
    const refundId = (await failed())?.id ?? ''
    const transfer = { refundId, sentAt: shop().ctx.now(), note: '' }
    expect(await recordTransfer(shop().ctx, owner(), { ...form(number), ...transfer })).toMatchObject(fine)
    expect(await change(number, { units: 3 })).toEqual(refusedAs('bad-units'))
    expect(await change(number, { units: 2 })).toMatchObject(fine)
    await refund(number, { lines: [{ position: 1, units: 1 }] })
    await provider().settled()
    await db().updateTable('refund').set({ state: 'failed' }).where('via', '=', 'provider').execute()
    expect(await undo(number)).toEqual(refusedAs('under-way'))
  })

  test('N125, S11: an order of a former demo takes no cloth of the open shop', async () => {
    await count([indigo, [7]], [grey, [5]])
    const number = await numberOf()
    await db()
      .updateTable('orders')
      .set({ practice: shop().ctx.demo ? 0 : 1 })
      .execute()
    expect(await change(number)).toEqual(refusedAs('practice'))
    expect(await left(grey)).toEqual([5])
    await db()
      .updateTable('orders')
      .set({ practice: shop().ctx.demo ? 1 : 0 })
      .execute()
    expect(await change(number)).toMatchObject(fine)
    await db()
      .updateTable('orders')
      .set({ practice: shop().ctx.demo ? 0 : 1 })
      .execute()
    expect(await undo(number)).toEqual(refusedAs('practice'))
  })

  test('N126: a tick on a place of which nothing is left does not keep the change from being undone', async () => {
    const number = await numberOf()
    expect(await change(number, { units: 3 })).toMatchObject(fine)
    // From a page of 発送作業 that was open before.
    await tick(number, '0:packed')
    await tick(number, '0:cut')
    expect(await undo(number)).toMatchObject(fine)
    expect(await db().selectFrom('packingTick').selectAll().execute()).toEqual([])
  })

  test('N126: where the former cloth is sold or its rest is cut it is not undone, and nothing changes', async () => {
    await count([indigo, [3]], [grey, [5]])
    const number = await numberOf()
    expect(await change(number, { units: 3 })).toMatchObject(fine)
    await placePaidOrder(shop(), [[indigo, 1]])
    expect(await undo(number)).toEqual(refusedAs('former-gone'))
    expect([await left(indigo), await left(grey)]).toEqual([[2], [2]])
    await expectBooksAgree(db())
    const other = await numberOf([[grey, 2]])
    expect(await change(other, { to: indigo })).toMatchObject(fine)
    await tick(other, '0:cut')
    expect(await undo(other)).toEqual(refusedAs('rest-cut'))
  })

  test('K35: cancel, return and un-ship after a change handle the new piece, once', async () => {
    await count([indigo, [7]], [grey, [9]])
    const number = await numberOf()
    await change(number, { units: 2 })
    expect(await ship(number)).toMatchObject(fine)
    expect((await claims()).map(({ state }) => state)).toEqual(['cut', 'cut'])
    const sent = { ...form(number), units: [0, 3] }
    expect(await announceReturn(shop().ctx, owner(), sent)).toMatchObject({ ok: false })
    expect(await unship(number)).toMatchObject(fine)
    expect(await claims()).toMatchObject([
      { state: 'promised', units: 1 },
      { state: 'promised', units: 2 },
    ])
    expect(await ship(number)).toMatchObject(fine)
    expect(
      await announceReturn(shop().ctx, owner(), { ...sent, ...form(number), units: [0, 2] }),
    ).toMatchObject(fine)
    expect(await refund(number, { lines: [{ position: 1, units: 2 }] }, { 1: 'piece' })).toMatchObject({
      value: { amount: 2200 },
    })
    expect([await left(indigo), await left(grey)]).toEqual([[6], [7, 2]])
    await expectBooksAgree(db())
    const cancelled = await numberOf()
    await change(cancelled, { units: 2 })
    await cancel(cancelled)
    expect(await cancel(cancelled)).toEqual(refusedAs('cancelled'))
    expect([await left(indigo), await left(grey)]).toEqual([[6], [7, 2]])
    await expectBooksAgree(db())
  })

  test('N125, M47: the buyer is told unless the owner takes the mail off, by one mail of the product and of the money', async () => {
    const number = await numberOf()
    const kinds = async () =>
      (await mailKinds(db())).filter((kind) => kind.includes('exchange') || kind.includes('refund'))
    await change(number)
    await undo(number)
    expect(await kinds()).toEqual([])
    await change(number, { mailsBuyer: true })
    await undo(number, { mailsBuyer: true })
    expect(await kinds()).toEqual(['order_exchange_undone', 'order_exchanged'])
    await change(number, { to: cheap, difference: 300, mailsBuyer: true })
    await provider().settled()
    expect((await kinds()).toSorted(), 'one says both').toEqual([
      'order_exchange_undone',
      'order_exchanged',
      'order_exchanged',
    ])
    const texts = await db().selectFrom('mail').select('text').where('kind', '=', 'order_exchanged').execute()
    const [equal, cheaper] = texts.map(({ text }) => text).toSorted((a, b) => a.length - b.length)
    for (const part of [
      '差額の300円は、お支払いのカードへお返しします。',
      '返金額 300円',
      '内消費税 27円',
      '5〜10日',
    ])
      expect(cheaper).toContain(part)
    expect(equal).toContain('代金は変わりません。')
    for (const part of ['返金額', '■ 返金の方法']) expect(equal).not.toContain(part)
  })

  test('M16: two changes at once end as one after the other', async () => {
    await count([indigo, [7]], [grey, [2]])
    const number = await numberOf()
    const ended = await Promise.all([change(number, { units: 2 }), change(number, { units: 2 })])
    expect(ended.filter(({ ok }) => ok).length).toBe(1)
    expect(await holds(number)).toMatchObject([
      [indigo, 1],
      [grey, 2],
    ])
    await expectBooksAgree(db())
  })

  const besides = ['a refund', 'a ship', 'a dispute', 'a cancel', 'a tick'] as const
  /** What another process writes while a change waits for it; of units at this position. */
  const write = async (
    trx: Transaction<Schema>,
    what: (typeof besides)[number],
    { orderId, paymentIntent, position }: { orderId: string; paymentIntent: string; position: number },
  ) => {
    if (what === 'a ship') await trx.updateTable('orders').set({ shippedAt: 1 }).execute()
    if (what === 'a cancel') await trx.updateTable('orders').set({ cancelledAt: 1 }).execute()
    if (what === 'a tick')
      await trx
        .insertInto('packingTick')
        .values({ orderId, position, step: 'packed', tickedBy: 'a', tickedAt: 1 })
        .execute()
    if (what === 'a dispute')
      await trx
        .insertInto('dispute')
        .values({
          ...{ id: 'd', paymentIntent, amount: 1100, reason: 'fraudulent', status: 'needs_response' },
          ...{ dueBy: null, openedAt: 1, asOf: 1, closedAt: null },
        })
        .execute()
    if (what !== 'a refund') return
    await trx
      .insertInto('refund')
      .values({
        ...{ id: 'r', requestId: 'r', paymentIntent, amount: 1100, state: 'pending', providerId: 'r' },
        ...{ via: 'provider', askedAt: 1, askedBy: 'a', asOf: 1, mailsBuyer: 0 },
      })
      .execute()
    await trx
      .insertInto('refundLine')
      .values({ refundId: 'r', ordinal: 0, part: 'lines', position, units: 1, amount: 1100 })
      .execute()
  }

  test.each(besides.flatMap((what) => [['a change', what] as const, ['an undo', what] as const]))(
    'M16, N126: %s waits for %s that is being written, and sees it',
    async (act, what) => {
      await count([indigo, [9]], [grey, [9]])
      const { order, paymentIntent } = await paid()
      const number = order.orderNumber
      if (act === 'an undo') expect(await change(number, { units: 3 })).toMatchObject(fine)
      const before = { holds: await holds(number), left: [await left(indigo), await left(grey)] }
      const waiting = Promise.withResolvers<Awaited<ReturnType<typeof change>>>()
      await db()
        .transaction()
        .execute(async (trx) => {
          if (what === 'a refund' || what === 'a dispute') await lockedPayment(trx, paymentIntent)
          else await lockedOrderBy(trx, 'orderNumber', number)
          const pressed = act === 'a change' ? change(number, { units: 3 }) : undo(number)
          pressed.then(waiting.resolve, waiting.reject)
          await untilOneWaits(db())
          const position = act === 'a change' ? 0 : 1
          await write(trx, what, { orderId: order.id, paymentIntent, position })
        })
      const errors = {
        'a refund': 'under-way',
        'a ship': 'shipped',
        'a dispute': 'disputed',
        'a cancel': 'cancelled',
        'a tick': 'packed',
      }
      expect(await waiting.promise).toEqual(refusedAs(errors[what]))
      expect({ holds: await holds(number), left: [await left(indigo), await left(grey)] }).toEqual(before)
    },
  )

  test('M16: a tick waits for what is being done to its order, and is not set on one that was cancelled', async () => {
    const { order } = await paid()
    const number = order.orderNumber
    const ticking = Promise.withResolvers<Awaited<ReturnType<typeof tick>>>()
    await db()
      .transaction()
      .execute(async (trx) => {
        await lockedOrderBy(trx, 'orderNumber', number)
        tick(number, '0:packed').then(ticking.resolve, ticking.reject)
        await untilOneWaits(db())
        await trx.updateTable('orders').set({ cancelledAt: 1 }).execute()
      })
    expect(await ticking.promise).toMatchObject({ ok: true, value: { saved: 0 } })
    expect(await db().selectFrom('packingTick').selectAll().execute()).toEqual([])
  })

  test('M16: whoever refunds, ships or cancels beside a change does it to what the order holds then', async () => {
    await count([indigo, [20]], [grey, [20]])
    for (const beside of [
      (number: string) => refund(number, { lines: [{ position: 0, units: 2 }] }),
      ship,
      (number: string) => cancel(number),
    ]) {
      const number = await numberOf()
      await Promise.all([change(number, { units: 2 }), beside(number)])
      const sheet = await moneySheet(db(), number)
      expect(sheet?.lines.every(({ quantity, unitsLeft }) => quantity >= unitsLeft && unitsLeft >= 0)).toBe(
        true,
      )
      expect(sheet?.lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(3)
      await expectBooksAgree(db())
    }
  })

  test.each([1, 2, 3, 4])(
    'K35: stock books add up after any sequence of changes, cancels, refunds and ships (seed %i)',
    async (seed) => {
      await count([indigo, [9, 4]], [grey, [6, 3]], [cheap, [5]])
      const orders = [await numberOf(), await numberOf([[grey, 2]])]
      const draw = numbersFrom(seed)
      const one = <T>(of: readonly T[]): T => {
        const found = of[draw(of.length)]
        if (found === undefined) throw new Error('nothing to draw from')
        return found
      }
      const prices: Readonly<Record<string, number>> = { [indigo]: 1100, [grey]: 1100, [cheap]: 800 }
      const totals = await Promise.all(orders.map(async (number) => Number((await orderOf(number)).total)))
      for (let step = 0; step < 25; step += 1) {
        const number = one(orders)
        const { lines } = await orderOf(number)
        const position = draw(lines.length)
        const units = 1 + draw(3)
        const to = one([indigo, grey, cheap])
        const back = one(['bolt', 'piece', 'keep'] as const)
        const difference = (Number(lines[position]?.unitPrice ?? 0) - (prices[to] ?? 0)) * units
        await one([
          () => change(number, { position, units, to, back, difference }),
          () => change(number, { position, units, to, back, difference }),
          () => undo(number, { back }),
          () => undo(number, { back }),
          () => tick(number, `${position}:cut`, draw(2) === 0),
          () => refund(number, { lines: [{ position, units: 1 }] }, { [position]: back }),
          () => ship(number),
          () => unship(number),
          () => unship(number, '戻りました'),
          ...(draw(12) === 0 ? [() => cancel(number, { [position]: back })] : []),
        ])()
        await expectBooksAgree(db())
      }
      for (const [at, number] of orders.entries()) {
        const { lines } = await orderOf(number)
        expect(lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe([3, 2][at])
        const sheet = await moneySheet(db(), number)
        expect(sheet?.left).toBeGreaterThanOrEqual(0)
        expect(sheet?.paid).toBe(totals[at])
        await cancel(number)
      }
      await expectBooksAgree(db())
    },
  )
})
