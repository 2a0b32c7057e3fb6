import { expect, onTestFinished, test } from 'vitest'
import { reconcileOrders } from '~/features/orders/payment/jobs.server.ts'
import { smtpTransport } from '~/server/mail/transport.ts'
import { sendDueMails } from '~/server/mail/worker.ts'
import {
  type CheckoutShop,
  openCheckoutShop,
  storeProducts,
} from '../../../../tests/support/checkout-for-tests.ts'
import { expectInvariants } from '../../../../tests/support/checkout-invariants.ts'
import { startCrashingShop } from '../../../../tests/support/checkout-process.ts'
import { type CrashStep, crashSteps } from '../../../../tests/support/checkpoints.ts'
import { onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { type MailServer, startMailServer } from '../../../../tests/support/mail-server.ts'
import { bodyFor, ordersOf, postCheckout } from '../../../../tests/support/shopper-for-tests.ts'
import { openDatabase } from '../../../server/database/open-database.ts'

const minute = 60_000
const never = new AbortController().signal

const whenOpening: readonly CrashStep[] = [
  ['in: order written', 'checkout insert orderEvent 1'],
  ['order committed', 'checkout commit insert orders 1'],
  ['session created', 'checkout provider open 1'],
  ['session stored', 'checkout commit update orders 1'],
]
const whenPaid: readonly CrashStep[] = [
  ['event verified', 'webhook event verified 1'],
  ['session fetched', 'webhook provider session 1'],
  ['in: event noted', 'webhook insert webhookEvent 1'],
  ['in: state changed', 'webhook insert orderEvent 1'],
  ['in: mails queued', 'webhook insert mail 2'],
  ['payment committed', 'webhook commit insert webhookEvent 1'],
]
const whenReconciling: readonly CrashStep[] = [
  ['session asked about', 'reconcile provider session 1'],
  ['in: state changed', 'reconcile insert orderEvent 1'],
  ['payment committed', 'reconcile commit update orders 1'],
]
const whenMailing: readonly CrashStep[] = [
  ['mail claimed', 'mails commit update mail 1'],
  ['mail handed over', 'mails mail sent 1'],
]

/** The shop comes back after the crash: the shopper presses again, the provider sends again, the jobs run. */
const comeBack = async (shop: CheckoutShop, mailServer: MailServer, body: unknown) => {
  shop.provider.setWebhookUrl(shop.webhookUrl)
  await shop.provider.settled()
  const pressed = await postCheckout(shop, body)
  expect(pressed.status).toBe(200)
  for (const session of shop.provider.sessions())
    if (session.status === 'open') await shop.provider.pay(session.id)
  await shop.provider.settled()
  await shop.advance(61 * minute)
  await reconcileOrders(shop.ctx, never)
  const transport = smtpTransport(mailServer.url, 'shop@example.com')
  onTestFinished(() => transport.close())
  await sendDueMails({ ...shop.ctx, mail: transport }, never)
}

onBothEngines('kill -9', (_open, { engine, migrated }) => {
  const begin = async (crashAt: string) => {
    const settings = await migrated()
    const database = await openDatabase(settings)
    onTestFinished(() => database.close())
    await storeProducts(database.db)
    const shop = await openCheckoutShop(database.db)
    const mailServer = await startMailServer(onTestFinished)
    const body = await bodyFor(database.db, [
      ['F-1100', 2],
      ['K-1', 1],
    ])
    const child = await startCrashingShop(settings, {
      crashAt,
      simulatorPort: shop.provider.port,
      smtpUrl: mailServer.url,
      aheadMs: crashAt.startsWith('reconcile') ? 16 * minute : 0,
    })
    return { shop, mailServer, body, child, press: () => child.post('/checkout', JSON.stringify(body)) }
  }
  type Scene = Awaited<ReturnType<typeof begin>>

  /** After the return: nothing lost, nothing doubled, and each mail arrived, those that were on their way at the crash perhaps twice. */
  const endsWell = async (
    { shop, mailServer, body }: Scene,
    payments: number,
    again = { least: 0, most: 0 },
  ) => {
    await comeBack(shop, mailServer, body)
    await expectInvariants(shop.ctx.db, shop.provider, shop.ctx.now())
    const paid = (await ordersOf(shop.ctx.db)).filter(({ state }) => state === 'paid')
    expect(paid).toHaveLength(payments)
    expect(mailServer.received.length).toBeGreaterThanOrEqual(payments * 2 + again.least)
    expect(mailServer.received.length).toBeLessThanOrEqual(payments * 2 + again.most)
    const ids = mailServer.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
    expect(new Set(ids).size).toBe(payments * 2)
  }

  test.each(crashSteps(engine, whenOpening))(
    'M1, M2, M9: at "%s" leaves one order that can be paid',
    async (_step, crashAt) => {
      const scene = await begin(crashAt)
      expect(await scene.press()).toBeUndefined()
      expect(await scene.child.dead).toBe('SIGKILL')
      await endsWell(scene, 1)
      expect(await ordersOf(scene.shop.ctx.db)).toHaveLength(1)
    },
  )

  test.each(crashSteps(engine, whenPaid))(
    'M3-M6, M9: at "%s" the event comes again and counts once',
    async (_step, crashAt) => {
      const scene = await begin(crashAt)
      const { shop, child } = scene
      expect(await scene.press()).toMatchObject({ status: 200 })
      shop.provider.setWebhookUrl(`${child.url}/webhook`)
      await shop.provider.pay(shop.provider.sessions()[0]?.id ?? '')
      expect(await child.dead).toBe('SIGKILL')
      await shop.provider.settled()
      shop.provider.setWebhookUrl(shop.webhookUrl)
      await shop.provider.deliverNow()
      expect((await ordersOf(shop.ctx.db)).map(({ state }) => state)).toEqual(['paid'])
      await endsWell(scene, 2)
    },
  )

  test.each(crashSteps(engine, whenReconciling))(
    'M8: at "%s" the next round finds the payment, once',
    async (_step, crashAt) => {
      const scene = await begin(crashAt)
      const { shop, child } = scene
      expect(await postCheckout(shop, scene.body)).toMatchObject({ status: 200 })
      shop.provider.faults.events({ kind: 'lose' })
      await shop.provider.pay(shop.provider.sessions()[0]?.id ?? '')
      expect(await child.post('/reconcile')).toBeUndefined()
      expect(await child.dead).toBe('SIGKILL')
      await shop.advance(16 * minute)
      await reconcileOrders(shop.ctx, never)
      expect((await ordersOf(shop.ctx.db)).map(({ state }) => state)).toEqual(['paid'])
      await endsWell(scene, 2)
    },
  )

  test.each(crashSteps(engine, whenMailing))(
    'M6, M9: at "%s" the mail still comes',
    async (_step, crashAt) => {
      const scene = await begin(crashAt)
      const { shop, child } = scene
      await postCheckout(shop, scene.body)
      await shop.provider.pay(shop.provider.sessions()[0]?.id ?? '')
      await shop.provider.settled()
      expect(await child.post('/mails')).toBeUndefined()
      expect(await child.dead).toBe('SIGKILL')
      // SMTP cannot say whether a mail that was handed over arrived: then it comes twice under one Message-ID. Those to buyer and
      // owner are on their way at once.
      await endsWell(scene, 2, { least: crashAt === 'mails mail sent 1' ? 1 : 0, most: 2 })
    },
  )
})
