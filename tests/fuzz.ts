// npm run fuzz [-- REQUESTS [sqlite|postgres]]: every actor follows every link and form of a demo of its own, and then asks for
// everything that the table of addresses has in odd ways, 100,000 times. Whatever is wrong is printed, with what asked for it; the data
// have to be sound afterwards, sign-ins to work, and the shop to start again. SEED=N repeats the run that printed this seed.
import { openDatabase } from '../app/server/database/open-database.ts'
import { silentLog } from '../app/server/log.ts'
import { demoMembers } from '../demo/members.ts'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { fuzzSettings, fuzzShop, lostSignIns } from './support/fuzz/fuzz.ts'
import { unsoundness } from './support/fuzz/soundness.ts'
import { startPostgresCluster } from './support/postgres-cluster.ts'
import { startShop } from './support/shop-process.ts'

const mostShown = 60
const tell = (line: string) => void process.stdout.write(`${line}\n`)
const [count = '100000', engine = 'sqlite'] = process.argv.slice(2)
const requests = Number(count)
if (!Number.isInteger(requests) || requests < 1) throw new Error('npm run fuzz -- REQUESTS [sqlite|postgres]')
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
/** All logins of the demo have the same one. */
const password = demoMembers[0]?.password ?? ''

await getReadyOrEnd(built)
const cluster = engine === 'postgres' ? await startPostgresCluster() : undefined
const databaseUrl = cluster?.url('postgres')
const settings = { ...fuzzSettings, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
const shop = await startShop({ ...settings, DEMO_ORDERS: '1' })
const data = await openDatabase({ dataDir: shop.dataDir, databaseUrl, log: silentLog })
try {
  tell(`seed ${seed}, ${requests} requests, ${engine}`)
  const from = performance.now()
  const fuzz = { shop, db: data.db, seed, requests, perKind: 6, mostPages: 400, tell }
  const { statuses, slowestMs, wrong } = await fuzzShop(fuzz)
  const seconds = ((performance.now() - from) / 1_000).toFixed(0)
  tell(`${seconds} s, ${JSON.stringify(statuses)}, the slowest ${slowestMs.toFixed(0)} ms`)
  const exit = await shop.stop()
  await shop.startAgain()
  await data.db.deleteFrom('rateLimit').execute()
  const after = [
    ...(exit === 0 ? [] : [`it ended with ${exit}`]),
    ...(await unsoundness(data.db, data.engine)),
    ...(await lostSignIns(shop, password)),
  ]
  for (const line of [...after, ...wrong].slice(0, mostShown)) tell(`WRONG ${line}`)
  tell(`${wrong.length + after.length} wrong`)
  process.exitCode = wrong.length + after.length > 0 ? 1 : 0
} finally {
  await data.close()
  await shop.remove()
  await cluster?.stop()
}
