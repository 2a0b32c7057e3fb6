import { type ShopProcess, startShop, whereDemoDataIs } from './shop-process.ts'

type Demo = Pick<ShopProcess, 'dataDir' | 'stop' | 'remove'>

/**
 * Starts and stops one shop for each value of DEMO_ORDERS, and names its folder in the environment.
 * @returns what removes them
 * @throws what the first start throws that failed; no shop is left then
 */
export const makeDemos = async (
  start: (orders: keyof typeof whereDemoDataIs) => Promise<Demo>,
): Promise<() => Promise<void>> => {
  const starts = await Promise.allSettled(
    (['0', '1'] as const).map(async (orders) => {
      const shop = await start(orders)
      await shop.stop()
      process.env[whereDemoDataIs[orders]] = shop.dataDir
      return shop
    }),
  )
  const remove = async () => {
    for (const each of starts) if (each.status === 'fulfilled') await each.value.remove()
  }
  const failed = starts.find(({ status }) => status === 'rejected')
  if (failed?.status !== 'rejected') return remove
  await remove()
  throw failed.reason
}

/** Most of a shop's first start is spent on its demo: one shop makes each, and the others start from a copy. */
export default (): Promise<() => Promise<void>> => makeDemos((orders) => startShop({ DEMO_ORDERS: orders }))
