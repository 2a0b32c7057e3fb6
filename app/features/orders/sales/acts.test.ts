import { expect, test } from 'vitest'
import { readFees } from '~/features/orders/payment/jobs.server.ts'
import { requestRefund } from '~/features/orders/refund/requesting.commands.server.ts'
import { salesAreDue } from '~/features/orders/sales-due.commands.server.ts'
import { engineOf, forUpdate } from '~/server/database/engine.ts'
import { rememberShopState } from '~/server/shop-state.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { placePaidOrder, runOrders } from '../../../../tests/support/paid-order.ts'
import { refundFormForTests } from '../../../../tests/support/refund-form.ts'
import { turnsWhile } from '../../../../tests/support/turns.ts'
import { bookSales, bookSalesJob } from './booking.commands.server.ts'
import { setSalesBasis } from './commands.server.ts'
import { dayOf } from './facts.queries.server.ts'
import { monthAsked, monthPage } from './page.queries.server.ts'
import { basisChanges, figuresOfMonth } from './queries.server.ts'
import { monthOf, nextMonth, shownBasis } from './rules.ts'

const booker = { kind: 'system', name: 'test' } as const
const never = new AbortController().signal

checkoutOnBothEngines('the month, by the acts of the shop', (shop) => {
  const owner = () => deskPersonForTests(shop().ctx)
  const page = async () => {
    const { ctx } = shop()
    const month = monthOf(dayOf(ctx.now()))
    return monthPage({ ...ctx, actor: owner(), requestId: 'r' }, month)
  }
  const sums = async () => {
    const { figures } = await page()
    const { sales, refunds, disputes, won, fees } = figures
    return [sales.amount, refunds.amount, disputes.amount, won.amount, fees.amount]
  }

  test('M25, M26, M27: what is paid, shipped, taken back, refunded and disputed is in the month at once', async () => {
    const { order, sessionId } = await placePaidOrder(shop())
    const { total, orderNumber } = order
    expect(await sums(), 'paid').toEqual([0, 0, 0, 0, 0])
    expect((await page()).waiting).toMatchObject({ count: 1, amount: total })
    await runOrders(shop(), 'ship', orderNumber)
    expect(await sums(), 'shipped').toEqual([total, 0, 0, 0, 0])
    await runOrders(shop(), 'unship', orderNumber, 'まちがい')
    expect(await sums(), 'taken back').toEqual([0, 0, 0, 0, 0])
    await runOrders(shop(), 'ship', orderNumber)
    const dispute = await shop().provider.dispute(sessionId)
    await shop().provider.settled()
    expect(await sums(), 'disputed').toEqual([total, 0, -total, 0, 0])
    expect((await page()).reconciliation?.differences.map(({ text }) => text)).toEqual([
      expect.stringContaining('結論が、まだ出ていません'),
    ])
    await shop().provider.changeDispute(dispute, 'won')
    await shop().provider.settled()
    expect(await sums(), 'won').toEqual([total, 0, -total, total, 0])
    const refund = await requestRefund(shop().ctx, owner(), refundFormForTests(orderNumber))
    const amount = refund.ok ? refund.value.amount : 0
    expect(amount).toBeGreaterThan(0)
    // What is being changed just now is booked later: the provider's word of the refund may be on its way.
    await shop().provider.settled()
    expect(await sums(), 'refunded').toEqual([total, -amount, -total, total, 0])
    const gateway = {
      feeOf: async () => ({ fee: 36, net: total - 36 }),
      livemode: shop().ctx.gateway.livemode,
    }
    await readFees({ ...shop().ctx, gateway }, never)
    expect(await sums(), 'the fee').toEqual([total, -amount, -total, total, 36])
    expect((await page()).reconciliation).toMatchObject({ differences: [], payments: 1, feesMissing: 0 })
  })

  test('M27: a refund made in the provider’s dashboard counts, and its failure takes it back', async () => {
    const { order, sessionId } = await placePaidOrder(shop())
    const id = await shop().provider.refund(sessionId, { amount: 300 })
    await shop().provider.settled()
    expect((await sums())[1]).toBe(-300)
    await shop().provider.changeRefund(id, 'failed')
    await shop().provider.settled()
    expect((await sums())[1]).toBe(0)
    expect((await page()).reconciliation?.differences).toEqual([
      {
        orderNumber: order.orderNumber,
        day: expect.any(String),
        text: expect.stringContaining('できませんでした'),
      },
    ])
  })

  test('M30: each difference is named with its order: another sum, no payment, a second one, fees that do not add up', async () => {
    const { db } = shop().ctx
    const { order } = await placePaidOrder(shop())
    const { orderNumber: number, total } = order
    const found = async () =>
      ((await page()).reconciliation?.differences ?? []).map((each) => [each.orderNumber, each.text])
    expect(await found()).toEqual([])
    await db
      .updateTable('payment')
      .set({ fee: 36, net: total - 30 })
      .execute()
    expect(await found()).toEqual([[number, expect.stringContaining('手数料 36円')]])
    await db
      .updateTable('payment')
      .set({ amount: total - 1, net: total - 37 })
      .execute()
    expect(await found()).toEqual([[number, expect.stringContaining('決済会社に届いたのは')]])
    await db
      .updateTable('payment')
      .set({ role: 'second', amount: total, net: total - 36 })
      .execute()
    expect(await found()).toEqual([
      [number, expect.stringContaining('支払いの記録がありません')],
      [number, expect.stringContaining('二つ目の支払い')],
    ])
    await db.updateTable('payment').set({ role: 'unmatched', orderId: null }).execute()
    expect(await found()).toEqual([
      [number, expect.stringContaining('支払いの記録がありません')],
      ['', expect.stringContaining('注文のない支払い')],
    ])
  })
})

onBothEngines('the comparison with a provider that is silent', (open) => {
  test('M39: the month opens, and agrees with the provider only once its list was compared after the month, or lately while it runs', async () => {
    const ctx = contextForTests((await open()).db)
    const actor = deskPersonForTests(ctx)
    const told = async (month: string) => {
      const { reconciliation } = await monthPage({ ...ctx, actor, requestId: 'r' }, month)
      return reconciliation?.isCompared
    }
    const compared = (moment: string) =>
      rememberShopState(ctx.db, 'compared_at', String(Date.parse(`${moment}:00+09:00`)))
    expect([await told('2026-03'), await told('2026-04')], 'never').toEqual([false, false])
    await compared('2026-03-31T23:00')
    expect([await told('2026-03'), await told('2026-04')], 'before its end').toEqual([false, true])
    await compared('2026-04-01T00:00')
    expect([await told('2026-03'), await told('2026-04')]).toEqual([true, true])
    ctx.advance(3 * 86_400_000)
    expect([await told('2026-03'), await told('2026-04')], 'silent since').toEqual([true, false])
  })

  test('M37: unknown fees are asked for newest first, and a provider that is silent three times in a row is left alone till the next run', async () => {
    const ctx = contextForTests((await open()).db)
    for (const at of [1, 2, 3, 4, 5])
      await ctx.db
        .insertInto('payment')
        .values({
          ...{ paymentIntent: `pi_${at}`, orderId: null, sessionId: `cs_${at}`, amount: 1_400 },
          ...{ currency: 'jpy', livemode: 1, receivedAt: ctx.now() + at, role: 'unmatched' },
        })
        .execute()
    const asked: string[] = []
    const ask = (silent: readonly string[]) => {
      const feeOf = async (paymentIntent: string) => {
        asked.push(paymentIntent)
        if (silent.includes(paymentIntent)) throw new Error('no answer')
        return paymentIntent === 'pi_2' ? undefined : { fee: 36, net: 1_364 }
      }
      return readFees({ ...ctx, gateway: { feeOf, livemode: true } }, never)
    }
    await ask(['pi_5', 'pi_4', 'pi_3', 'pi_2'])
    expect(asked.splice(0)).toEqual(['pi_5', 'pi_4', 'pi_3'])
    await ask(['pi_5', 'pi_4', 'pi_1'])
    expect(asked.splice(0)).toEqual(['pi_5', 'pi_4', 'pi_3', 'pi_2', 'pi_1'])
    await ask([])
    expect(asked, 'what is known is asked for no more').toEqual(['pi_5', 'pi_4', 'pi_2', 'pi_1'])
  })
})

onBothEngines('by which day the shop counts', (open) => {
  const opened = async () => {
    const ctx = contextForTests((await open()).db)
    const owner = deskPersonForTests(ctx)
    const press = (basis: 'shipped' | 'paid', shown: 'shipped' | 'paid', requestId: string) =>
      setSalesBasis(ctx, owner, {
        basis,
        shown: shownBasis(nextMonth(monthOf(dayOf(ctx.now()))), shown),
        requestId,
      })
    return { ctx, press }
  }

  test('M28: another basis begins with the next month, another choice before that replaces it, and a form that shows an old one is refused', async () => {
    const { ctx, press } = await opened()
    expect(await press('paid', 'shipped', 'a')).toEqual({ ok: true, value: { fromMonth: '2026-05' } })
    expect(await press('paid', 'shipped', 'b')).toEqual({ ok: false, error: 'other-basis' })
    expect(await press('shipped', 'paid', 'c')).toEqual({ ok: true, value: { fromMonth: '2026-05' } })
    expect(await basisChanges(ctx.db)).toEqual([{ fromMonth: '2026-05', basis: 'shipped' }])
    ctx.setNow(Date.parse('2026-12-31T23:59:59+09:00'))
    expect(await press('paid', 'shipped', 'd')).toEqual({ ok: true, value: { fromMonth: '2027-01' } })
    const log = await ctx.db.selectFrom('audit').select('act').execute()
    expect(log.map(({ act }) => act)).toEqual(Array(3).fill('sales.basis'))
  })

  test('M28: of two first choices at once the second is refused, and so is a form of the month before', async () => {
    const { ctx, press } = await opened()
    const pressed = await Promise.all([press('paid', 'shipped', 'a'), press('shipped', 'shipped', 'b')])
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1)
    expect(pressed).toContainEqual({ ok: false, error: 'other-basis' })
    ctx.setNow(Date.parse('2026-05-01T00:00:00+09:00'))
    const owner = deskPersonForTests(ctx)
    const shown = shownBasis('2026-05', 'paid')
    expect(await setSalesBasis(ctx, owner, { basis: 'shipped', shown, requestId: 'c' })).toEqual({
      ok: false,
      error: 'other-basis',
    })
  })

  test('M25: no month to come and no word that is none is asked for', async () => {
    const { ctx } = await opened()
    expect(monthAsked(ctx, '')).toBe('2026-04')
    expect(monthAsked(ctx, '2026-04')).toBe('2026-04')
    expect(monthAsked(ctx, '2025-12')).toBe('2025-12')
    for (const word of ['2026-05', '2026-00', '2026-13', '2026-4', 'x'])
      expect(monthAsked(ctx, word), word).toBeUndefined()
    expect([nextMonth('2026-12'), nextMonth('2028-01')]).toEqual(['2027-01', '2028-02'])
  })

  test('M25: nobody but the owner and the shop itself books', async () => {
    const { ctx } = await opened()
    expect(await bookSales(ctx, { kind: 'visitor', address: '203.0.113.9' })).toBe('some-left')
    expect(await bookSales(ctx, deskPersonForTests(ctx, { role: 'packer' }))).toBe('some-left')
    expect(await bookSales(ctx, deskPersonForTests(ctx))).toBe('all')
  })

  test('M25: once a day what a former release wrote beside this one is found and booked', async () => {
    const { ctx } = await opened()
    await bookSales(ctx, booker)
    const write = async (id: string, at: number) => {
      const order = orderRowForTests(id, { paidAt: at, shippedAt: at })
      await ctx.db.insertInto('orders').values(order).execute()
      const payment = { orderId: id, sessionId: `cs_${id}`, amount: 1400, currency: 'jpy', livemode: 1 }
      await ctx.db
        .insertInto('payment')
        .values({ ...payment, paymentIntent: `pi_${id}`, receivedAt: at, role: 'first' })
        .execute()
    }
    await write('unnoted', ctx.now())
    await write('older', ctx.now() - 60 * 86_400_000)
    const asked = {
      id: 're',
      requestId: 're',
      paymentIntent: 'pi_older',
      amount: 400,
      state: 'succeeded',
    } as const
    await ctx.db
      .insertInto('refund')
      .values({
        ...asked,
        providerId: 're',
        via: 'provider',
        askedAt: ctx.now(),
        asOf: ctx.now(),
        askedBy: 'a',
        mailsBuyer: 0,
      })
      .execute()
    const counted = async () => {
      const { sales, refunds } = await figuresOfMonth(ctx, '2026-04')
      return [sales.count, refunds.amount]
    }
    await bookSales(ctx, booker)
    expect(await counted()).toEqual([0, 0])
    ctx.advance(86_400_000)
    await bookSales(ctx, booker)
    expect(await counted()).toEqual([2, -400])
  })

  test('M25: others are served between the portions, however much is due', async () => {
    const { ctx } = await opened()
    for (let at = 0; at < 200; at += 1)
      await ctx.db
        .insertInto('orders')
        .values(orderRowForTests(`o${at}`, { paidAt: ctx.now(), shippedAt: ctx.now() }))
        .execute()
    const subjects = Array.from({ length: 200 }, (_, at) => ({ subject: `order:o${at}` }))
    await ctx.db.insertInto('salesDue').values(subjects).execute()
    expect(await turnsWhile(() => bookSales(ctx, booker))).toBeGreaterThanOrEqual(5)
    expect((await figuresOfMonth(ctx, '2026-04')).sales.count).toBe(200)
  })

  test('M25: what an act is changing just now is left for later, and neither waits for the other in a circle', async () => {
    const { ctx } = await opened()
    const { db } = ctx
    // On SQLite a transaction is alone.
    if (engineOf(db) !== 'postgres') return
    for (const id of ['o1', 'o2'])
      await db
        .insertInto('orders')
        .values(orderRowForTests(id, { paidAt: ctx.now(), shippedAt: ctx.now() }))
        .execute()
    const due = [{ subject: 'order:o1' }, { subject: 'order:o2' }]
    await db.insertInto('salesDue').values(due).execute()
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('orders').select('id').where('id', '=', 'o1').$call(forUpdate(trx)).execute()
      expect(await bookSales(ctx, booker)).toBe('all')
      expect((await figuresOfMonth(ctx, '2026-04')).sales.count).toBe(1)
      await salesAreDue(trx, { orderId: 'o1' })
    })
    await bookSales(ctx, booker)
    expect((await figuresOfMonth(ctx, '2026-04')).sales.count).toBe(2)
  })

  test('M25: others are served between the reads of a month', async () => {
    const { ctx } = await opened()
    const asked = { ...ctx, actor: deskPersonForTests(ctx), requestId: 'r' }
    expect(await turnsWhile(() => monthPage(asked, '2026-04'))).toBeGreaterThanOrEqual(6)
  })

  test('M25: the job books what is due, and ends the months that are over', async () => {
    const { ctx } = await opened()
    await bookSales(ctx, booker)
    ctx.setNow(Date.parse('2026-05-01T00:00:00+09:00'))
    const open = () =>
      ctx.db.selectFrom('shopState').select('value').where('key', '=', 'sales_open_month').executeTakeFirst()
    expect(await open()).toEqual({ value: '2026-04' })
    await bookSalesJob(ctx).run(never)
    expect(await open()).toEqual({ value: '2026-05' })
  })
})
