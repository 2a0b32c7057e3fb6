import { expect, onTestFinished, test } from 'vitest'
import { openCheckoutShop, storeProducts } from '../../../../tests/support/checkout-for-tests.ts'
import { startCrashingShop } from '../../../../tests/support/checkout-process.ts'
import { crashSteps } from '../../../../tests/support/checkpoints.ts'
import { onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { placePaidOrder } from '../../../../tests/support/paid-order.ts'
import { refundFormForTests } from '../../../../tests/support/refund-form.ts'
import { mailKinds } from '../../../../tests/support/shopper-for-tests.ts'
import { openDatabase } from '../../../server/database/open-database.ts'
import { askAgain } from './commands.server.ts'
import { requestRefund } from './requesting.commands.server.ts'

const never = new AbortController().signal

/** Each step, its checkpoint in the child process, and whether the refund is written by then. */
const steps = [
  ['in: form taken', 'refund insert audit 1', false],
  ['in: refund written', 'refund insert refund 1', false],
  ['in: its parts written', 'refund insert refundLine 1', false],
  ['in: order raised', 'refund update orders 1', false],
  ['request committed', 'refund commit insert audit 1', true],
  ['provider has answered', 'refund provider refund 1', true],
  ['in: answer kept', 'refund update refund 1', true],
  ['in: mail queued', 'refund insert mail 1', true],
  ['answer committed', 'refund commit update refund 1', true],
] as const

onBothEngines('kill -9 in a refund', (_open, { engine, migrated }) => {
  test.each(crashSteps(engine, steps))(
    'N4: at "%s" row, provider and mail agree afterwards, with one refund',
    async (_step, crashAt, isWritten) => {
      const settings = await migrated()
      const database = await openDatabase(settings)
      onTestFinished(() => database.close())
      await storeProducts(database.db)
      const shop = await openCheckoutShop(database.db)
      const { order, paymentIntent } = await placePaidOrder(shop)
      const options = { crashAt, simulatorPort: shop.provider.port, smtpUrl: 'smtp://127.0.0.1:1' }
      const child = await startCrashingShop(settings, options)
      shop.provider.faults.events({ kind: 'lose' }, { times: 9 })
      expect(await child.post('/refund', order.orderNumber)).toBeUndefined()
      expect(await child.dead).toBe('SIGKILL')
      const rows = () => shop.ctx.db.selectFrom('refund').select(['state', 'amount', 'providerId']).execute()
      expect(await rows()).toHaveLength(isWritten ? 1 : 0)
      await shop.advance(2 * 60_000)
      await askAgain(shop.ctx, never)
      if (isWritten) expect(await rows()).toMatchObject([{ state: 'succeeded' }])
      const again = await requestRefund(shop.ctx, { kind: 'owner' }, refundFormForTests(order.orderNumber))
      expect(again).toMatchObject({ ok: true, value: { amount: 1100, state: 'taken' } })
      const [made, ...others] = await shop.ctx.gateway.refundsOf(paymentIntent)
      expect(others).toEqual([])
      expect(await rows()).toEqual([{ state: 'succeeded', amount: 1100, providerId: made?.id }])
      expect(await mailKinds(shop.ctx.db)).toEqual(['order_confirmation', 'order_refunded', 'owner_paid'])
    },
  )
})
