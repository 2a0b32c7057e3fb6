import { expect, onTestFinished, test } from 'vitest'
import {
  type CheckoutShop,
  openCheckoutShop,
  storeProducts,
} from '../../../../tests/support/checkout-for-tests.ts'
import { startCrashingShop } from '../../../../tests/support/checkout-process.ts'
import { type CrashStep, crashSteps } from '../../../../tests/support/checkpoints.ts'
import { onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { loseOrders, placePaidOrder, runOrders } from '../../../../tests/support/paid-order.ts'
import { mailKinds, ordersOf } from '../../../../tests/support/shopper-for-tests.ts'
import { openDatabase } from '../../../server/database/open-database.ts'

const whenRefunded: readonly CrashStep[] = [
  ['event verified', 'webhook event verified 1'],
  ['refunds fetched', 'webhook provider refunds 1'],
  ['in: event noted', 'webhook insert webhookEvent 1'],
  ['in: refund kept', 'webhook insert refund 1'],
  ['in: mail queued', 'webhook insert mail 1'],
  ['refund committed', 'webhook commit insert webhookEvent 1'],
]
const whenDisputed: readonly CrashStep[] = [
  ['dispute fetched', 'webhook provider dispute 1'],
  ['in: dispute kept', 'webhook insert dispute 1'],
  ['dispute committed', 'webhook commit insert webhookEvent 1'],
]
const whenAdopted: readonly CrashStep[] = [
  ['session fetched', 'adopt provider session of order 1'],
  ['in: order written', 'adopt insert orders 1'],
  ['in: lines written', 'adopt insert orderLine 1'],
  ['in: payment kept', 'adopt insert payment 1'],
  ['in: mail queued', 'adopt insert mail 1'],
  ['order committed', 'adopt commit insert audit 1'],
  ['refunds fetched', 'adopt provider refunds 1'],
]

onBothEngines('kill -9 after a payment', (_open, { engine, migrated }) => {
  const begin = async (crashAt: string) => {
    const settings = await migrated()
    const database = await openDatabase(settings)
    onTestFinished(() => database.close())
    await storeProducts(database.db)
    const shop: CheckoutShop = await openCheckoutShop(database.db)
    const placed = await placePaidOrder(shop)
    const options = { crashAt, simulatorPort: shop.provider.port, smtpUrl: 'smtp://127.0.0.1:1' }
    return { shop, ...placed, child: await startCrashingShop(settings, options) }
  }
  type Scene = Awaited<ReturnType<typeof begin>>
  const sendsAgain = async ({ shop, child }: Scene) => {
    expect(await child.dead).toBe('SIGKILL')
    await shop.provider.settled()
    shop.provider.setWebhookUrl(shop.webhookUrl)
    await shop.provider.deliverNow()
    await shop.provider.settled()
  }

  test.each(crashSteps(engine, whenRefunded))(
    'M11: at "%s" the event comes again, and the refund counts once',
    async (_step, crashAt) => {
      const scene = await begin(crashAt)
      const { shop, child, sessionId, order } = scene
      shop.provider.setWebhookUrl(`${child.url}/webhook`)
      await shop.provider.refund(sessionId)
      await sendsAgain(scene)
      const { db } = shop.ctx
      expect(await db.selectFrom('refund').select('amount').execute()).toEqual([{ amount: 2600 }])
      expect(await mailKinds(db)).toEqual(['order_confirmation', 'owner_paid', 'owner_refund'])
      expect(await runOrders(shop, 'ship', order.orderNumber)).toMatchObject({ exitCode: 1 })
    },
  )

  test.each(crashSteps(engine, whenDisputed))(
    'M11: at "%s" the dispute is kept and mailed once',
    async (_step, crashAt) => {
      const scene = await begin(crashAt)
      const { shop, child, sessionId } = scene
      shop.provider.setWebhookUrl(`${child.url}/webhook`)
      await shop.provider.dispute(sessionId)
      await sendsAgain(scene)
      const { db } = shop.ctx
      expect(await db.selectFrom('dispute').select('status').execute()).toEqual([
        { status: 'needs_response' },
      ])
      expect(await mailKinds(db)).toEqual(['order_confirmation', 'owner_dispute', 'owner_paid'])
    },
  )

  test.each(crashSteps(engine, whenAdopted))(
    'M12: at "%s" there is no order or a whole one, and again it is one',
    async (_step, crashAt) => {
      const { shop, child, sessionId, order } = await begin(crashAt)
      const { db } = shop.ctx
      await loseOrders(db)
      expect(await child.post('/adopt', sessionId)).toBeUndefined()
      expect(await child.dead).toBe('SIGKILL')
      const isThere = (await ordersOf(db)).length
      expect(await db.selectFrom('orderLine').select('number').execute()).toHaveLength(isThere)
      expect(await db.selectFrom('payment').select('role').execute()).toHaveLength(isThere)
      expect(await mailKinds(db)).toHaveLength(isThere)
      expect(await runOrders(shop, 'adopt', sessionId, 'mail')).toMatchObject({ exitCode: 0 })
      expect(await ordersOf(db)).toMatchObject([{ id: order.id, state: 'paid', total: 2600 }])
      expect(await db.selectFrom('orderLine').select('number').execute()).toEqual([{ number: 'F-1100' }])
      expect(await db.selectFrom('payment').select('role').execute()).toEqual([{ role: 'first' }])
      expect(await mailKinds(db)).toEqual(['order_confirmation'])
    },
  )
})
