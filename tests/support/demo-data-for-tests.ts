import { rm } from 'node:fs/promises'
import { startShop, whereDemoDataIs } from './shop-process.ts'

/** Most of a shop's first start is spent on its demo: one shop makes it, and the others start from a copy. */
export default async (): Promise<() => Promise<void>> => {
  const shop = await startShop()
  await shop.stop()
  process.env[whereDemoDataIs] = shop.dataDir
  return () => rm(shop.dataDir, { recursive: true, force: true })
}
