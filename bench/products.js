// npm run bench:products: the cost of /all-products. Each figure has a lower bound measured in the same minutes, since the
// machine's speed changes from hour to hour.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { root } from '../scripts/install-when-missing.js'
import { allocator } from '../scripts/run-pinned.js'
import { residentMb } from '../tests/support/memory-group.ts'
import { changeData } from '../tests/support/shop-database.ts'
import { startShop } from '../tests/support/shop-process.ts'
import { get } from './http-get.js'
import { machine } from './machine.js'
import { printTable } from './print-table.js'

const path = '/all-products'
const connections = 32
const warmUpSeconds = 3
const loadSeconds = 5
const rounds = 7
const starts = 5
const askAgainMs = 2

const headers = { 'accept-encoding': 'br' }
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const thousands = (number, digits = 0) =>
  number.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

const load = async (origin, seconds) => {
  const { requests, latency, non2xx, errors } = await autocannon({
    url: `${origin}${path}`,
    connections,
    duration: seconds,
    headers,
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} answers were not the page`)
  return { perSecond: requests.average, p99: latency.p99 }
}

/** Loads both servers in turns, so that a slow minute affects both; medians, and the median ratio of rounds. */
const loadInTurns = async (ours, beside) => {
  for (const origin of [ours, beside]) await load(origin, warmUpSeconds)
  const results = []
  for (let round = 0; round < rounds; round++) {
    const turns = round % 2 === 0 ? [ours, beside] : [beside, ours]
    const loads = new Map()
    for (const origin of turns) loads.set(origin, await load(origin, loadSeconds))
    results.push([loads.get(ours), loads.get(beside)])
  }
  const row = (of) => ({
    ours: median(results.map(([one]) => of(one))),
    beside: median(results.map(([, other]) => of(other))),
    ratio: median(results.map(([one, other]) => of(one) / of(other))),
  })
  return { perSecond: row(({ perSecond }) => perSecond), p99: row(({ p99 }) => p99) }
}

const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date'])

const startBareServer = async (page) => {
  const child = fork(join(root, 'bench/bare-server.js'), [], { serialization: 'advanced' })
  const sent = Object.entries(page.headers).filter(([name]) => !hopByHop.has(name))
  child.send({ headers: Object.fromEntries(sent), body: page.body })
  const [port] = await once(child, 'message')
  return { pid: child.pid, origin: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

const importsOnlyMb = async () => {
  const child = fork(join(root, 'bench/imports-only.js'))
  await once(child, 'message')
  const megabytes = residentMb(child.pid)
  child.kill()
  return megabytes
}

const startMs = async (shop) => {
  const times = []
  for (let start = 0; start < starts; start++) {
    await shop.stop()
    const startedAt = performance.now()
    const ready = shop.startAgain()
    for (;;) {
      const answer = await get(shop.origin, path).catch(() => undefined)
      if (answer?.status === 200) break
      await new Promise((resolve) => setTimeout(resolve, askAgainMs))
    }
    times.push(performance.now() - startedAt)
    await ready
  }
  return median(times)
}

/** Counts four of five products, with two pieces each. */
const countMost = (dataDir) => {
  const counted = "from product where rowid % 5 <> 0 and type = 'fabric'"
  changeData(
    dataDir,
    `delete from stock_move; delete from stock_claim; delete from stock_piece; delete from stock;
     insert into stock (number, mode, counted_by, most_units, held_units) select number, 'pieces', 'desk', 7, 0 ${counted};
     insert into stock_piece (id, number, units, left_units, label, source, received_at)
       select number || ' 1', number, 7, 7, 'B1', 'counted', 1 ${counted} union all
       select number || ' 2', number, 4, 4, 'B2', 'counted', 1 ${counted};`,
  )
}

const local = ({ origin }) => origin.replace('localhost', '127.0.0.1')

await getReadyOrEnd(built)
/** As it is shipped: without the allocator's setting each compressing thread keeps memory of its own. */
const settings = { LOG_LEVEL: 'warn', ...allocator }
const shop = await startShop(settings)
const countedShop = await startShop(settings)
countMost(countedShop.dataDir)
const page = await get(shop.origin, path, headers)
const bare = await startBareServer(page)
try {
  console.log(machine())
  console.log(`${path}: ${connections} connections, ${rounds} x ${loadSeconds} s each in turns, median\n`)
  const { perSecond, p99 } = await loadInTurns(local(shop), bare.origin)
  const counted = await loadInTurns(local(countedShop), local(shop))
  const [ourMb, countedMb, bareMb] = [shop.pid(), countedShop.pid(), bare.pid].map(residentMb)
  const importsMb = await importsOnlyMb()
  const start = await startMs(shop)
  printTable([
    ['', 'the shop', 'beside', 'ratio', ''],
    [
      'requests/s',
      thousands(perSecond.ours),
      thousands(perSecond.beside),
      perSecond.ratio.toFixed(2),
      'a bare node:http server, same bytes and headers',
    ],
    ['p99 ms', thousands(p99.ours, 1), thousands(p99.beside, 1), p99.ratio.toFixed(2), 'the same'],
    [
      'requests/s, counted',
      thousands(counted.perSecond.ours),
      thousands(counted.perSecond.beside),
      counted.perSecond.ratio.toFixed(2),
      'four of five fabrics counted, beside the shop without a count',
    ],
    [
      'resident MB after the load',
      thousands(ourMb),
      thousands(importsMb),
      (ourMb / importsMb).toFixed(2),
      `a process that only imports the shop (the bare server: ${thousands(bareMb)})`,
    ],
    [
      'resident MB, counted',
      thousands(countedMb),
      thousands(importsMb),
      (countedMb / importsMb).toFixed(2),
      'the same',
    ],
    ['start to first page, ms', thousands(start), '', '', `median of ${starts}, existing data`],
  ])
} finally {
  bare.stop()
  await shop.remove()
  await countedShop.remove()
}
