import { startShop, whereDemoDataIs } from './shop-process.ts'

/** Most of a shop's first start is spent on its demo: one shop makes each, and the others start from a copy. */
export default async (): Promise<() => Promise<void>> => {
  const shops = await Promise.all(
    (['0', '1'] as const).map(async (orders) => {
      const shop = await startShop({ DEMO_ORDERS: orders })
      await shop.stop()
      process.env[whereDemoDataIs[orders]] = shop.dataDir
      return shop
    }),
  )
  return async () => {
    for (const shop of shops) await shop.remove()
  }
}
