// @every: the built shop with neighbours that fail

import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../app/server/database/open-database.ts'
import { silentLog } from '../../app/server/log.ts'
import { fuzzSettings, fuzzShop } from '../support/fuzz/fuzz.ts'
import { unsoundness } from '../support/fuzz/soundness.ts'
import { startShop } from '../support/shop-process.ts'
import { isWhole, note, seed, shopIsBuilt } from './holds-run.ts'

beforeAll(shopIsBuilt)

/** `npm run fuzz` is the long one, with all actors' pages and 100,000 requests. */
const requests = isWhole ? 3_000 : 600
const mostPages = isWhole ? 60 : 6

test(`D4: ${requests} odd requests of every actor get no 5xx but overload's, no error in the log, and leave the data sound`, async () => {
  const shop = await startShop({ ...fuzzSettings, DEMO_ORDERS: '1' })
  onTestFinished(() => shop.remove())
  const data = await openDatabase({ dataDir: shop.dataDir, databaseUrl: undefined, log: silentLog })
  onTestFinished(() => data.close())
  const tell = () => {}
  const fuzz = { shop, db: data.db, seed, requests, perKind: 1, mostPages, tell }
  const { statuses, wrong } = await fuzzShop(fuzz)
  expect({ seed, wrong }).toEqual({ seed, wrong: [] })
  expect(Object.keys(statuses).length).toBeGreaterThan(5)
  expect(await unsoundness(data.db, data.engine)).toEqual([])
  const remarks = `answers ${JSON.stringify(statuses)}`
  note({ fault: 'odd requests', trials: requests, lost: 0, doubled: 0, recoveredMs: 0, remarks })
}, 300_000)
