// npm run bench:backup [ORDERS PICTURES]: time, size and memory of a first and a second backup beside an open shop, on both
// engines, and how long pages take meanwhile.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../app/server/database/open-database.ts'
import { silentLog } from '../app/server/log.ts'
import { addOrder } from '../tests/support/paid-orders-for-tests.ts'
import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { startShop } from '../tests/support/shop-process.ts'
import { get } from './http-get.js'
import { machine } from './machine.js'
import { printTable } from './print-table.js'

const [orders = 2_000, pictures = 1_000] = process.argv.slice(2).map(Number)
const pictureBytes = 120_000
const idleMs = 4_000
const paths = ['/all-products', '/gallery', '/kits']

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN

/** Reads pages one by one until `isOver`, each at a new address, so that none is cached. */
const readPages = async (origin: string, isOver: () => boolean): Promise<number[]> => {
  const times: number[] = []
  for (let at = 0; !isOver(); at += 1) {
    const from = performance.now()
    const { status } = await get(
      origin,
      `${paths[at % paths.length]}?utm_source=${randomBytes(6).toString('hex')}`,
    )
    if (status !== 200) throw new Error(`a page answered ${status}`)
    times.push(performance.now() - from)
    await pause(20)
  }
  return times
}

const fill = async (settings: { dataDir: string; databaseUrl: string | undefined }): Promise<void> => {
  const { db, close } = await openDatabase({ ...settings, log: silentLog })
  for (let from = 0; from < orders; from += 100)
    await db.transaction().execute(async (trx) => {
      for (let at = from; at < Math.min(from + 100, orders); at += 1)
        await addOrder(trx, `order-${at}`, 'paid')
    })
  await close()
  const folder = join(settings.dataDir, 'images', 'uploads')
  await mkdir(folder, { recursive: true })
  for (let at = 0; at < pictures; at += 1)
    await writeFile(join(folder, `p-${at}.webp`), randomBytes(pictureBytes))
}

const peakBytes = async ({ pid }: ChildProcess): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

const bytesIn = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries.map((entry) =>
    entry.isFile() ? stat(join(entry.parentPath, entry.name)).then(({ size }) => size) : 0,
  )
  return (await Promise.all(sizes)).reduce((all, size) => all + size, 0)
}

const backUp = async (origin: string, env: NodeJS.ProcessEnv, place: string) => {
  const from = performance.now()
  const child = spawn(process.execPath, ['scripts/run-owner-command.js', 'data', 'backup', place], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let [peak, code] = [0, null as number | null]
  child.once('exit', (ended) => {
    code = ended ?? 1
  })
  const watching = (async () => {
    while (code === null) {
      peak = Math.max(peak, await peakBytes(child))
      await pause(50)
    }
  })()
  const times = await readPages(origin, () => code !== null)
  await watching
  if (code !== 0) throw new Error(`the backup ended with ${code}`)
  return { seconds: (performance.now() - from) / 1_000, peak, times }
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`
const ms = (times: readonly number[], part: number) => quantile(times, part)

const measure = async (engine: string, databaseUrl: string | undefined): Promise<string[][]> => {
  const shop = await startShop(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl })
  const place = await mkdtemp(join(tmpdir(), 'shop-bench-backup-'))
  try {
    const { dataDir } = shop
    await fill({ dataDir, databaseUrl })
    const origin = shop.listens
    const until = performance.now() + idleMs
    const alone = await readPages(origin, () => performance.now() > until)
    const { PATH, HOME } = process.env
    const env = {
      PATH,
      HOME,
      DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    }
    const rows: string[][] = []
    let before = 0
    for (const what of ['first', 'second']) {
      if (what === 'second')
        await writeFile(join(dataDir, 'images', 'uploads', 'more.webp'), randomBytes(pictureBytes))
      const { seconds, peak, times } = await backUp(origin, env, place)
      const bytes = await bytesIn(place)
      rows.push([
        `${engine}, ${what}`,
        seconds.toFixed(1),
        megabytes(bytes - before),
        megabytes(peak),
        `${ms(alone, 0.5).toFixed(0)} → ${ms(times, 0.5).toFixed(0)}`,
        `${ms(alone, 0.95).toFixed(0)} → ${ms(times, 0.95).toFixed(0)}`,
        (ms(times, 0.95) / ms(alone, 0.95)).toFixed(2),
      ])
      before = bytes
    }
    return rows
  } finally {
    await shop.remove()
    await rm(place, { recursive: true, force: true })
  }
}

console.log(`${machine()}\n${orders} orders, ${pictures} pictures of ${pictureBytes} bytes`)
const cluster = await startPostgresCluster()
try {
  await cluster.create('backup')
  printTable([
    ['', 'seconds', 'written', 'peak memory', 'page p50, ms', 'page p95, ms', 'p95 ratio'],
    ...(await measure('SQLite', undefined)),
    ...(await measure('PostgreSQL', cluster.url('backup'))),
  ])
} finally {
  await cluster.stop()
}
