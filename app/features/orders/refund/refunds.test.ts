import { expect, test } from 'vitest'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { placePaidOrder, runOrders } from '../../../../tests/support/paid-order.ts'
import { mailKinds, ordersOf } from '../../../../tests/support/shopper-for-tests.ts'
import { cancelOrder } from './cancelling.commands.server.ts'
import { askAgain } from './commands.server.ts'
import { compareRefunds } from './jobs.server.ts'
import { requestRefund } from './requesting.commands.server.ts'

const never = new AbortController().signal
const hour = 3_600_000
const paidMails = ['order_confirmation', 'owner_paid']
const nothing = { lines: [], shipping: 0, other: 0, reason: '' }

checkoutOnBothEngines('giving money back', (shop) => {
  const db = () => shop().ctx.db
  const provider = () => shop().provider
  const owner = () => deskPersonForTests(shop().ctx)
  const mails = async () => (await mailKinds(db())).filter((kind) => !paidMails.includes(kind))
  const rows = () => db().selectFrom('refund').selectAll().orderBy('askedAt').orderBy('id').execute()
  const asked = () =>
    provider()
      .requests()
      .filter(({ method, path }) => method === 'POST' && path === '/v1/refunds')
  const paid = () =>
    placePaidOrder(shop(), [
      ['F-330', 2],
      ['F-1100', 2],
    ])
  let ids = 0
  const newRequest = () => {
    ids += 1
    return `request ${ids}`
  }
  type Form = Parameters<typeof requestRefund>[2]
  const form = (number: string, parts: Partial<Form> = {}): Form => ({
    number,
    version: null,
    requestId: newRequest(),
    mailsBuyer: true,
    wanted: { ...nothing, lines: [{ position: 1, units: 1 }] },
    insteadOf: null,
    note: null,
    returnId: null,
    ...parts,
  })
  const refund = (number: string, parts: Partial<Form> = {}) =>
    requestRefund(shop().ctx, owner(), form(number, parts))
  const other = (amount: number) => ({ wanted: { ...nothing, other: amount, reason: '傷' } })
  const cancel = (number: string, parts: Partial<Parameters<typeof cancelOrder>[2]> = {}) =>
    cancelOrder(shop().ctx, owner(), {
      number,
      version: null,
      requestId: newRequest(),
      reason: 'お客様のご希望',
      mailsBuyer: true,
      ...parts,
    })

  test('N4, N18: a unit goes back once: row, provider, history and one mail with what for and its tax', async () => {
    const { order, paymentIntent } = await paid()
    const done = await refund(order.orderNumber)
    expect(done).toMatchObject({ ok: true, value: { amount: 1100, state: 'taken' } })
    await provider().settled()
    expect(await rows()).toMatchObject([
      { paymentIntent, amount: 1100, state: 'succeeded', via: 'provider', tax: 100, askedBy: '綿貫' },
    ])
    const [row] = await rows()
    expect(asked()).toMatchObject([
      {
        idempotencyKey: `refund:${row?.id}`,
        parameters: { amount: '1100', metadata: { order_id: order.id, refund_id: row?.id } },
      },
    ])
    expect(await mails()).toEqual(['order_refunded'])
    const { text, recipient } = await db()
      .selectFrom('mail')
      .select(['text', 'recipient'])
      .where('kind', '=', 'order_refunded')
      .executeTakeFirstOrThrow()
    expect(recipient).toContain('@')
    for (const part of ['1,100円', '麻の葉', '× 1', '内消費税 100円', '■ 返金の方法\nお支払いのカードへ'])
      expect(text).toContain(part)
    expect(await db().selectFrom('audit').select(['act', 'subject']).execute()).toEqual([
      { act: 'order.refund', subject: `order:${order.id}` },
    ])
    await compareRefunds(shop().ctx, never)
    expect(await mails()).toEqual(['order_refunded'])
    expect(await rows()).toHaveLength(1)
  })

  test('N18: cancelled before shipping all goes back, once, with one mail; the order is not shipped', async () => {
    const { order } = await paid()
    expect(await cancel(order.orderNumber)).toMatchObject({
      ok: true,
      value: { amount: order.total, state: 'taken' },
    })
    await provider().settled()
    expect(await rows()).toMatchObject([{ amount: order.total, tax: order.taxIncluded, state: 'succeeded' }])
    expect(await ordersOf(db())).toMatchObject([
      { cancelReason: 'お客様のご希望', version: 1, state: 'paid' },
    ])
    expect(await mails()).toEqual(['order_refunded'])
    expect(await runOrders(shop(), 'ship', order.orderNumber)).toMatchObject({ exitCode: 1 })
    for (const version of [null, 0])
      expect(await cancel(order.orderNumber, { version }), 'no press cancels it again').toEqual({
        ok: false,
        error: 'cancelled',
      })
    expect(asked()).toHaveLength(1)
  })

  test('I2, N2, N18: the same form again, at once or later, is one refund and one call with effect', async () => {
    const { order } = await paid()
    const same = form(order.orderNumber, { version: 0 })
    const press = () => requestRefund(shop().ctx, owner(), same)
    const [first, second] = await Promise.all([press(), press()])
    const third = await press()
    expect(first).toMatchObject({ ok: true, value: { amount: 1100 } })
    for (const each of [second, third])
      expect(each.ok && first.ok && each.value.refundIds).toEqual(first.ok && first.value.refundIds)
    expect(await requestRefund(shop().ctx, owner(), { ...same, note: 'x' })).toEqual({
      ok: false,
      error: 'other-content',
    })
    expect(await rows()).toHaveLength(1)
    expect(new Set(asked().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(await mails()).toEqual(['order_refunded'])
  })

  test('N18: of two tabs, or two owners, with the same order one is taken; the other is told that it is stale', async () => {
    const { order } = await paid()
    const two = await Promise.all([
      refund(order.orderNumber, { version: 0 }),
      requestRefund(
        shop().ctx,
        deskPersonForTests(shop().ctx, { name: '二人目' }),
        form(order.orderNumber, { version: 0 }),
      ),
    ])
    expect(two.filter(({ ok }) => ok)).toHaveLength(1)
    expect(two).toContainEqual({ ok: false, error: 'stale' })
    expect(await rows()).toHaveLength(1)
  })

  test('I1: of ten refunds of 60 % at once one is taken and nine are refused; never more than was paid', async () => {
    const { order } = await paid()
    const amount = Math.ceil(order.total * 0.6)
    const all = await Promise.all(Array.from({ length: 10 }, () => refund(order.orderNumber, other(amount))))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    const left = order.total - amount
    for (const each of all)
      if (!each.ok) expect(each.error).toEqual([{ why: 'too-much', field: 'other', left }])
    expect(await rows()).toHaveLength(1)
    expect(asked()).toHaveLength(1)
  })

  test('I6: what leaves nothing of an order that was not shipped cancels it, also in parts', async () => {
    const { order } = await paid()
    await refund(order.orderNumber, other(1000))
    await refund(order.orderNumber, other(order.total - 1000))
    await provider().settled()
    const [first] = await rows()
    await provider().changeRefund(first?.providerId ?? '', 'failed')
    await provider().settled()
    expect(await ordersOf(db())).toMatchObject([{ cancelledAt: expect.any(Number) }])
    const taxes = (await rows()).reduce((sum, { tax }) => sum + Number(tax), 0)
    expect(taxes).toBe(order.taxIncluded)
  })

  test('N4: no answer: the row stays asked, the same key is used after a restart, and one refund is made', async () => {
    const { order } = await paid()
    provider().faults.events({ kind: 'lose' }, { times: 9 })
    provider().faults.calls({ kind: 'cut' }, { only: 'refund', times: 2 })
    expect(await refund(order.orderNumber)).toMatchObject({ ok: true, value: { state: 'asked' } })
    await shop().advance(2 * 60_000)
    await askAgain(shop().ctx, never)
    expect(await rows()).toMatchObject([{ state: 'succeeded' }])
    expect(asked().length).toBeGreaterThan(2)
    expect(new Set(asked().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(await mails()).toEqual(['order_refunded'])
    const calls = asked().length
    await askAgain(shop().ctx, never)
    expect(asked()).toHaveLength(calls)
  })

  test('N4: with the key forgotten the list is looked at first: still one refund', async () => {
    const { order, paymentIntent } = await paid()
    provider().faults.events({ kind: 'lose' }, { times: 9 })
    provider().faults.calls({ kind: 'cut' }, { only: 'refund', times: 2 })
    await refund(order.orderNumber)
    await shop().advance(25 * hour)
    await askAgain(shop().ctx, never)
    expect(await rows()).toMatchObject([{ state: 'succeeded' }])
    expect(await shop().ctx.gateway.refundsOf(paymentIntent)).toHaveLength(1)
    expect(asked()).toHaveLength(2)
    expect(await mails()).toEqual(['order_refunded'])
  })

  test('N4: a provider that did nothing is asked for it after a day, too', async () => {
    const { order } = await paid()
    provider().faults.calls({ kind: 'fail', status: 503 }, { only: 'refund' })
    expect(await refund(order.orderNumber)).toMatchObject({ ok: true, value: { state: 'asked' } })
    await shop().advance(25 * hour)
    provider().faults.calls({ kind: 'fail', status: 503 }, { only: 'refunds' })
    await askAgain(shop().ctx, never)
    expect(await rows()).toMatchObject([{ state: 'asked' }])
    await askAgain(shop().ctx, never)
    expect(await rows()).toMatchObject([{ state: 'succeeded' }])
  })

  test.each([
    ['already given back elsewhere', 'charge_already_refunded', (id: string) => provider().refund(id)],
    ['disputed', 'charge_disputed', (id: string) => provider().dispute(id)],
    ['more than is left', 'amount', (id: string) => provider().refund(id, { amount: 2500 })],
  ])(
    'N4: refused by the provider (%s): failed with its reason, refundable again, nothing mailed to her',
    async (_why, code, before) => {
      const { order, sessionId } = await paid()
      provider().faults.events({ kind: 'lose' }, { times: 9 })
      await before(sessionId)
      expect(await refund(order.orderNumber, other(1000))).toMatchObject({
        ok: true,
        value: { state: 'failed' },
      })
      expect((await rows()).filter(({ via }) => via === 'provider')).toMatchObject([
        { state: 'failed', failureReason: code, providerId: null },
      ])
      expect(await mails()).not.toContain('order_refunded')
    },
  )

  test('I5: its events fifty times, reversed and before our own answer end in the same rows and mails', async () => {
    const { order } = await paid()
    provider().faults.events({ kind: 'hold' }, { times: 3 })
    provider().faults.events({ kind: 'repeat', copies: 50 }, { times: 3 })
    provider().faults.calls({ kind: 'cut' }, { only: 'refund', times: 2 })
    provider().planRefund('pending')
    await refund(order.orderNumber)
    const [made] = await shop().ctx.gateway.refundsOf(order.paymentIntent ?? '')
    await provider().changeRefund(made?.id ?? '', 'succeeded')
    await provider().releaseHeld({ reversed: true })
    await provider().settled()
    expect(await rows()).toMatchObject([{ state: 'succeeded', providerId: made?.id, via: 'provider' }])
    await shop().advance(2 * 60_000)
    await askAgain(shop().ctx, never)
    expect(await rows()).toHaveLength(1)
    expect(await mails()).toEqual(['order_refunded'])
  })

  test('I5: an old answer to the same key changes nothing that was heard since', async () => {
    const { order } = await paid()
    provider().planRefund('pending')
    provider().faults.calls({ kind: 'cut' }, { only: 'refund', times: 2 })
    provider().faults.events({ kind: 'lose' }, { times: 9 })
    await refund(order.orderNumber)
    const [made] = await shop().ctx.gateway.refundsOf(order.paymentIntent ?? '')
    await provider().changeRefund(made?.id ?? '', 'failed')
    const { gateway } = shop().ctx
    const late = {
      ...gateway,
      refund: async (...args: Parameters<typeof gateway.refund>) => {
        const answer = await gateway.refund(...args)
        await compareRefunds(shop().ctx, never)
        return answer
      },
    }
    await shop().advance(2 * 60_000)
    await askAgain({ ...shop().ctx, gateway: late }, never)
    expect(await rows()).toMatchObject([{ state: 'failed' }])
    expect(await mails()).toEqual(['owner_refund'])
  })

  test('N4: a refund made at the provider counts, is no row of ours and is not mailed to her', async () => {
    const { order, sessionId } = await paid()
    await provider().refund(sessionId, { amount: order.total - 500 })
    await provider().settled()
    expect(await refund(order.orderNumber)).toEqual({
      ok: false,
      error: [{ why: 'too-much', field: 'units-1', left: 500 }],
    })
    expect(await refund(order.orderNumber, other(500))).toMatchObject({ ok: true })
    expect((await rows()).map(({ via }) => via).sort()).toEqual(['outside', 'provider'])
    expect(await mails()).toEqual(['order_refunded', 'owner_refund'])
  })

  test('M11: one that failed and arrives after all is told to the owner, once: it may have gone back twice', async () => {
    const { order } = await paid()
    await refund(order.orderNumber, other(order.total))
    await provider().settled()
    const [first] = await rows()
    await provider().changeRefund(first?.providerId ?? '', 'failed')
    await provider().settled()
    await refund(order.orderNumber, { ...other(order.total), insteadOf: first?.id ?? null })
    await provider().settled()
    const [before] = await ordersOf(db())
    await provider().changeRefund(first?.providerId ?? '', 'succeeded')
    await provider().settled()
    await compareRefunds(shop().ctx, never)
    expect((await rows()).map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
    const told = await db().selectFrom('mail').select('subject').where('kind', '=', 'owner_refund').execute()
    expect(told.filter(({ subject }) => subject.includes('届かなかったはずの返金が届きました'))).toHaveLength(
      1,
    )
    expect((await ordersOf(db()))[0]?.version, 'open forms are refused').toBe(Number(before?.version) + 1)
    expect(
      await db().selectFrom('orderEvent').select('detail').where('what', '=', 'refund arrived').execute(),
      'the history tells it from a further refund',
    ).toEqual([{ detail: `${order.total} ${first?.providerId}` }])
    expect(await refund(order.orderNumber, other(1))).toMatchObject({ ok: false })
  })

  test('N20: while a dispute is open nothing is given back; lost it counts, won it lifts', async () => {
    const { order, sessionId } = await paid()
    const dispute = await provider().dispute(sessionId)
    await provider().settled()
    expect(await refund(order.orderNumber)).toEqual({ ok: false, error: 'disputed' })
    expect(await cancel(order.orderNumber)).toEqual({ ok: false, error: 'disputed' })
    expect(await db().selectFrom('dispute').selectAll().execute()).toMatchObject([
      { withdrawn: 1, closedAt: null },
    ])
    await provider().changeDispute(dispute, 'lost')
    await provider().settled()
    expect(await refund(order.orderNumber)).toMatchObject({
      ok: false,
      error: [{ why: 'too-much', left: 0 }],
    })
    await provider().changeDispute(dispute, 'won')
    await provider().settled()
    expect(await db().selectFrom('dispute').selectAll().execute()).toMatchObject([
      { withdrawn: 0, closedAt: expect.any(Number) },
    ])
    expect(await refund(order.orderNumber)).toMatchObject({ ok: true })
  })

  test('N3: ten minutes later it asks who she is; a packer finds no such order; nothing is written', async () => {
    const { order } = await paid()
    const late = deskPersonForTests(shop().ctx, { confirmedAt: shop().ctx.now() - 10 * 60_000 - 1000 })
    const packer = deskPersonForTests(shop().ctx, { role: 'packer' })
    for (const [actor, error] of [
      [late, 'confirm'],
      [packer, 'not-found'],
    ] as const) {
      expect(await requestRefund(shop().ctx, actor, form(order.orderNumber))).toEqual({ ok: false, error })
      expect(
        await cancelOrder(shop().ctx, actor, {
          number: order.orderNumber,
          version: null,
          requestId: `as ${error}`,
          reason: '',
          mailsBuyer: true,
        }),
      ).toEqual({ ok: false, error })
    }
    expect(await rows()).toEqual([])
    expect(await db().selectFrom('audit').select('id').execute()).toEqual([])
  })

  test('N18: cancelling and shipping at once: one of them is taken', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { order } = await paid()
      const ship = () => runOrders(shop(), 'ship', order.orderNumber).then(({ exitCode }) => exitCode === 0)
      const end = () => cancel(order.orderNumber).then(({ ok }) => ok)
      const [one, two] = await Promise.all(round % 2 === 0 ? [ship(), end()] : [end(), ship()])
      expect([one, two].filter(Boolean)).toHaveLength(1)
    }
  })
})
