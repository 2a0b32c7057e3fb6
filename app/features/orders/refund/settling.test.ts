import { expect, test } from 'vitest'
import { adoptOrder } from '~/features/orders/adoption/commands.server.ts'
import { correctEmail } from '~/features/orders/desk/mails.commands.server.ts'
import { readFees } from '~/features/orders/payment/jobs.server.ts'
import { machineDate } from '~/kernel/dates.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { loseOrders, placePaidOrder, runOrders } from '../../../../tests/support/paid-order.ts'
import { mailKinds, openTwoPaymentPages, ordersOf } from '../../../../tests/support/shopper-for-tests.ts'
import { saveParcel } from '../parcel/correcting.commands.server.ts'
import { compareWithProvider } from '../payment/jobs.server.ts'
import { forgoRefund } from './forgoing.commands.server.ts'
import { moneySheet, suggestionFor, unmatchedPayments } from './queries.server.ts'
import { requestRefund } from './requesting.commands.server.ts'
import { announceReturn, receiveReturn, unreceiveReturn, withdrawReturn } from './returns.commands.server.ts'
import { settleOrder } from './settling.commands.server.ts'
import type { Settlement } from './settling.rules.ts'
import { giveBackUnmatched, recordTransfer } from './transferring.commands.server.ts'

const changes = { arrived: receiveReturn, 'not-arrived': unreceiveReturn, withdrawn: withdrawReturn }
const never = new AbortController().signal
const paidMails = ['order_confirmation', 'owner_paid']
const nothing = { lines: [], shipping: 0, other: 0, reason: '' }

checkoutOnBothEngines('ends of an order', (shop) => {
  const db = () => shop().ctx.db
  const provider = () => shop().provider
  const owner = () => deskPersonForTests(shop().ctx)
  const packer = () => deskPersonForTests(shop().ctx, { role: 'packer' })
  const mails = async () => (await mailKinds(db())).filter((kind) => !paidMails.includes(kind))
  const refunds = () => db().selectFrom('refund').selectAll().orderBy('askedAt').orderBy('id').execute()
  const order = async () => {
    const [found] = await ordersOf(db())
    if (found === undefined) throw new Error('no order')
    return found
  }
  let ids = 0
  const form = async () => {
    ids += 1
    const { orderNumber: number } = await order()
    return { number, version: null, requestId: `form ${ids}`, mailsBuyer: true }
  }
  const settle = async (how: Settlement, note = '', actor = owner()) =>
    settleOrder(shop().ctx, actor, { ...(await form()), how, note })
  const isListed = async () => (await runOrders(shop(), 'list')).lines.join('\n').includes('要確認')

  test('N21: another sum is taken for good: paid, its papers say what was paid, the mails go out, ★ is gone', async () => {
    provider().faults.events({ kind: 'wrong_amount', amount: 2000 })
    await placePaidOrder(shop())
    expect(await isListed()).toBe(true)
    expect(await settle('checked', 'x')).toEqual({ ok: false, error: 'wrong-end' })
    expect(await settle('accepted', '', packer())).toEqual({ ok: false, error: 'not-found' })
    expect(await settle('accepted')).toMatchObject({ ok: true, value: { refundIds: [] } })
    expect(await order()).toMatchObject({
      state: 'paid',
      acceptedAmount: 2000,
      settledHow: 'accepted',
      version: 1,
    })
    expect(await mailKinds(db())).toEqual(['order_confirmation', 'owner_paid', 'owner_review'])
    const { text } = await db()
      .selectFrom('mail')
      .select('text')
      .where('kind', '=', 'order_confirmation')
      .executeTakeFirstOrThrow()
    for (const part of ['受領金額 2,000円', 'お支払い金額 2,000円', '内消費税 181円'])
      expect(text).toContain(part)
    expect(await isListed()).toBe(false)
    expect(await settle('accepted')).toEqual({ ok: false, error: 'nothing-open' })
    expect(await runOrders(shop(), 'ship', (await order()).orderNumber)).toMatchObject({ exitCode: 0 })
  })

  test('N21: another sum that went back elsewhere meanwhile is not taken for good', async () => {
    provider().faults.events({ kind: 'wrong_amount', amount: 2000 })
    const { sessionId } = await placePaidOrder(shop())
    await provider().refund(sessionId)
    await provider().settled()
    expect(await settle('accepted')).toEqual({ ok: false, error: 'nothing-left' })
    expect(await order()).toMatchObject({ state: 'needs_review', acceptedAmount: null })
  })

  test('N21: another sum is given back: all that came, cancelled, never shipped', async () => {
    provider().faults.events({ kind: 'wrong_amount', amount: 2000 })
    await placePaidOrder(shop())
    expect(await settle('given-back')).toMatchObject({ ok: true, value: { amount: 2000, state: 'taken' } })
    expect(await refunds()).toMatchObject([{ amount: 2000, state: 'succeeded' }])
    expect(await order()).toMatchObject({ cancelledAt: expect.any(Number), settledHow: 'given-back' })
    expect(await isListed()).toBe(false)
    expect(await runOrders(shop(), 'ship', (await order()).orderNumber)).toMatchObject({ exitCode: 1 })
  })

  test('N21: the wrong mode is a payment of practice: nothing is given back; another currency goes back whole', async () => {
    provider().faults.events({ kind: 'wrong_livemode' })
    await placePaidOrder(shop())
    expect(await settle('given-back')).toEqual({ ok: false, error: 'wrong-end' })
    expect(await settle('practice')).toMatchObject({ ok: true, value: { refundIds: [] } })
    expect(await refunds()).toEqual([])
    expect(await isListed()).toBe(false)
    await loseOrders(db())
    provider().faults.events({ kind: 'wrong_currency' })
    await placePaidOrder(shop())
    expect(await settle('given-back')).toMatchObject({ ok: true, value: { amount: 2600 } })
    expect(await refunds()).toMatchObject([{ tax: null, amount: 2600 }])
  })

  test('N21: of two payments the second goes back, the order stays and is shipped', async () => {
    const { first, second } = await openTwoPaymentPages(shop())
    for (const { sessionId } of [second, first]) {
      await provider().pay(sessionId)
      await provider().settled()
    }
    expect(await settle('second-given-back')).toMatchObject({
      ok: true,
      value: { amount: 2600, state: 'taken' },
    })
    const { paymentIntent } = await order()
    const [refund] = await refunds()
    expect(refund?.paymentIntent).not.toBe(paymentIntent)
    expect(refund).toMatchObject({ amount: 2600, tax: 236, state: 'succeeded' })
    expect(await isListed()).toBe(false)
    expect(await runOrders(shop(), 'ship', (await order()).orderNumber)).toMatchObject({ exitCode: 0 })
  })

  test('I6, N21: the second goes back after the first went: nothing is left, and it is never shipped', async () => {
    const { first, second } = await openTwoPaymentPages(shop())
    for (const { sessionId } of [second, first]) {
      await provider().pay(sessionId)
      await provider().settled()
    }
    await provider().refund(second.sessionId)
    await provider().settled()
    expect(await settle('second-given-back')).toMatchObject({ ok: true, value: { amount: 2600 } })
    expect(await order()).toMatchObject({ cancelledAt: expect.any(Number), settledHow: 'second-given-back' })
  })

  test('N21: what is not listed is checked, with a note, and not asked again', async () => {
    await placePaidOrder(shop())
    const gateway = { ...shop().ctx.gateway, async *sessionsSince() {} }
    await compareWithProvider({ ...shop().ctx, gateway }, never)
    expect(await settle('checked')).toEqual({ ok: false, error: 'note-missing' })
    expect(await settle('checked', '画面で確かめた')).toMatchObject({ ok: true })
    await compareWithProvider({ ...shop().ctx, gateway }, never)
    expect(await isListed()).toBe(false)
    expect(await mails()).toEqual(['owner_review'])
  })

  test('N3: what gives money back asks again who she is, what does not does not', async () => {
    provider().faults.events({ kind: 'wrong_amount', amount: 2000 })
    await placePaidOrder(shop())
    const late = deskPersonForTests(shop().ctx, { confirmedAt: 0 })
    expect(await settle('given-back', '', late)).toEqual({ ok: false, error: 'confirm' })
    expect(await settle('accepted', '', late)).toMatchObject({ ok: true })
  })

  test('N19: a refund that failed later is given back by bank, once, and its badge is gone', async () => {
    await placePaidOrder(shop())
    const done = await requestRefund(shop().ctx, owner(), {
      ...(await form()),
      wanted: { ...nothing, other: 600, reason: '傷' },
      insteadOf: null,
      returnId: null,
      note: null,
    })
    const refundId = done.ok ? (done.value.refundIds[0] ?? '') : ''
    await provider().settled()
    const [row] = await refunds()
    const transfer = async () =>
      recordTransfer(shop().ctx, owner(), { ...(await form()), refundId, sentAt: shop().ctx.now(), note: '' })
    expect(await transfer()).toEqual({ ok: false, error: 'no-failed-refund' })
    await provider().changeRefund(row?.providerId ?? '', 'failed')
    await provider().settled()
    const { orderNumber } = await order()
    const isOpen = async () => (await moneySheet(db(), orderNumber))?.refunds.some((each) => each.isOpen)
    expect(await isOpen()).toBe(true)
    expect((await runOrders(shop(), 'list')).lines.join()).toContain('返金できませんでした 600円')
    expect(await transfer()).toMatchObject({ ok: true, value: { amount: 600 } })
    expect(await isOpen()).toBe(false)
    expect((await runOrders(shop(), 'list')).lines.join()).not.toContain('返金できませんでした')
    expect((await refunds()).map(({ via, state }) => [via, state]).sort()).toEqual([
      ['provider', 'failed'],
      ['transfer', 'succeeded'],
    ])
    expect(await mails()).toEqual(['order_refunded', 'order_refunded', 'owner_refund'])
    expect((await moneySheet(db(), orderNumber))?.left).toBe(2000)
  })

  test('N18, N19: what stayed in the shop does not come back', async () => {
    const placed = await placePaidOrder(shop())
    const wanted = { lines: [{ position: 0, units: 1 }], shipping: 0, other: 0, reason: '' }
    const words = { insteadOf: null, returnId: null, note: null }
    await requestRefund(shop().ctx, owner(), { ...(await form()), wanted, ...words })
    const dayOfRefund = machineDate(shop().ctx.now()) ?? ''
    await shop().advance(24 * 3_600_000)
    await runOrders(shop(), 'ship', placed.order.orderNumber)
    const corrected = { ...(await form()), parcels: [], shippedOn: dayOfRefund, mail: false }
    expect(await saveParcel(shop().ctx, owner(), corrected)).toMatchObject({ ok: true })
    const announce = async (units: number[]) =>
      announceReturn(shop().ctx, owner(), { ...(await form()), units })
    expect(await announce([2])).toEqual({ ok: false, error: [{ why: 'units', field: 'units-0', left: 1 }] })
    expect((await moneySheet(db(), placed.order.orderNumber))?.notShipped).toEqual([1])
    expect(await announce([1])).toMatchObject({ ok: true })
    await db().updateTable('orderEvent').set({ what: 'unshipped' }).where('what', '=', 'shipped').execute()
    expect((await moneySheet(db(), placed.order.orderNumber))?.notShipped, 'without its record').toEqual([0])
  })

  test('N18: every text written after a part refund says what is not sent', async () => {
    const { order: placed } = await placePaidOrder(shop())
    const number = placed.orderNumber
    const wanted = { lines: [{ position: 0, units: 1 }], shipping: 0, other: 0, reason: '' }
    const words = { insteadOf: null, returnId: null, note: null }
    await requestRefund(shop().ctx, owner(), { ...(await form()), wanted, ...words })
    await correctEmail(shop().ctx, owner(), { ...(await form()), email: 'new@example.com' })
    const { lines: shown } = await runOrders(shop(), 'show', number)
    await runOrders(shop(), 'ship', number)
    await runOrders(shop(), 'unship', number, '箱をまちがえた', 'mail')
    const told = await db()
      .selectFrom('mail')
      .select('text')
      .where('kind', 'in', ['order_confirmation', 'order_not_shipped'])
      .execute()
    const texts = [...told.map(({ text }) => text), shown.join('\n')]
    expect(texts).toHaveLength(3)
    for (const text of texts) {
      expect(text).toMatch(/■ ご返金したため、お送りしない商品\n.*（F-1100）× 1\n/)
      expect(text).not.toContain('つなげたまま')
    }
  })

  test('N19: a return is announced, arrives, does not, and ends in its refund; each once with its mail', async () => {
    const placed = await placePaidOrder(shop())
    const announce = async (units: number[], actor = owner()) =>
      announceReturn(shop().ctx, actor, { ...(await form()), units })
    expect(await announce([1])).toEqual({ ok: false, error: 'not-shipped' })
    await runOrders(shop(), 'ship', placed.order.orderNumber)
    expect(await announce([1], packer())).toEqual({ ok: false, error: 'not-found' })
    const tooMany = (left: number) => ({ ok: false, error: [{ why: 'units', field: 'units-0', left }] })
    for (const units of [[3], [-1], [1.5]]) expect(await announce(units)).toEqual(tooMany(2))
    expect(await announce([0])).toEqual({ ok: false, error: 'no-lines' })
    expect(await announce([1])).toMatchObject({ ok: true })
    expect(await announce([2]), 'what is awaited comes back once').toEqual(tooMany(1))
    const sheet = async () => {
      const found = await moneySheet(db(), placed.order.orderNumber)
      if (found === undefined) throw new Error('no sheet')
      return found
    }
    const [first] = (await sheet()).returns
    const returnId = first?.id ?? ''
    const change = async (to: 'arrived' | 'not-arrived' | 'withdrawn') =>
      changes[to](shop().ctx, owner(), { ...(await form()), returnId, condition: '未使用' })
    const nothingYet = await suggestionFor(db(), await sheet(), { again: null, returned: returnId })
    expect(nothingYet).toMatchObject({ lines: [], returnId: '' })
    const ofReturn = {
      wanted: { ...nothing, lines: [{ position: 0, units: 1 }] },
      insteadOf: null,
      note: null,
    }
    const early = await requestRefund(shop().ctx, owner(), { ...(await form()), ...ofReturn, returnId })
    expect(early, 'it has not arrived').toEqual({ ok: false, error: 'no-return' })
    for (const to of ['arrived', 'not-arrived', 'arrived'] as const)
      expect(await change(to)).toMatchObject({ ok: true })
    expect((await sheet()).returns).toMatchObject([
      { condition: '未使用', units: [1], arrivedAt: expect.any(Number) },
    ])
    expect(await change('withdrawn'), 'what arrived is there').toEqual({ ok: false, error: 'arrived' })
    const suggestion = await suggestionFor(db(), await sheet(), { again: null, returned: returnId })
    expect(suggestion).toMatchObject({ lines: [{ position: 0, units: 1 }], shipping: 0, returnId })
    await requestRefund(shop().ctx, owner(), {
      ...(await form()),
      wanted: suggestion,
      insteadOf: null,
      returnId,
      note: null,
    })
    expect(await change('withdrawn')).toEqual({ ok: false, error: 'refunded' })
    expect((await sheet()).returns).toMatchObject([{ isRefunded: true }])
    expect(await mails()).toEqual(['order_refunded', 'order_return', 'order_return_arrived', 'order_shipped'])
    expect(await announce([2]), 'what came back comes back no more').toEqual(tooMany(1))
    expect(await announce([1])).toMatchObject({ ok: true })
    const [, second] = (await sheet()).returns
    expect(await announce([1])).toEqual(tooMany(0))
    const withdrawn = { ...(await form()), returnId: second?.id ?? '', condition: '' }
    expect(
      await withdrawReturn(shop().ctx, owner(), withdrawn),
      'given up it may be announced again',
    ).toMatchObject({ ok: true })
    expect(await announce([1])).toMatchObject({ ok: true })
    const third = (await sheet()).returns.at(-1)
    const arrived = { ...(await form()), returnId: third?.id ?? '', condition: '' }
    expect(await receiveReturn(shop().ctx, owner(), arrived)).toMatchObject({ ok: true })
    const kept = await db()
      .selectFrom('audit')
      .select('after')
      .where('act', 'in', ['order.return-withdrawn', 'order.return-arrived'])
      .execute()
    expect(
      kept.map(({ after }) => after).filter((after) => after?.includes('condition') !== true),
      'no value that looks as if nothing had changed',
    ).toEqual(expect.arrayContaining(['{"return":"withdrawn"}', '{"return":"arrived"}']))
  })

  test('M50: the money of what came back is not forgone, nor of what was tried in its place', async () => {
    const placed = await placePaidOrder(shop())
    await runOrders(shop(), 'ship', placed.order.orderNumber)
    await announceReturn(shop().ctx, owner(), { ...(await form()), units: [1] })
    const returnId = (await moneySheet(db(), placed.order.orderNumber))?.returns[0]?.id ?? ''
    await receiveReturn(shop().ctx, owner(), { ...(await form()), returnId, condition: '' })
    let insteadOf: string | null = null
    for (const of of [returnId, null]) {
      await shop().advance(1_000)
      const wanted = { ...nothing, lines: [{ position: 0, units: 1 }] }
      await requestRefund(shop().ctx, owner(), {
        ...(await form()),
        wanted,
        insteadOf,
        returnId: of,
        note: null,
      })
      await provider().settled()
      const failed = (await refunds()).at(-1)
      await provider().changeRefund(failed?.providerId ?? '', 'failed')
      await provider().settled()
      insteadOf = failed?.id ?? null
      const sent = { ...(await form()), refundId: insteadOf ?? '', because: 'x' }
      expect(await forgoRefund(shop().ctx, owner(), sent)).toEqual({ ok: false, error: 'came-back' })
    }
  })

  test('N19, M12: money without an order is given back once, or made an order again by the same form once', async () => {
    const { sessionId, order: lost } = await placePaidOrder(shop())
    await loseOrders(db())
    await compareWithProvider(shop().ctx, never)
    const [payment] = await unmatchedPayments(db())
    expect(payment).toMatchObject({ sessionId, left: '2,600円' })
    const intent = payment?.paymentIntent ?? ''
    const adopt = { sessionId, requestId: 'adopt', mailsBuyer: false } as const
    expect(await adoptOrder(shop().ctx, packer(), adopt)).toEqual({ ok: false, error: 'not-found' })
    for (let time = 0; time < 2; time += 1)
      expect(await adoptOrder(shop().ctx, owner(), adopt)).toMatchObject({
        ok: true,
        value: { orderId: lost.id },
      })
    expect(await ordersOf(db())).toMatchObject([{ id: lost.id, restoredAt: expect.any(Number) }])
    expect(
      await giveBackUnmatched(shop().ctx, owner(), { requestId: 'x', paymentIntent: intent, note: '' }),
    ).toEqual({
      ok: false,
      error: 'not-found',
    })
    await loseOrders(db())
    await compareWithProvider(shop().ctx, never)
    const giveBack = (requestId: string) =>
      giveBackUnmatched(shop().ctx, owner(), { requestId, paymentIntent: intent, note: '' })
    for (let time = 0; time < 2; time += 1) expect(await giveBack('one')).toMatchObject({ ok: true })
    expect(await giveBack('two')).toEqual({ ok: false, error: 'nothing-left' })
    expect(await refunds()).toMatchObject([{ amount: 2600, state: 'succeeded' }])
  })

  test('N18, N21: the commands of the machine do the same', async () => {
    provider().faults.events({ kind: 'wrong_amount', amount: 2000 })
    const { order: placed } = await placePaidOrder(shop())
    const number = placed.orderNumber
    const run = async (...words: string[]) => {
      const { lines, exitCode } = await runOrders(shop(), ...words)
      return `${exitCode} ${lines.join(' ')}`
    }
    expect(await run('settle', number)).toMatch(/^1 .*accepted.*given-back/)
    expect(await run('settle', number, 'practice')).toMatch(/^1 /)
    expect(await run('settle', number, 'accepted')).toMatch(/^0 .*この金額で受ける/)
    expect(await run('refund', number, '500', '傷があった')).toMatch(/^0 .*500円：カードへの返金/)
    expect(await run('refund', number, '2000', '傷')).toMatch(/^1 .*1,500円まで/)
    expect(await run('refund', number, '500')).toMatch(/^2 /)
    expect(await run('refund', 'NONE-NONE')).toMatch(/^1 .*ありません/)
    expect(await run('cancel', number, 'お客様の', 'ご希望')).toMatch(/^0 .*1,500円/)
    expect(await run('cancel', number)).toMatch(/^1 .*もう取り消して/)
    expect(await order()).toMatchObject({ cancelReason: 'お客様の ご希望' })
    const acts = await db().selectFrom('audit').select(['act', 'actorRole']).orderBy('happenedAt').execute()
    expect(new Set(acts.map(({ actorRole }) => actorRole))).toEqual(new Set(['machine']))
    expect(acts.map(({ act }) => act)).toEqual(['order.settle', 'order.refund', 'order.cancel'])
  })

  test('the fee of a payment is read once it is booked', async () => {
    await placePaidOrder(shop())
    await readFees(
      { ...shop().ctx, gateway: { livemode: false, feeOf: () => Promise.reject(new Error('x')) } },
      never,
    )
    await readFees(shop().ctx, never)
    expect(await db().selectFrom('payment').select(['fee', 'net']).execute()).toEqual([
      { fee: 93, net: 2507 },
    ])
  })
})
