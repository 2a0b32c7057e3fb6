import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Engine } from '../../app/server/database/engine.ts'
import { type AppDatabase, openDatabase } from '../../app/server/database/open-database.ts'
import { type CheckoutShop, openCheckoutShop, storeProducts } from './checkout-for-tests.ts'
import { onBothEngines } from './database-for-tests.ts'
import { allPressesAnswered } from './shopper-for-tests.ts'

const ownTables = [
  'audit',
  'receipt',
  'receiptCounter',
  'packingTick',
  'stockMove',
  'stockClaim',
  'stockPiece',
  'stock',
  'orderReturn',
  'orderNote',
  'dispute',
  'refundLine',
  'refund',
  'payment',
  'orderEvent',
  'orderLine',
  'orders',
  'webhookEvent',
  'mail',
  'rateLimit',
  'product',
  'feedImport',
  'closedProduct',
  'shopState',
] as const

const clear = async ({ db }: AppDatabase) => {
  for (const table of ownTables) await db.deleteFrom(table).execute()
}

/** Each test has a new provider and an empty database with the products of `putProducts`; every request to the provider must be valid. */
export const checkoutOnBothEngines = (
  name: string,
  tests: (shop: () => CheckoutShop, engine: Engine) => void,
): void =>
  onBothEngines(name, (_open, places) => {
    let database: AppDatabase
    let shop: CheckoutShop
    beforeAll(async () => {
      database = await openDatabase(await places.migrated())
    })
    afterAll(() => database.close())
    beforeEach(async () => {
      await clear(database)
      await storeProducts(database.db)
      shop = await openCheckoutShop(database.db)
    })
    afterEach(async () => {
      shop.provider.faults.clear()
      await allPressesAnswered()
      expect(shop.provider.invalidRequests()).toEqual([])
    })
    tests(() => shop, places.engine)
  })
