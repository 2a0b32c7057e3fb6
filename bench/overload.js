// npm run bench:overload: what visitors, buyers and the health check get at ten times the load that can be rendered.
// About a minute, on loopback alone.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { root } from '../scripts/install-when-missing.js'
import { startShop } from '../tests/support/shop-process.ts'
import { machine } from './machine.js'
import { printTable } from './print-table.js'

/** Rendered for each visitor, and light: the cost of refusals shows most. */
const path = '/login'
const moderate = { connections: 8, seconds: 10 }
const tenfold = { connections: 400, seconds: 20 }
const warmUp = { connections: 8, seconds: 5 }
const goodMs = 1_000
const probeEveryMs = 100
/** The shop accepts 30 checkouts of one client in ten minutes. */
const checkoutEveryMs = 1_000

const flood = async (origin, load) => {
  const child = fork(join(root, 'bench/flood.js'))
  child.send({ url: `${origin}${path}`, goodMs, ...load })
  const [result] = await once(child, 'message')
  return result
}

/** On a new connection, like a new visitor. */
const ask = async (url, body) => {
  const startedAt = performance.now()
  const { origin } = new URL(url)
  const headers = body === undefined ? {} : { 'content-type': 'application/json', origin }
  const sent = request(url, { agent: false, method: body === undefined ? 'GET' : 'POST', headers })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  return { status: answer.statusCode, body: await text(answer), ms: performance.now() - startedAt }
}

const askOn = (everyMs, askOnce) => {
  const stopped = new AbortController()
  const answers = (async () => {
    const all = []
    while (!stopped.signal.aborted) {
      all.push(await askOnce().catch((error) => ({ status: error.code ?? error.message, ms: Number.NaN })))
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    return all
  })()
  return () => {
    stopped.abort()
    return answers
  }
}

const checkoutPath = '/api/create-checkout-session'

const checkoutBody = async (origin) => {
  const [{ managementNumber, name }] = JSON.parse((await ask(`${origin}/api/product-feed`)).body)
  const line = (number, words, unit_amount) => ({
    price_data: {
      currency: 'jpy',
      product_data: { name: words, metadata: { managementNumber: number } },
      unit_amount,
    },
    quantity: 1,
  })
  const body = (price, shipping) =>
    JSON.stringify({
      line_items: [line(managementNumber, name, price), line('shipping', '送料', shipping)],
      mode: 'payment',
      success_url: `${origin}/success`,
      cancel_url: `${origin}/cancel`,
      metadata: { from: 'header-cart' },
    })
  const { lines } = JSON.parse((await ask(`${origin}${checkoutPath}`, body(1, 1))).body)
  const amountOf = (number) => lines.find((each) => each.managementNumber === number).newUnitAmount
  return body(amountOf(managementNumber), amountOf('shipping'))
}

const rowOf = (name, answers, isGood) => {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const good = answers.filter(isGood).length
  const median = times[Math.floor(times.length / 2)] ?? Number.NaN
  return [name, `${good} of ${answers.length}`, median.toFixed(0), (times.at(-1) ?? Number.NaN).toFixed(0)]
}

const floodRow = (name, { good, late, refused, other, errors, seconds }, capacity) => [
  name,
  (good / seconds).toFixed(0),
  capacity === undefined ? '' : `${((100 * good) / seconds / capacity).toFixed(0)} %`,
  (late / seconds).toFixed(0),
  (refused / seconds).toFixed(0),
  String(other + errors),
]

await getReadyOrEnd(built)
const shop = await startShop()
try {
  const origin = shop.origin
  console.log(`${machine()}, ${path}\n`)
  const body = await checkoutBody(origin)
  await flood(origin, warmUp)
  const usual = await flood(origin, moderate)
  const capacity = usual.good / usual.seconds
  const isOk = ({ status }) => status === 200
  const probes = [
    ['/healthz', askOn(probeEveryMs, () => ask(`${origin}/healthz`)), isOk],
    ['/ (kept)', askOn(probeEveryMs, () => ask(`${origin}/`)), isOk],
    [
      'checkout',
      askOn(checkoutEveryMs, () => ask(`${origin}${checkoutPath}`, body)),
      (answer) => isOk(answer) && answer.body.includes('"url"'),
    ],
  ]
  const tenTimes = await flood(origin, { ...tenfold, perSecond: Math.round(10 * capacity) })
  const rows = await Promise.all(
    probes.map(async ([name, stop, isGood]) => rowOf(name, await stop(), isGood)),
  )
  printTable([
    ['', `200/s within ${goodMs} ms`, 'of the capacity', 'later', '503/s', 'other'],
    floodRow(`capacity, ${moderate.connections} connections`, usual),
    floodRow(`ten times that, ${tenfold.connections} connections`, tenTimes, capacity),
  ])
  console.log('\nMeanwhile, each on a new connection:')
  printTable([['', 'answered well', 'median ms', 'slowest ms'], ...rows])
} finally {
  await shop.remove()
}
