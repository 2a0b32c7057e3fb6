// npm run soak [-- --minutes 30] [--rate 20] [--engine postgres]: the built shop under mixed load. Prints its resources each
// minute, then their slopes after the warm-up and a verdict, which is the exit code.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { allocator } from '../scripts/run-pinned.js'
import { type HeldShop, startHeldShop } from '../tests/holds/held-shop.ts'
import { mixedLoad } from '../tests/holds/mixed-load.ts'
import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { waitFor } from '../tests/support/wait-for.ts'
import { machine } from './machine.js'
import { printTable } from './print-table.js'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '20' },
    engine: { type: 'string', default: 'sqlite' },
  },
})
const minutes = Number(values.minutes)
const minuteMs = 60_000
const mb = 1_048_576
const minutesOfWarmUp = Math.min(10, minutes / 3)

const limits = { rssMbPerMinute: 0.5, liveMbPerMinute: 0.3, descriptorsPerMinute: 0.3 }

const figures = z.object({
  rss: z.number(),
  heapTotal: z.number(),
  heapUsed: z.number(),
  external: z.number(),
  arrayBuffers: z.number(),
  malloced: z.number(),
  contexts: z.number(),
  p50: z.number(),
  p99: z.number(),
  max: z.number(),
})

const collects = join(tmpdir(), `collects-${process.pid}`)

const figuresOf = async ({ process: shop }: HeldShop, collected = false) => {
  const lines = () => shop.output().match(/^figures .*$/gm) ?? []
  const before = lines().length
  if (collected) writeFileSync(collects, '')
  process.kill(shop.pid() ?? 0, 'SIGUSR2')
  await waitFor('its figures', minuteMs, async () => lines().length > before)
  rmSync(collects, { force: true })
  return figures.parse(JSON.parse(lines().at(-1)?.slice('figures '.length) ?? ''))
}

/** From /proc: which memory belongs to files, and open descriptors. */
const systemOf = ({ process: shop }: HeldShop) => {
  const status = readFileSync(`/proc/${shop.pid()}/status`, 'utf8')
  const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  return {
    anonymous: kb('RssAnon') * 1_024,
    ofFiles: kb('RssFile') * 1_024,
    threads: kb('Threads'),
    descriptors: readdirSync(`/proc/${shop.pid()}/fd`).length,
  }
}

const sizeOf = (path: string): number => {
  try {
    const found = statSync(path)
    if (!found.isDirectory()) return found.size
    return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
  } catch {
    return 0
  }
}

const look = async (shop: HeldShop, collected = false) => ({
  ...(await figuresOf(shop, collected)),
  ...systemOf(shop),
  disk: sizeOf(shop.process.dataDir),
  wal: sizeOf(join(shop.process.dataDir, 'shop.sqlite-wal')),
})
type Sample = Awaited<ReturnType<typeof look>>

/** Per minute: the median slope between any two samples, which ignores short peaks. */
const slopeOf = (values: readonly number[]): number => {
  const slopes = values.flatMap((from, at) =>
    values.slice(at + 1).map((to, further) => (to - from) / (further + 1)),
  )
  return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0
}

/** As with `npm start`, unless the environment sets it, to try other values. */
const ownAllocator = (): Record<string, string> =>
  Object.fromEntries(Object.entries(allocator).map(([name, usual]) => [name, process.env[name] ?? usual]))

const inMb = (bytes: number) => (bytes / mb).toFixed(1)
const heading =
  'min,rss,anon,files,heap,used,external,buffers,malloced,fds,threads,disk,wal,delay p50,p99,max'
const row = (at: number, one: Sample): string[] => [
  String(at),
  ...[one.rss, one.anonymous, one.ofFiles, one.heapTotal, one.heapUsed, one.external].map(inMb),
  ...[one.arrayBuffers, one.malloced].map(inMb),
  ...[one.descriptors, one.threads].map(String),
  ...[one.disk, one.wal].map(inMb),
  ...[one.p50, one.p99, one.max].map((ms) => ms.toFixed(0)),
]
const say = (cells: readonly string[]) => console.log(cells.map((cell) => cell.padStart(9)).join(''))

const soak = async (shop: HeldShop): Promise<boolean> => {
  const load = mixedLoad(shop, { perSecond: Number(values.rate) })
  const samples: Sample[] = []
  let warm: Sample | undefined
  let warmAt = 0
  say(heading.split(','))
  for (let minute = 0; minute <= minutes; minute += 1) {
    if (minute > 0) await pause(minuteMs)
    const isWarm = warm === undefined && minute >= minutesOfWarmUp
    const now = await look(shop)
    samples.push(now)
    say(row(minute, now))
    if (!isWarm) continue
    warm = await look(shop, true)
    warmAt = minute
    say(row(minute, warm))
  }
  const counts = await load.stop()
  const last = await look(shop, true)
  say(row(minutes, last))
  const after = samples.slice(warmAt)
  const slopes = {
    rss: slopeOf(after.map(({ rss }) => rss)) / mb,
    live:
      (last.heapUsed + last.external - (warm?.heapUsed ?? 0) - (warm?.external ?? 0)) /
      mb /
      Math.max(1, minutes - warmAt),
    descriptors: slopeOf(after.map(({ descriptors }) => descriptors)),
    disk: slopeOf(after.map(({ disk }) => disk)) / mb,
    wal: slopeOf(after.map(({ wal }) => wal)) / mb,
  }
  console.log(`\n${machine()}, ${shop.engine}, ${values.rate} a second\n`)
  printTable([
    ['', 'answers'],
    ...Object.entries(counts)
      .toSorted()
      .map(([name, count]) => [name, String(count)]),
  ])
  console.log(`\nPer minute, from minute ${warmAt} on; live is what is left after a full collection (MB):`)
  printTable([['', 'per minute'], ...Object.entries(slopes).map(([name, slope]) => [name, slope.toFixed(3)])])
  return (
    slopes.rss <= limits.rssMbPerMinute &&
    slopes.live <= limits.liveMbPerMinute &&
    slopes.descriptors <= limits.descriptorsPerMinute &&
    Object.keys(counts).every((name) => !/ (?:0|5\d\d)$/.test(name))
  )
}

await getReadyOrEnd(built)
const closers: (() => Promise<void>)[] = []
const atEnd = (close: () => Promise<void>) => void closers.push(close)
try {
  const cluster = values.engine === 'postgres' ? await startPostgresCluster() : undefined
  if (cluster) atEnd(() => cluster.stop())
  const shop = await startHeldShop(atEnd, {
    ...(cluster && { postgres: cluster.url('postgres') }),
    members: 40,
    env: {
      FIGURES: collects,
      ...ownAllocator(),
    },
  })
  const isFlat = await soak(shop)
  console.log(isFlat ? '\nflat' : '\nnot flat')
  process.exitCode = isFlat ? 0 : 1
} finally {
  for (const close of closers.toReversed()) await close()
}
