import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaymentContext } from '~/features/orders/payment/commands.server.ts'
import { reconcileOrders } from '~/features/orders/payment/jobs.server.ts'
import { paymentStatus } from '~/features/orders/payment/queries.server.ts'
import { takeWebhook } from '~/features/orders/webhook/webhook.server.ts'
import { createCallCounter } from '~/server/call-counter.ts'
import type { CheckoutShop } from '../../../../tests/support/checkout-for-tests.ts'
import { expectInvariants } from '../../../../tests/support/checkout-invariants.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { openPaymentPage } from '../../../../tests/support/shopper-for-tests.ts'
import { signedEvent } from '../../../../tests/support/signed-event.ts'

const minute = 60_000
const never = new AbortController().signal
/** `npm run test:long` makes more runs; the seed repeats a failed one. */
const runs = process.env.LONG_TESTS === '1' ? 1_000 : 40
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

/** What happens at the provider while several requests tell the shop of it at once. */
const fates = ['paid', 'paid late', 'waits', 'open', 'expired'] as const
type Fate = (typeof fates)[number]

const befall = async ({ provider }: CheckoutShop, sessionId: string, fate: Fate) => {
  if (fate === 'expired') return provider.expire(sessionId)
  if (fate === 'open') return
  await provider.pay(sessionId, { waits: fate !== 'paid' })
  if (fate === 'paid late') await provider.settlePayment(sessionId, 'succeeded')
}

/** The same shop; the scheduler decides when each call of the provider is made and answered. */
const scheduled = (ctx: PaymentContext, scheduler: fc.Scheduler): PaymentContext => ({
  ...ctx,
  now: () => ctx.now() + 16 * minute,
  gateway: {
    ...ctx.gateway,
    session: scheduler.scheduleFunction(ctx.gateway.session),
  },
})

checkoutOnBothEngines('random interleavings', (shop, engine) => {
  const oneRun = async (scheduler: fc.Scheduler, fate: Fate, run: number) => {
    const { provider } = shop()
    // Each run is on another day, because of the limits.
    const ctx = { ...shop().ctx, calls: createCallCounter() }
    await ctx.db.deleteFrom('rateLimit').execute()
    const { sessionId } = await openPaymentPage({ ctx }, [['F-1100', 1]], `browser-of-run-${run}`)
    provider.faults.events({ kind: 'lose' }, { times: 2 })
    const torn = scheduled(ctx, scheduler)
    const webhook = async (id: string) => {
      await scheduler.schedule(Promise.resolve(), `event ${id} arrives`)
      const { body, header } = signedEvent(sessionId, { id: `evt_${run}_${id}` })
      return takeWebhook(torn, body, header)
    }
    const late = async (what: string, task: () => Promise<unknown>) => {
      await scheduler.schedule(Promise.resolve(), what)
      await task()
    }
    const [first, second, third] = await scheduler.waitFor(
      Promise.all([
        webhook('completed'),
        webhook('completed'),
        webhook('succeeded'),
        late(`it is ${fate}`, () => befall(shop(), sessionId, fate)),
        paymentStatus(ctx.db, torn.gateway, sessionId),
        late('a round begins', () => reconcileOrders(torn, never)),
        late('another round begins', () => reconcileOrders(torn, never)),
        late('the page is shown again', () => paymentStatus(ctx.db, torn.gateway, sessionId)),
      ]),
    )
    expect([first, second, third]).toEqual([200, 200, 200])
    await reconcileOrders({ ...ctx, now: torn.now }, never)
    await expectInvariants(ctx.db, provider, ctx.now())
    await tidyUp(sessionId, fate)
  }

  /** So that the next run has only its own order to reconcile. */
  const tidyUp = async (sessionId: string, fate: Fate) => {
    const { provider, ctx } = shop()
    provider.faults.clear()
    if (fate === 'open') await provider.expire(sessionId)
    if (fate === 'waits') await provider.settlePayment(sessionId, 'succeeded')
    await provider.settled()
    await expectInvariants(ctx.db, provider, ctx.now())
  }

  test(`A7: ${runs} on ${engine} of webhook, reconciliation and success page, seed ${seed}`, async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.constantFrom(...fates), async (scheduler, fate) => {
        run += 1
        await oneRun(scheduler, fate, run)
      }),
      { numRuns: runs, seed },
    )
  }, 600_000)
})
