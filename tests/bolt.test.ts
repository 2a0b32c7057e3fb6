import { expect, test } from 'vitest'
import { press } from '../app/features/desk/access/desk-action.server.ts'
import { saveTicks } from '../app/features/orders/parcel/commands.server.ts'
import { shipOrder } from '../app/features/orders/parcel/shipping.commands.server.ts'
import { cancelOrder } from '../app/features/orders/refund/cancelling.commands.server.ts'
import { requestRefund } from '../app/features/orders/refund/requesting.commands.server.ts'
import { receivePieces, recountPieces } from '../app/features/stock/counting.commands.server.ts'
import { deskStock } from '../app/features/stock/desk/desk.queries.server.ts'
import { piecesText } from '../app/features/stock/measures.rules.ts'
import type { DeskStock, ReturnedAs } from '../app/features/stock/rules.ts'
import { checkoutOnBothEngines } from './support/checkout-on-both-engines.ts'
import { deskPersonForTests } from './support/desk-person-for-tests.ts'
import { bodyFor, ordersOf, postCheckout } from './support/shopper-for-tests.ts'
import { expectBooksAgree, leftOfPieces } from './support/stock-for-tests.ts'

const number = 'F-1100'
/** What each of twelve shoppers wants: together more than there is, but at the start a piece fits each. */
const wanted = Array.from({ length: 12 }, (_, at) => 1 + (at % 4))

const sum = (units: readonly number[]) => units.reduce((total, each) => total + each, 0)

checkoutOnBothEngines('a bolt of cloth', (shop) => {
  const db = () => shop().ctx.db
  const owner = () => deskPersonForTests(shop().ctx)
  const joined = () => {
    const { ctx } = shop()
    return { ...ctx, settings: { ...ctx.settings, joined: 'lengthwise' as const } }
  }
  const shelf = async (): Promise<DeskStock> => {
    const stock = await deskStock(db(), number)
    if (stock === undefined) throw new Error('the product of this test is gone')
    return stock
  }
  let forms = 0
  const nextForm = () => {
    forms += 1
    return `form ${forms}`
  }
  /** As the desk sends a form of the stock's page. */
  const send = async (act: typeof receivePieces, fields: Readonly<Record<string, string>>) => {
    const stock = await shelf()
    const form = new FormData()
    const all = { requestId: nextForm(), version: String(stock.version), ...fields }
    for (const [name, value] of Object.entries(all)) form.set(name, value)
    const actor = owner()
    const ctx = { ...joined(), actor, requestId: '' }
    return press(act, { at: { number }, done: () => 'done' }).answer(ctx, actor, form)
  }
  /** A shopper at an address of her own: the units she got, with the session of her payment page. */
  const buy = async (units: number, at: number) => {
    const body = await bodyFor(db(), [[number, units]], `browser-${at}-of-this-test`)
    const answer = await postCheckout(shop(), body, { address: `203.0.${at}.7` })
    if (answer.status === 200) return { units, session: answer.body.url?.split('/').at(-1) ?? '' }
    expect([answer.status, answer.body.code]).toEqual([409, 'stock_short'])
    expect(answer.body.lines?.[0]?.most).toBeLessThan(units)
    return { units, session: null }
  }
  const orderForm = (orderNumber: string) => ({
    number: orderNumber,
    version: null,
    requestId: nextForm(),
    mailsBuyer: false,
  })
  const giveBack = (orderNumber: string, units: number, as: ReturnedAs) =>
    requestRefund(shop().ctx, owner(), {
      ...orderForm(orderNumber),
      wanted: { lines: [{ position: 0, units }], shipping: 0, other: 0, reason: '' },
      insteadOf: null,
      note: null,
      returnId: null,
      back: { 0: as },
    })

  test('26-28, 36, K1-K4, K9, K13: received, sold in pieces to twelve at once, cut, partly returned and counted: the books agree', async () => {
    const received = await send(receivePieces, {
      'length-0': '3.5',
      'width-0': '110',
      'length-1': '2',
      'width-1': '55',
    })
    expect(received).toBe('done')
    expect(await leftOfPieces(db(), number)).toEqual([7, 7, 4])
    await expectBooksAgree(db())

    const presses = await Promise.all(wanted.map(buy))
    await expectBooksAgree(db())
    const sold = presses.filter(({ session }) => session !== null)
    const soldUnits = sum(sold.map(({ units }) => units))
    const afterSale = await leftOfPieces(db(), number)
    expect(soldUnits + sum(afterSale)).toBe(18)
    for (const { units, session } of presses)
      if (session === null) expect(units).toBeGreaterThan(Math.max(...afterSale))
    await Promise.all(sold.map(({ session }) => shop().provider.pay(session ?? '')))
    await shop().provider.settled()
    const orders = await ordersOf(db())
    expect(orders.map(({ state }) => state)).toEqual(sold.map(() => 'paid'))
    await expectBooksAgree(db())
    const lines = await db().selectFrom('orderLine').select(['orderId', 'quantity']).execute()
    const unitsOf = (orderId: string) => lines.find((line) => line.orderId === orderId)?.quantity ?? 0

    // The longest is cancelled before it is cut; all others are cut and sent, and half of the next comes back.
    const [cancelled, returned, ...others] = orders.toSorted((a, b) => unitsOf(b.id) - unitsOf(a.id))
    if (cancelled === undefined || returned === undefined) throw new Error('fewer than two were sold')
    const sent = [returned, ...others]
    const on = sent.map(({ orderNumber }) => `${orderNumber}:0:cut`)
    await saveTicks(shop().ctx, owner(), { requestId: nextForm(), on, off: [] })
    for (const { orderNumber } of sent)
      expect(await shipOrder(shop().ctx, owner(), { ...orderForm(orderNumber), parcels: [] })).toMatchObject({
        ok: true,
      })
    await expectBooksAgree(db())
    expect(
      await cancelOrder(shop().ctx, owner(), { ...orderForm(cancelled.orderNumber), reason: '' }),
    ).toMatchObject({ ok: true })
    const back = Math.ceil(unitsOf(returned.id) / 2)
    expect(await giveBack(returned.orderNumber, back, 'piece')).toMatchObject({ ok: true })
    await expectBooksAgree(db())

    const gone = sum(sent.map(({ id }) => unitsOf(id)))
    const left = (await leftOfPieces(db(), number)).filter((units) => units > 0)
    expect(sum(left)).toBe(18 - gone + back)
    expect(left).toContain(back)

    // The shelf agrees with the records; then some of it is found to be missing.
    expect(await send(recountPieces, { pieces: piecesText(left) })).toBe('done')
    const counted = (await leftOfPieces(db(), number)).filter((units) => units > 0)
    expect(counted.toSorted()).toEqual(left.toSorted())
    await expectBooksAgree(db())
    expect(await send(recountPieces, { pieces: '3、1' })).toBe('done')
    expect((await shelf()).counted).toMatchObject({ short: [] })
    expect(await buy(3, 20)).toMatchObject({ session: expect.any(String) })
    expect(await buy(2, 21)).toMatchObject({ session: null })
    expect(await buy(1, 22)).toMatchObject({ session: expect.any(String) })
    expect(sum(await leftOfPieces(db(), number))).toBe(0)
    await expectBooksAgree(db())
  }, 30_000)
})
