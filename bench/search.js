// npm run bench:search [-- shop|ENGINE]: what a search of the shop costs with 300, 1,000 and 5,000 fabrics; then lists of recipes for a
// signed-in member, with 1,000 and 100,000 recipes, and how long a small request waits meanwhile. About ten minutes for both engines.
import pg from 'pg'
import { openDatabase } from '../app/server/database/open-database.ts'
import { silentLog } from '../app/server/log.ts'
import { demoMembers } from '../demo/members.ts'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { signedInSession } from '../tests/support/http-session.ts'
import { addMember } from '../tests/support/member-for-tests.ts'
import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { startShop } from '../tests/support/shop-process.ts'
import { machine } from './machine.js'
import { addManyRecipes } from './many-recipes.ts'
import { printTable } from './print-table.js'
import { measureShopSearches } from './shop-search.ts'

const sizes = [1_000, 100_000]
const members = 500
const warmUps = 3
const rounds = 21
const pauseMs = 2

const pages = {
  'two characters': '/gallery/search?q=巾着',
  'three characters': '/gallery/search?q=ポーチ',
  'one character': '/gallery/search?q=布',
  'word and level': '/gallery/search?q=巾着&level=advanced',
  'word, popular': '/gallery/search?q=巾着&sort=popular',
  'word, newest': '/gallery/search?q=巾着&sort=new',
  'three words': '/gallery/search?q=麻の葉 巾着 入園',
  'rare word': '/gallery/search?q=その77',
  'word of no recipe': '/gallery/search?q=ポーチ着巾',
  'five words, nothing': '/gallery/search?q=巾着 ポーチ 麻の葉 入園 ぷよぷよ',
  'five rare words, nothing': '/gallery/search?q=ぷよ ぽよ ぴよ ぱよ ぺよ',
  'proposed, one character': '/api/suggestions?in=recipe&q=巾',
  'proposed, two words': '/api/suggestions?in=recipe&q=麻の葉 巾着',
  'proposed, nothing': '/api/suggestions?in=recipe&q=ぷよぷよぷよ',
  'author and word': '/gallery/search?q=みのり12 巾着',
  'word, deepest page': '/gallery/search?q=巾着&count=600',
  level: '/gallery/search?level=advanced',
  situation: '/gallery/search?situation=gift',
  'situation and word': '/gallery/search?situation=gift&q=巾着',
  'situation, popular': '/gallery/search?situation=gift&sort=popular',
  product: '/gallery/search?product=F-1001',
  'product, popular': '/gallery/search?product=F-1001&sort=popular',
  'product and word': '/gallery/search?product=F-1001&q=巾着',
  'page of a product': '/all-products/F-1001',
  'products with counts': '/all-products',
  'fabrics of found recipes': '/all-products?q=巾着&price=',
  'fabrics, nothing found': '/all-products?q=ぷよぷよ&price=',
  'her own recipes': '/gallery/mypage',
  'a member': '/gallery/user/bench-author-0',
}

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]

/** The longest wait (ms) of small requests, until the returned function is called. */
const watchWaits = (origin) => {
  let [isOver, longest] = [false, 0]
  const ask = async () => {
    while (!isOver) {
      const from = performance.now()
      await (await fetch(`${origin}/healthz`)).text()
      longest = Math.max(longest, performance.now() - from)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  const asked = ask()
  return async () => {
    isOver = true
    await asked
    return longest
  }
}

/** A client address per page, since the searches of one client are limited. */
const measure = async (session, origin, path) => {
  const headers = {
    cookie: session.cookie(),
    'x-real-ip': `198.51.100.${Object.values(pages).indexOf(path)}`,
  }
  let turn = 0
  const read = async () => {
    // Another price each time, which all fabrics keep: copies of public pages are kept.
    turn += 1
    const address = path.endsWith('=') ? `${path}${100_000 + turn}` : path
    const response = await fetch(`${origin}${address}`, { headers, redirect: 'manual' })
    await response.text()
    if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`)
  }
  for (let round = 0; round < warmUps; round += 1) await read()
  const times = []
  const stop = watchWaits(origin)
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    await read()
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  return { median: at(times, 0.5), p95: at(times, 0.95), wait: await stop() }
}

const fill = async (dataDir, databaseUrl, count) => {
  const { db, close } = await openDatabase({ dataDir, databaseUrl, log: silentLog })
  try {
    const own = db.selectFrom('member').where('email', '=', demoMembers[0].email).select('id')
    const authors = [(await own.executeTakeFirstOrThrow()).id]
    for (let member = 0; member < members; member += 1)
      authors.push((await addMember(db, { id: `bench-author-${member}`, name: `布川みのり${member}` })).id)
    await addManyRecipes(db, { count, authors })
  } finally {
    await close()
  }
  if (databaseUrl !== undefined) await analyze(databaseUrl)
}

/** Autovacuum would do it later. On a connection of its own: the shop's ends statements after 5 s. */
const analyze = async (databaseUrl) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

const measureAll = async (databaseUrl, count) => {
  const shop = await startShop({
    LOG_LEVEL: 'warn',
    TRUSTED_PROXY: 'x-real-ip',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, AUTH_SECRET: 'bench '.repeat(8) }),
  })
  try {
    const from = performance.now()
    await fill(shop.dataDir, databaseUrl, count)
    console.log(`${count} recipes in ${((performance.now() - from) / 1_000).toFixed(0)} s`)
    const session = await signedInSession(shop.origin, demoMembers[0].email)
    const figures = new Map()
    for (const [name, path] of Object.entries(pages))
      figures.set(name, await measure(session, shop.origin, path))
    return figures
  } finally {
    await shop.remove()
  }
}

console.log(`${machine()}\n`)
const [asked] = process.argv.slice(2)
if (asked === undefined || asked === 'shop') await measureShopSearches()
const engines = asked === undefined ? ['sqlite', 'postgres'] : asked === 'shop' ? [] : [asked]
if (engines.length > 0) await getReadyOrEnd(built)
console.log(`${rounds} rounds, ms\n`)
for (const engine of engines) {
  const measured = []
  for (const count of sizes) {
    const cluster = engine === 'postgres' ? await startPostgresCluster() : undefined
    try {
      measured.push(await measureAll(cluster?.url('postgres'), count))
    } finally {
      await cluster?.stop()
    }
  }
  const [small, large] = measured
  console.log(`\n${engine}`)
  printTable([
    ['', ...sizes.flatMap((size) => [`${size}: median`, 'p95', 'longest wait']), 'p95 ratio'],
    ...Object.keys(pages).map((name) => {
      const [few, many] = [small.get(name), large.get(name)]
      const times = [few, many].flatMap(({ median, p95, wait }) => [median, p95, wait])
      return [name, ...times.map((ms) => ms.toFixed(0)), (many.p95 / few.p95).toFixed(1)]
    }),
  ])
  console.log('')
}
