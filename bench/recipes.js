// npm run bench:recipes: six recipes for a signed-in member, and the same markup from constants by the router alone, which
// shows what sessions, queries, limits and headers cost. Two minutes, on loopback alone.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { UNSAFE_decodeViaTurboStream as decode } from 'react-router'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { root } from '../scripts/install-when-missing.js'
import { serverFlags } from '../scripts/run-pinned.js'
import { signedInSession } from '../tests/support/http-session.ts'
import { startShop } from '../tests/support/shop-process.ts'
import { machine } from './machine.js'
import { printTable } from './print-table.js'

const path = '/gallery/search'
const connections = 8
const warmUpSeconds = 5
const loadSeconds = 5
const rounds = 7

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const load = async (url, headers, seconds) => {
  const { requests, non2xx, errors } = await autocannon({ url, connections, duration: seconds, headers })
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} answers of ${url} were not the page`)
  return requests.average
}

const dataOf = async (session) => {
  const response = await session.get(`${path}.data`)
  const { value } = await decode(response.body, globalThis)
  return value
}

const startConstants = async (data) => {
  // The shop's flags cost speed and save memory; both sides need them.
  const child = fork(join(root, 'bench/constant-pages.js'), [], {
    serialization: 'advanced',
    execArgv: serverFlags,
  })
  child.send({ data })
  const [port] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}${path}`, stop: () => child.kill() }
}

await getReadyOrEnd(built)
const shop = await startShop({ LOG_LEVEL: 'warn' })
try {
  const session = await signedInSession(shop.origin, 'member@demo.example')
  const constants = await startConstants(await dataOf(session))
  try {
    const ours = {
      url: `${shop.origin.replace('localhost', '127.0.0.1')}${path}`,
      headers: { cookie: session.cookie() },
    }
    const least = { url: constants.url, headers: {} }
    const other = await (await fetch(least.url)).text()
    const cards = (page) => page.match(/href="\/gallery\/detail\/[^"]+"/g)?.length ?? 0
    if (cards(html) === 0 || cards(other) !== cards(html)) throw new Error('the pages are not alike')
    for (const each of [ours, least]) await load(each.url, each.headers, warmUpSeconds)
    const results = []
    for (let round = 0; round < rounds; round++) {
      const figures = new Map()
      for (const each of round % 2 === 0 ? [ours, least] : [least, ours])
        figures.set(each, await load(each.url, each.headers, loadSeconds))
      results.push([figures.get(ours), figures.get(least)])
    }
    console.log(machine())
    console.log(
      `${path} with a session: ${connections} connections, ${rounds} x ${loadSeconds} s each in turns, median\n`,
    )
    printTable([
      ['', 'the shop', 'constants', 'ratio'],
      [
        'requests/s',
        median(results.map(([one]) => one)).toFixed(0),
        median(results.map(([, two]) => two)).toFixed(0),
        median(results.map(([one, two]) => one / two)).toFixed(2),
      ],
      ['bytes of HTML', `${html.length}`, `${other.length}`, (html.length / other.length).toFixed(2)],
    ])
  } finally {
    constants.stop()
  }
} finally {
  await shop.remove()
}
