// npm run bench:unkept [-- ENGINE [FOLDER]]: pages that no cache holds: 300 fabrics in turn, 300 recipes in turn and 1,000 different searches in a
// shop of 300 fabrics, then the searches in one of 5,000, with 1, 4 and 20 requests at once, on both engines, and with 20 beside 5 writes a second,
// after each of which all is read again (docs/decisions/0220): the server's processor time a page, and how long an answer took, both also as
// ratios to a fixed piece of work beside it. With a folder the server's profile is written there.
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { putProducts } from '../app/features/products/commands.server.ts'
import { openDatabase } from '../app/server/database/open-database.ts'
import { silentLog } from '../app/server/log.ts'
import { rememberShopState } from '../app/server/shop-state.ts'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { allocator } from '../scripts/run-pinned.js'
import { addMember } from '../tests/support/member-for-tests.ts'
import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { startShop } from '../tests/support/shop-process.ts'
import { machine } from './machine.js'
import { manyFabrics } from './many-fabrics.ts'
import { addManyRecipes, numbersFrom } from './many-recipes.ts'
import { printTable } from './print-table.js'
import { yardstickMs } from './yardstick.ts'

const sizes = [300, 5_000]
const crowds = [1, 4, 20]
const pagesInTurn = 300
const searches = 1_000
const recipes = 400
const warmUps = 200
const writesPerSecond = 5
/** Longer than a page is kept. */
const forgottenMs = 11_000
/** Of the kernel's `clock ticks`: 100 a second on every Linux. */
const tickMs = 10

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]

/** The fields of /proc/PID/stat behind the program's name. */
const statOf = (file) =>
  readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
const [parent, user, system, userOfEnded, systemOfEnded] = [1, 11, 12, 13, 14]
const msOf = (stat, ...fields) => fields.reduce((sum, field) => sum + Number(stat[field]) * tickMs, 0)

/** Processor ms so far: of all threads, and of the main one, which draws and on SQLite reads. */
const processorMs = (pid) => ({
  all: msOf(statOf(`/proc/${pid}/stat`), user, system),
  main: msOf(statOf(`/proc/${pid}/task/${pid}/stat`), user, system),
})

/** Processor ms of PostgreSQL so far, whose first process is `first`: of those that run, and of those that have ended. */
const databaseMs = (first) => {
  if (first === undefined) return 0
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.reduce((sum, pid) => {
    try {
      const stat = statOf(`/proc/${pid}/stat`)
      if (pid === first) return sum + msOf(stat, user, system, userOfEnded, systemOfEnded)
      return stat[parent] === first ? sum + msOf(stat, user, system) : sum
    } catch {
      // It has ended since the list was read.
      return sum
    }
  }, 0)
}

/** The process that has started all others of PostgreSQL. */
const firstOfDatabase = async (databaseUrl) => {
  if (databaseUrl === undefined) return undefined
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    return statOf(`/proc/${rows[0].pid}/stat`)[parent]
  } finally {
    await client.end()
  }
}

/** Repeatable, none twice: words of one fabric, a thing that recipes make, words of different fabrics, and what nobody has, 6 to 2 to 1 to 1. */
const searchesOf = (fabrics) => {
  const things = [
    '巾着',
    'ポーチ',
    'トートバッグ',
    '通園バッグ',
    'クッション',
    'エプロン',
    'スタイ',
    '上履き入れ',
  ]
  const wordsOf = ({ name, description }) =>
    `${name} ${description}`.split(/[^\p{L}\p{N}ー]+/u).filter((word) => word.length > 1 && word.length < 8)
  const number = numbersFrom(47)
  const one = (list) => list[number(list.length)]
  const ofOne = (fabric) => `${one(wordsOf(fabric))} ${fabric.name.split(' ').at(-1)}`
  const kinds = [
    ...Array(6).fill(ofOne),
    ...Array(2).fill((fabric) => `${one(things)} ${one(wordsOf(fabric))}`),
    (fabric) => `${one(wordsOf(fabric))} ${one(wordsOf(one(fabrics)))}`,
    () => `ぷよ${one(things)}ぽよ${number(100_000)}`,
  ]
  const asked = new Set()
  return (count) =>
    Array.from({ length: count }, (_, at) => {
      const fabric = one(fabrics)
      let q = kinds[at % kinds.length](fabric)
      while (asked.has(q)) q = `${one(wordsOf(fabric))} ${ofOne(one(fabrics))}`
      asked.add(q)
      return `/all-products?q=${encodeURIComponent(q)}`
    })
}

/** Each request from an address of its own, since one client's searches are limited. */
let visitors = 0
const ask = (origin, agent, path) =>
  new Promise((resolve, reject) => {
    visitors += 1
    const headers = {
      'accept-encoding': 'br',
      'x-real-ip': `198.${51 + Math.floor(visitors / 62_500)}.${Math.floor(visitors / 250) % 250}.${1 + (visitors % 250)}`,
    }
    const startedAt = performance.now()
    request(`${origin}${path}`, { agent, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (some) => {
        bytes += some.length
      })
      answer.once('end', () =>
        answer.statusCode === 200 || answer.statusCode === 503
          ? resolve({ ms: performance.now() - startedAt, bytes, isRefused: answer.statusCode === 503 })
          : reject(new Error(`${path} was answered with ${answer.statusCode}`)),
      )
    })
      .once('error', reject)
      .end()
  })

const load = async (shop, database, paths, crowd) => {
  const agent = new Agent({ keepAlive: true, maxSockets: crowd })
  const fixed = [yardstickMs(), yardstickMs(), yardstickMs()]
  const before = { ...processorMs(shop.pid()), database: databaseMs(database) }
  const startedAt = performance.now()
  const answers = []
  let next = 0
  const visit = async () => {
    while (next < paths.length) {
      next += 1
      answers.push(await ask(shop.listens, agent, paths[next - 1]))
    }
  }
  await Promise.all(Array.from({ length: crowd }, visit))
  const seconds = (performance.now() - startedAt) / 1_000
  const after = { ...processorMs(shop.pid()), database: databaseMs(database) }
  fixed.push(yardstickMs(), yardstickMs(), yardstickMs())
  agent.destroy()
  const drawn = answers.filter(({ isRefused }) => !isRefused)
  const ms = drawn.map((answer) => answer.ms).sort((a, b) => a - b)
  const each = (name) => (after[name] - before[name]) / drawn.length
  return {
    perSecond: drawn.length / seconds,
    refused: answers.length - drawn.length,
    all: each('all'),
    main: each('main'),
    database: each('database'),
    p50: at(ms, 0.5),
    p99: at(ms, 0.99),
    kB: drawn.reduce((sum, { bytes }) => sum + bytes, 0) / drawn.length / 1_000,
    fixed: at(
      fixed.sort((a, b) => a - b),
      0.5,
    ),
  }
}

const fill = async (dataDir, databaseUrl, fabrics) => {
  const { db, close } = await openDatabase({ dataDir, databaseUrl, log: silentLog })
  try {
    const authors = []
    for (let member = 0; member < 20; member += 1)
      authors.push((await addMember(db, { id: `bench-author-${member}`, name: `布川みのり${member}` })).id)
    await addManyRecipes(db, { count: recipes, authors })
    await db.transaction().execute((trx) => putProducts(trx, 1, fabrics))
    const shown = db.selectFrom('recipe').where('id', 'like', 'bench-%').where('hidden', '=', 0)
    return (await shown.select('id').orderBy('id').execute()).map(({ id }) => id)
  } finally {
    await close()
  }
}

/** Autovacuum would do it later. */
const analyze = async (databaseUrl) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

const besideWrites = async (shop, database, databaseUrl, nextSearches) => {
  const { db, close } = await openDatabase({ dataDir: shop.dataDir, databaseUrl, log: silentLog })
  const write = () => rememberShopState(db, 'compared_at', String(Date.now())).catch(console.error)
  const writes = setInterval(write, 1_000 / writesPerSecond)
  try {
    return await load(shop, database, nextSearches(searches), crowds.at(-1))
  } finally {
    clearInterval(writes)
    await close()
  }
}

const measureShop = async (databaseUrl, size, profiles) => {
  const shop = await startShop({
    LOG_LEVEL: 'warn',
    TRUSTED_PROXY: 'x-real-ip',
    ...allocator,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, AUTH_SECRET: 'bench '.repeat(8) }),
    ...(profiles === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` }),
  })
  try {
    const fabrics = manyFabrics(size)
    const ids = await fill(shop.dataDir, databaseUrl, fabrics)
    if (databaseUrl !== undefined) await analyze(databaseUrl)
    const nextSearches = searchesOf(fabrics)
    const inTurn = {
      'fabrics in turn': () => fabrics.slice(0, pagesInTurn).map(({ number }) => `/all-products/${number}`),
      'recipes in turn': () => ids.slice(0, pagesInTurn).map((id) => `/gallery/detail/${id}`),
    }
    const kinds = { ...(size === sizes[0] ? inTurn : {}), searches: () => nextSearches(searches) }
    // As a shop is that has been open for a while: compiled, and its connections opened.
    for (const paths of Object.values({ ...kinds, searches: () => nextSearches(warmUps) }))
      await load(shop, undefined, paths(), crowds[1])
    const database = await firstOfDatabase(databaseUrl)
    const rows = []
    for (const crowd of crowds) {
      await pause(forgottenMs)
      for (const [name, paths] of Object.entries(kinds))
        rows.push([name, size, crowd, await load(shop, database, paths(), crowd)])
    }
    rows.push([
      'searches beside writes',
      size,
      crowds.at(-1),
      await besideWrites(shop, database, databaseUrl, nextSearches),
    ])
    if (profiles !== undefined) await shop.stop()
    return rows
  } finally {
    await shop.remove()
  }
}

const [engine, profiles] = process.argv.slice(2)
await getReadyOrEnd(built)
console.log(
  `${machine()}; processor ms a page, of all threads, and of them the main one; client and database on the same cores\n`,
)
for (const one of engine === undefined ? ['sqlite', 'postgres'] : [engine]) {
  const rows = []
  for (const size of sizes) {
    const cluster = one === 'postgres' ? await startPostgresCluster() : undefined
    try {
      rows.push(...(await measureShop(cluster?.url('postgres'), size, profiles)))
    } finally {
      await cluster?.stop()
    }
  }
  console.log(one)
  printTable([
    [
      '',
      'fabrics',
      'at once',
      'a second',
      'cpu ms',
      'main',
      'database',
      'p50 ms',
      'p99 ms',
      'kB',
      'cpu ratio',
      'p50 ratio',
      'p99 ratio',
      'refused',
    ],
    ...rows.map(([name, size, crowd, { perSecond, all, main, database, p50, p99, kB, fixed, refused }]) => [
      name,
      String(size),
      String(crowd),
      perSecond.toFixed(0),
      all.toFixed(1),
      main.toFixed(1),
      one === 'postgres' ? database.toFixed(1) : '',
      p50.toFixed(0),
      p99.toFixed(0),
      kB.toFixed(1),
      ...[all, p50, p99].map((ms) => (ms / fixed).toFixed(2)),
      String(refused),
    ]),
  ])
  console.log('')
}
