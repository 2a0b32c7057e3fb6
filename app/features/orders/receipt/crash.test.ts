import { expect, onTestFinished, test } from 'vitest'
import { openCheckoutShop, storeProducts } from '../../../../tests/support/checkout-for-tests.ts'
import { startCrashingShop } from '../../../../tests/support/checkout-process.ts'
import { crashSteps } from '../../../../tests/support/checkpoints.ts'
import { onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { placePaidOrder } from '../../../../tests/support/paid-order.ts'
import { openDatabase } from '../../../server/database/open-database.ts'
import { issueReceipt } from './commands.server.ts'
import { documentHash } from './queries.server.ts'

/** Each step, its checkpoint in the child process, and whether the receipt is there by then. */
const steps = [
  ['in: number taken', 'receipt insert receiptCounter 1', false],
  ['in: receipt written', 'receipt insert receipt 1', false],
  ['in: history written', 'receipt insert orderEvent 1', false],
  ['receipt committed', 'receipt commit insert receiptCounter 1', true],
] as const

onBothEngines('kill -9 while a receipt is issued', (_open, { engine, migrated }) => {
  test.each(crashSteps(engine, steps))(
    'M24: at "%s" the number is used for a whole receipt or for none, and the next one follows it',
    async (_step, crashAt, isWritten) => {
      const settings = await migrated()
      const database = await openDatabase(settings)
      onTestFinished(() => database.close())
      await storeProducts(database.db)
      const shop = await openCheckoutShop(database.db)
      const { token } = await placePaidOrder(shop)
      const other = await placePaidOrder(shop, [['F-4400', 1]])
      const options = { crashAt, simulatorPort: shop.provider.port, smtpUrl: 'smtp://127.0.0.1:1' }
      const child = await startCrashingShop(settings, options)
      expect(await child.post('/receipt', token)).toBeUndefined()
      expect(await child.dead).toBe('SIGKILL')
      const rows = () => shop.ctx.db.selectFrom('receipt').selectAll().orderBy('number').execute()
      expect(await rows()).toHaveLength(isWritten ? 1 : 0)
      for (const each of [other.token, token])
        await issueReceipt(
          shop.ctx,
          { kind: 'visitor', address: '203.0.113.7' },
          { token: each, refundId: '', nameLine: '山田' },
        )
      const made = await rows()
      expect(made.map(({ number }) => number)).toEqual([1, 2])
      for (const { html, sha256 } of made) expect(documentHash(html)).toBe(sha256)
    },
  )
})
