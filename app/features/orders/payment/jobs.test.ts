import { expect, test } from 'vitest'
import { providerAlarms } from '~/features/orders/webhook/alarms.queries.server.ts'
import { providerKeys } from '../../../../tests/support/checkout-context-for-tests.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import {
  bodyFor,
  mailKinds,
  openPaymentPage,
  ordersOf,
  postCheckout,
} from '../../../../tests/support/shopper-for-tests.ts'
import { compareWithProvider, lookForPaid, reconcileOrders } from './jobs.server.ts'
import { createPaymentGateway } from './stripe.server.ts'

const minute = 60_000
const never = new AbortController().signal
const paidMails = ['order_confirmation', 'owner_paid']

checkoutOnBothEngines('reconciliation', (shop) => {
  const states = async () => (await ordersOf(shop().ctx.db)).map(({ state }) => state)
  const mails = () => mailKinds(shop().ctx.db)
  const timesNoted = async (what: string) => {
    const { db } = shop().ctx
    return (await db.selectFrom('orderEvent').select('id').where('what', '=', what).execute()).length
  }
  /** Runs twice, because every job must be harmless when repeated. */
  const reconcile = async () => {
    await reconcileOrders(shop().ctx, never)
    await reconcileOrders(shop().ctx, never)
  }
  const compare = async () => {
    await compareWithProvider(shop().ctx, never)
    await compareWithProvider(shop().ctx, never)
  }
  const payWithoutEvent = async () => {
    const { sessionId } = await openPaymentPage(shop())
    shop().provider.faults.events({ kind: 'lose' })
    await shop().provider.pay(sessionId)
    return sessionId
  }

  test('S8: a payment whose event was lost is found after 15 minutes, with one mail of each kind', async () => {
    await payWithoutEvent()
    await reconcile()
    expect(await states()).toEqual(['pending'])
    await shop().advance(16 * minute)
    await reconcile()
    expect(await states()).toEqual(['paid'])
    expect(await mails()).toEqual(paidMails)
  })

  test('N27: a payment without an event is found by the provider’s list, once, and an alarm after 15 minutes', async () => {
    await payWithoutEvent()
    await lookForPaid(shop().ctx, never)
    await lookForPaid(shop().ctx, never)
    expect(await states()).toEqual(['paid'])
    expect(await mails()).toEqual(paidMails)
    const keys = async () => (await providerAlarms.read(shop().ctx)).map(({ key }) => key)
    expect(await keys()).toEqual([])
    await shop().advance(15 * minute)
    expect(await keys()).toEqual(['provider:unsigned'])
  })

  test('N27: only pages of the last two hours are looked through, and what is open stays', async () => {
    await openPaymentPage(shop())
    await lookForPaid(shop().ctx, never)
    expect(await states()).toEqual(['pending'])
    await payWithoutEvent()
    await shop().advance(121 * minute)
    await lookForPaid(shop().ctx, never)
    expect(await states()).toEqual(['pending'])
  })

  test('a page that expired without an event closes its order; one that is open stays', async () => {
    shop().provider.faults.events({ kind: 'lose' })
    await openPaymentPage(shop(), [['F-1100', 1]], 'browser-number-one')
    await shop().advance(61 * minute)
    await openPaymentPage(shop(), [['F-1100', 1]], 'browser-number-two')
    await shop().advance(16 * minute)
    await reconcile()
    expect(await states()).toEqual(['expired', 'pending'])
  })

  test('an order for which no page was ever made is closed', async () => {
    shop().provider.faults.calls({ kind: 'fail', status: 500 }, { only: 'create', times: 9 })
    await postCheckout(shop(), await bodyFor(shop().ctx.db, [['F-1100', 1]]))
    await shop().advance(16 * minute)
    await reconcile()
    expect(await states()).toEqual(['expired'])
  })

  test('an order whose page was made but never stored gets it back, and its payment too', async () => {
    const sessionId = await payWithoutEvent()
    const { db } = shop().ctx
    await db.updateTable('orders').set({ sessionId: null, sessionUrl: null }).execute()
    await shop().advance(16 * minute)
    await reconcile()
    expect(await ordersOf(db)).toMatchObject([{ state: 'paid', sessionId: sessionId }])
    expect(await mails()).toEqual(paidMails)
  })

  test('S10: a lost page at a strange address is not made the order’s', async () => {
    await openPaymentPage(shop())
    const { db, gateway } = shop().ctx
    await db.updateTable('orders').set({ sessionId: null, sessionUrl: null }).execute()
    await shop().advance(16 * minute)
    const strange = createPaymentGateway({
      ...providerKeys,
      simulatorPort: shop().provider.port,
      simulatorPageOrigin: 'https://another.example',
    })
    await reconcileOrders(
      { ...shop().ctx, gateway: { ...gateway, sessionsSince: strange.sessionsSince } },
      never,
    )
    expect(await ordersOf(db)).toMatchObject([{ sessionUrl: null }])
  })

  test('a page that the provider does not know closes its order', async () => {
    await openPaymentPage(shop())
    const { db } = shop().ctx
    await db.updateTable('orders').set({ sessionId: 'cs_test_unknown' }).execute()
    await shop().advance(16 * minute)
    await reconcile()
    expect(await states()).toEqual(['expired'])
  })

  test('a provider that cannot be asked leaves everything for the next run', async () => {
    await payWithoutEvent()
    await shop().advance(16 * minute)
    shop().provider.faults.calls({ kind: 'fail', status: 503 }, { only: 'retrieve', times: 2 })
    await reconcile()
    expect(await states()).toEqual(['pending'])
    await reconcile()
    expect(await states()).toEqual(['paid'])
  })

  test('a payment that was waited for is found', async () => {
    const { sessionId } = await openPaymentPage(shop())
    await shop().provider.pay(sessionId, { waits: true })
    await shop().provider.settled()
    shop().provider.faults.events({ kind: 'lose' })
    await shop().provider.settlePayment(sessionId, 'succeeded')
    await shop().advance(16 * minute)
    await reconcile()
    expect(await states()).toEqual(['paid'])
  })

  test('the comparison finds a paid session without an order, and tells the owner once', async () => {
    await payWithoutEvent()
    const { db } = shop().ctx
    for (const table of ['orderEvent', 'orderLine', 'orders'] as const) await db.deleteFrom(table).execute()
    await compare()
    expect(await mails()).toEqual(['owner_review'])
  })

  test('the comparison finds a paid order without a session, and tells the owner once', async () => {
    await openPaymentPage(shop())
    const { db } = shop().ctx
    await db.updateTable('orders').set({ state: 'paid', sessionId: 'cs_test_gone' }).execute()
    await compare()
    expect(await ordersOf(db)).toMatchObject([{ state: 'paid', reviewReason: 'not-listed' }])
    expect(await mails()).toEqual(['owner_review'])
    expect(await timesNoted('needs_review')).toBe(1)
  })

  test('S11: practice orders of the demo that a shop was are not missed at the real provider', async () => {
    await openPaymentPage(shop())
    const { db } = shop().ctx
    await db.updateTable('orders').set({ state: 'paid', sessionId: 'cs_test_gone', practice: 1 }).execute()
    await compare()
    expect(await ordersOf(db)).toMatchObject([{ state: 'paid', reviewReason: null }])
    expect(await mails()).toEqual([])
  })

  test('a second payment of one order is told to the owner once; the order stays paid', async () => {
    const first = await openPaymentPage(shop())
    const { db } = shop().ctx
    await db.updateTable('orders').set({ sessionId: null, sessionUrl: null, attempt: 2 }).execute()
    const second = await openPaymentPage(shop())
    await shop().provider.pay(second.sessionId)
    await shop().provider.settled()
    await shop().provider.pay(first.sessionId)
    await shop().provider.settled()
    await compare()
    await compare()
    expect(await ordersOf(db)).toMatchObject([
      { state: 'paid', reviewReason: 'paid-twice', sessionId: second.sessionId },
    ])
    expect(await mails()).toEqual(['order_confirmation', 'owner_paid', 'owner_review'])
    expect(await timesNoted('needs_review')).toBe(1)
  })

  test('M5: an order that needs a look keeps the payment that it was for when another one comes', async () => {
    const first = await openPaymentPage(shop())
    const { db } = shop().ctx
    await db.updateTable('orders').set({ sessionId: null, sessionUrl: null, attempt: 2 }).execute()
    const second = await openPaymentPage(shop())
    shop().provider.faults.events({ kind: 'wrong_amount', amount: 1 })
    for (const { sessionId } of [second, first]) {
      await shop().provider.pay(sessionId)
      await shop().provider.settled()
    }
    expect(await ordersOf(db)).toMatchObject([
      { state: 'needs_review', reviewReason: 'paid-twice', sessionId: second.sessionId },
    ])
    expect(await mails()).toEqual(['owner_review', 'owner_review'])
  })

  test('what fits is left alone by the comparison', async () => {
    const { sessionId } = await openPaymentPage(shop())
    await shop().provider.pay(sessionId)
    await shop().provider.settled()
    await compare()
    expect(await mails()).toEqual(paidMails)
    expect(await ordersOf(shop().ctx.db)).toMatchObject([{ state: 'paid', reviewReason: null }])
  })
})
