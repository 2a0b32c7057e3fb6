import { rm } from 'node:fs/promises'
import { startShop, whereDemoDataIs } from './shop-process.ts'

/** Most of a shop's first start goes into its demo: one shop makes it, and the others begin with a copy. */
export default async (): Promise<() => Promise<void>> => {
  const shop = await startShop()
  await shop.stop()
  process.env[whereDemoDataIs] = shop.dataDir
  return () => rm(shop.dataDir, { recursive: true, force: true })
}
