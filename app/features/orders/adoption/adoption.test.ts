import { expect, test } from 'vitest'
import { compareWithProvider } from '~/features/orders/payment/jobs.server.ts'
import type { PaymentGateway } from '~/features/orders/payment/stripe.server.ts'
import type { SessionOfOrder } from '~/features/orders/payment/types.ts'
import { orderByToken } from '~/features/orders/queries.server.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { ownerWords } from '../../../../tests/support/owner-words.ts'
import { loseOrders, placePaidOrder, runOrders } from '../../../../tests/support/paid-order.ts'
import { mailKinds, openPaymentPage, ordersOf } from '../../../../tests/support/shopper-for-tests.ts'
import { adoptOrder } from './commands.server.ts'

const ordersCommand = ownerWords('orders')

const owner = { kind: 'owner' } as const
const never = new AbortController().signal

checkoutOnBothEngines('an order made again from its payment', (shop) => {
  const db = () => shop().ctx.db
  const linesOf = (orderId: string) =>
    db().selectFrom('orderLine').selectAll().where('orderId', '=', orderId).orderBy('position').execute()
  const payments = () => db().selectFrom('payment').select(['orderId', 'role', 'amount']).execute()
  const adopt = (sessionId: string, ...more: string[]) => runOrders(shop(), 'adopt', sessionId, ...more)
  /** An order that was paid and then lost, as after restoring an older backup. */
  const lost = async () => {
    const placed = await placePaidOrder(shop(), [
      ['F-1100', 2],
      ['K-1', 1],
    ])
    const lines = await linesOf(placed.order.id)
    await loseOrders(db())
    return { ...placed, lines }
  }
  const refusedWith = async (sessionId: string, why: string) => {
    const before = await ordersOf(db())
    const { lines, exitCode } = await adopt(sessionId)
    expect([lines.join('\n'), exitCode]).toEqual([expect.stringContaining(why), 1])
    expect(lines.join('\n')).toContain('何も変えていません')
    expect(await ordersOf(db())).toEqual(before)
  }
  /** The provider's session with `parts` replaced. */
  const saying = async (sessionId: string, parts: Partial<SessionOfOrder>) => {
    const { gateway } = shop().ctx
    const spoilt: PaymentGateway = {
      ...gateway,
      sessionOfOrder: async (id) => {
        const session = await gateway.sessionOfOrder(id)
        return session && { ...session, ...parts }
      },
    }
    return adoptOrder({ ...shop().ctx, gateway: spoilt }, owner, {
      sessionId,
      mailsBuyer: false,
      requestId: shop().ctx.newId(),
    })
  }

  test('M12, S25: it is the order that it was, with number, lines, sums and address, and its link opens it', async () => {
    const { order, sessionId, token, lines } = await lost()
    await compareWithProvider(shop().ctx, never)
    expect(await payments()).toEqual([{ orderId: null, role: 'unmatched', amount: 2600 }])
    const { lines: said, exitCode } = await adopt(sessionId)
    expect(exitCode).toBe(0)
    for (const part of [order.orderNumber, '復元', 'お客様がお持ちのリンクで、また開けます'])
      expect(said.join('\n')).toContain(part)
    const [again] = await ordersOf(db())
    const same = [
      'id',
      'orderNumber',
      'state',
      'subtotal',
      'shipping',
      'total',
      'taxIncluded',
      'currency',
      'fromView',
      'cancelPath',
      'sessionId',
      'paymentIntent',
      'customerName',
      'customerEmail',
      'customerPhone',
      'shippingAddress',
      'submitText',
      'shippingText',
      'practice',
      'issuer',
      'shippedAt',
      'openKey',
      'reviewReason',
    ] as const
    for (const column of same) expect([column, again?.[column]]).toEqual([column, order[column]])
    expect(again).toMatchObject({ restoredAt: expect.any(Number), paidAt: again?.createdAt })
    expect(Math.abs((again?.createdAt ?? 0) - order.createdAt)).toBeLessThan(60 * 60_000)
    const kept = (await linesOf(order.id)).map((line) => ({ ...line, imageUrl: null }))
    expect(kept).toEqual(lines.map((line) => ({ ...line, imageUrl: null })))
    expect(kept).toMatchObject([
      { type: 'fabric' },
      { type: 'kit', free: 1, unitPrice: 0, name: 'キット K-1' },
    ])
    expect(await payments()).toEqual([{ orderId: order.id, role: 'first', amount: 2600 }])
    expect(await mailKinds(db())).toEqual(['owner_review'])
    expect((await orderByToken(db(), token))?.number).toBe(order.orderNumber)
    expect((await orderByToken(db(), again?.accessToken ?? ''))?.number).toBe(order.orderNumber)
    expect(await orderByToken(db(), again?.formerTokenHash ?? 'none')).toBeUndefined()
    for (const text of [
      (await runOrders(shop(), 'list')).lines,
      (await runOrders(shop(), 'show', order.orderNumber)).lines,
    ])
      expect(text.join('\n')).toContain('復元')
  })

  test('M12: an order whose fabric the shop has no more, with shipping, is read from the session alone', async () => {
    const { order, sessionId } = await lost()
    await db().deleteFrom('product').execute()
    expect(await adopt(sessionId)).toMatchObject({ exitCode: 0 })
    expect(await linesOf(order.id)).toMatchObject([
      { number: 'F-1100', type: 'fabric', name: '麻の葉', unitPrice: 1100, quantity: 2, free: 0 },
      { number: 'K-1', type: 'kit', unitPrice: 0, free: 1 },
    ])
    expect(await ordersOf(db())).toMatchObject([{ subtotal: 2200, shipping: 400, total: 2600 }])
  })

  test('M12: repeated, and five times at once, it is one order; without a mail unless it is asked for, once', async () => {
    const { order, sessionId } = await lost()
    await Promise.all(Array.from({ length: 5 }, () => adopt(sessionId)))
    const first = await ordersOf(db())
    expect(first).toHaveLength(1)
    expect(await mailKinds(db())).toEqual([])
    const again = await adopt(sessionId)
    expect(again).toMatchObject({ exitCode: 0 })
    expect(again.lines.join('\n')).toContain('もう作り直してあります')
    expect(again.lines.join('\n')).toContain('メールは送っていません')
    for (let time = 0; time < 2; time += 1)
      expect((await adopt(sessionId, 'mail')).lines.join('\n')).toContain('確認のメールを送ります')
    expect(await mailKinds(db())).toEqual(['order_confirmation'])
    expect(await ordersOf(db())).toEqual(first)
    const events = await db().selectFrom('orderEvent').select('what').execute()
    expect(events).toEqual([{ what: 'restored' }])
    expect(await linesOf(order.id)).toHaveLength(2)
  })

  test('M12: another order has its number by now: it gets another one', async () => {
    const { order, sessionId } = await lost()
    const { token } = await openPaymentPage(shop())
    await db()
      .updateTable('orders')
      .set({ orderNumber: order.orderNumber })
      .where('accessToken', '=', token)
      .execute()
    expect(await adopt(sessionId)).toMatchObject({ exitCode: 0 })
    const numbers = (await ordersOf(db())).map(({ orderNumber }) => orderNumber)
    expect(new Set(numbers).size).toBe(2)
    expect(numbers).toContain(order.orderNumber)
  })

  test('S25: an order whose session does not name its token gets a link that the owner may send', async () => {
    const { sessionId, token, order } = await lost()
    const { gateway } = shop().ctx
    const adopted = await adoptOrder(
      {
        ...shop().ctx,
        gateway: {
          ...gateway,
          sessionOfOrder: async (id) => {
            const session = await gateway.sessionOfOrder(id)
            return session && { ...session, tokenHash: null, orderNumber: null }
          },
        },
      },
      owner,
      { sessionId, mailsBuyer: false, requestId: shop().ctx.newId() },
    )
    expect(adopted).toMatchObject({ ok: true, value: { opensFormerLink: false } })
    expect(await orderByToken(db(), token)).toBeUndefined()
    const [again] = await ordersOf(db())
    expect(again?.orderNumber).not.toBe(order.orderNumber)
    expect(await orderByToken(db(), again?.accessToken ?? '')).toBeDefined()
  })

  test('M12: what is no payment of ours, or has its order, is refused in words and writes nothing', async () => {
    const open = await openPaymentPage(shop(), [['F-1100', 1]], 'browser-number-two')
    await refusedWith(open.sessionId, '支払われていません')
    await refusedWith('cs_test_none', '支払いページがありません')
    await refusedWith('pi_1', '支払いページがありません')
    await refusedWith("cs_' or 1=1", '支払いページがありません')
    const present = await placePaidOrder(shop())
    await refusedWith(present.sessionId, `もうあります（${present.order.orderNumber}）`)
    await db().updateTable('orders').set({ sessionId: null }).where('id', '=', present.order.id).execute()
    await refusedWith(present.sessionId, 'もうあります')
    shop().provider.faults.calls({ kind: 'fail', status: 503 }, { only: 'retrieve' })
    await refusedWith(present.sessionId, '問い合わせできませんでした')
  })

  test.each<[string, Partial<SessionOfOrder>]>([
    ['livemode', { livemode: true }],
    ['currency', { currency: 'usd' }],
    ['not-ours', { orderId: null }],
    ['not-ours', { from: 'another shop' }],
    ['not-paid', { status: 'open' }],
    ['not-paid', { paymentIntent: null }],
    ['sums', { amountTotal: 2601 }],
    ['lines', { lines: [] }],
    ['lines', { lines: [{ number: null, name: '布', quantity: 1, amount: 2600 }] }],
    [
      'lines',
      {
        lines: [
          { number: 'F-1', name: '布', quantity: 1, amount: 2600 },
          { number: null, name: '布', quantity: 1, amount: 0 },
        ],
      },
    ],
    ['lines', { lines: [{ number: 'F-1', name: '布', quantity: 3, amount: 2600 }] }],
    ['lines', { lines: [{ number: 'F-1', name: '布', quantity: 0, amount: 2600 }] }],
    ['lines', { lines: [{ number: 'F-1', name: '布', quantity: 1, amount: -2600 }] }],
    ['lines', { lines: [{ number: 'shipping', name: '送料', quantity: 1, amount: 2600 }] }],
  ])('M12: a session is refused as %s when it says %j', async (why, parts) => {
    const { sessionId } = await lost()
    expect(await saying(sessionId, parts)).toEqual({ ok: false, error: { why } })
    expect(await ordersOf(db())).toEqual([])
    expect(await payments()).toEqual([])
  })

  test('M12: a number or hash of another form is not taken over', async () => {
    const { sessionId, order } = await lost()
    expect(await saying(sessionId, { orderNumber: 'AAAA-OOOO', tokenHash: 'x'.repeat(64) })).toMatchObject({
      ok: true,
      value: { opensFormerLink: false },
    })
    expect(await ordersOf(db())).toMatchObject([{ id: order.id, formerTokenHash: null }])
    expect((await ordersOf(db()))[0]?.orderNumber).toMatch(/^[2-9A-HJ-NP-RT-Y]{4}-[2-9A-HJ-NP-RT-Y]{4}$/)
  })

  test('M11, M12: what was given back before is known at once, and it is not shipped', async () => {
    const { sessionId, order } = await lost()
    shop().provider.faults.events({ kind: 'lose' })
    await shop().provider.refund(sessionId)
    await adopt(sessionId)
    expect(await runOrders(shop(), 'ship', order.orderNumber)).toMatchObject({ exitCode: 1 })
  })

  test('M12: while refunds cannot be asked about, the order is made all the same', async () => {
    const { sessionId } = await lost()
    shop().provider.faults.calls({ kind: 'fail', status: 503 }, { only: 'refunds' })
    expect(await adopt(sessionId)).toMatchObject({ exitCode: 0 })
    expect(await ordersOf(db())).toHaveLength(1)
  })

  test('M12: then it is an order as any other: shipped, and compared with the provider', async () => {
    const { sessionId, order } = await lost()
    await adopt(sessionId)
    await compareWithProvider(shop().ctx, never)
    expect(await ordersOf(db())).toMatchObject([{ reviewReason: null, state: 'paid' }])
    expect(await runOrders(shop(), 'ship', order.orderNumber)).toMatchObject({ exitCode: 0 })
    expect(await mailKinds(db())).toEqual(['order_shipped'])
  })

  test('M12: a demo, whose payments live in its open shop alone, says so', async () => {
    const { gateway: _without, ...ctx } = shop().ctx
    expect(await ordersCommand(ctx, ['adopt', 'cs_test_1'])).toEqual({
      lines: [expect.stringContaining('練習用のお店では使えません')],
      exitCode: 1,
    })
  })
})
