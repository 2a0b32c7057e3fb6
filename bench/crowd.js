// npm run bench:crowd [-- MB]: memory and the slowest answer when 20, 100 and 500 visitors come at once after a start, under the shipped limits
// (deploy/compose.yaml, deploy/nuno-square.service), in cgroups of that size where this user may make some.
import { request } from 'node:http'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { allocator } from '../scripts/run-pinned.js'
import { forgetPeak, memoryGroup, peakMb, residentMb } from '../tests/support/memory-group.ts'
import { startShop } from '../tests/support/shop-process.ts'
import { machine } from './machine.js'
import { printTable } from './print-table.js'

const limitsMb = process.argv[2] ? [Number(process.argv[2])] : [256, 400]
const crowds = [20, 100, 500]
const encodings = { br: 'br', gzip: 'gzip', none: undefined }
const pages = {
  'one page': () => '/all-products',
  'searches of their own': (visitor) => `/all-products?q=${visitor}`,
}

const ask = (origin, path, encoding, address) =>
  new Promise((resolve) => {
    const startedAt = performance.now()
    const headers = { 'x-real-ip': address, ...(encoding && { 'accept-encoding': encoding }) }
    const end = (status) => () => resolve({ status, ms: performance.now() - startedAt })
    request(`${origin}${path}`, { agent: false, headers }, (answer) =>
      answer.resume().once('end', end(answer.statusCode)).once('error', end('cut')),
    )
      .once('error', end('refused'))
      .end()
  })

const addressOf = (visitor) => `198.51.${Math.floor(visitor / 250)}.${1 + (visitor % 250)}`

const comeAtOnce = async (limitMb, pathOf, encoding, crowd) => {
  const group = memoryGroup(limitMb * 1_048_576)
  const shop = await startShop({
    LOG_LEVEL: 'warn',
    TRUSTED_PROXY: 'x-real-ip',
    ...allocator,
    ...(group && { MEMORY_GROUP: group.folder }),
  })
  try {
    const before = residentMb(shop.pid())
    forgetPeak(shop.pid())
    const visitors = Array.from({ length: crowd }, (_, visitor) => visitor)
    const answers = await Promise.all(
      visitors.map((visitor) => ask(shop.origin, pathOf(visitor), encoding, addressOf(visitor))),
    )
    const counts = Object.entries(Object.groupBy(answers, ({ status }) => status))
    const peak = shop.isOver() ? Number.NaN : peakMb(shop.pid())
    return [
      counts.map(([status, these]) => `${these.length} x ${status}`).join(', '),
      shop.isOver() ? 'killed' : '',
      peak.toFixed(0),
      (peak - before).toFixed(0),
      Math.max(...answers.map(({ ms }) => ms)).toFixed(0),
    ]
  } finally {
    await shop.remove()
    group?.remove()
  }
}

await getReadyOrEnd(built)
const isLimited = memoryGroup(1_048_576 * 256)
isLimited?.remove()
console.log(`${machine()}, ${isLimited ? 'in cgroups' : 'without cgroups: nothing is killed here'}\n`)
const rows = []
for (const [what, pathOf] of Object.entries(pages))
  for (const limitMb of limitsMb)
    for (const [name, encoding] of Object.entries(encodings))
      for (const crowd of crowds)
        rows.push([
          what,
          `${limitMb}`,
          name,
          `${crowd}`,
          ...(await comeAtOnce(limitMb, pathOf, encoding, crowd)),
        ])
printTable([['', 'limit MB', '', 'at once', '', '', 'peak MB', 'more MB', 'slowest ms'], ...rows])
