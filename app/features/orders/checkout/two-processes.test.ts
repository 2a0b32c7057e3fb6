import { expect, test } from 'vitest'
import { openDatabase } from '~/server/database/open-database.ts'
import { openCheckoutShop, storeProducts } from '../../../../tests/support/checkout-for-tests.ts'
import { startCrashingShop } from '../../../../tests/support/checkout-process.ts'
import { onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { bodyFor } from '../../../../tests/support/shopper-for-tests.ts'
import { countForTests, expectBooksAgree, leftOfPieces } from '../../../../tests/support/stock-for-tests.ts'

const number = 'F-1100'

onBothEngines('two processes of one shop', (_open, places) => {
  test('K3, K4: twenty-four shoppers for few pieces: nothing is oversold, nobody is refused while a piece holds it', async () => {
    const settings = await places.migrated()
    const database = await openDatabase(settings)
    const { db } = database
    await storeProducts(db)
    const { ctx, provider } = await openCheckoutShop(db)
    await countForTests(ctx, number, [7, 4, 3, 1, 1, 1, 1, 1, 1])
    const options = { crashAt: '', simulatorPort: provider.port, smtpUrl: 'smtp://127.0.0.1:9' }
    const shops = await Promise.all([
      startCrashingShop(settings, options),
      startCrashingShop(settings, options),
    ])
    const presses = Array.from({ length: 24 }, (_, at) => ({
      units: at < 12 ? 1 : 1 + (at % 4),
      shop: shops[at % 2],
    }))
    const bodies = await Promise.all(
      presses.map(({ units }, at) => bodyFor(db, [[number, units]], `browser-${at}-of-this-test`)),
    )
    const answers = await Promise.all(
      presses.map(async ({ shop }, at) => {
        const press = () => shop?.post('/checkout', JSON.stringify(bodies[at]))
        const answer = await press()
        // On a machine that does other things too, somebody waits for a lock too long, and presses again.
        return answer?.status === 503 ? press() : answer
      }),
    )
    const sold = presses.flatMap(({ units }, at) => (answers[at]?.status === 200 ? units : []))
    const refused = presses.flatMap(({ units }, at) => (answers[at]?.status === 409 ? units : []))
    expect(sold.length + refused.length).toBe(24)
    const left = await leftOfPieces(db, number)
    expect([...sold, ...left].reduce((sum, units) => sum + units, 0)).toBe(20)
    for (const units of refused) expect(units).toBeGreaterThan(Math.max(...left))
    await expectBooksAgree(db)
    await database.close()
  }, 60_000)
})
