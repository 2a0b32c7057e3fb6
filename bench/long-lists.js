// npm run bench:long-lists: how long a list's page holds the process (ms) with its first cards and with as many as an address may ask
// for: a member with 5,000 recipes, a shop with 1,000 fabrics, SQLite. The ratio is to the page with its first cards.
import { setTimeout as pause } from 'node:timers/promises'
import { putProducts } from '../app/features/products/commands.server.ts'
import { openDatabase } from '../app/server/database/open-database.ts'
import { silentLog } from '../app/server/log.ts'
import { demoMembers } from '../demo/members.ts'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { enterDesk } from '../tests/support/desk-session.ts'
import { signedInSession } from '../tests/support/http-session.ts'
import { orderRowForTests } from '../tests/support/order-row.ts'
import { startShop } from '../tests/support/shop-process.ts'
import { longestHold } from './longest-hold.js'
import { machine } from './machine.js'
import { manyFabrics } from './many-fabrics.ts'
import { addManyRecipes } from './many-recipes.ts'
import { printTable } from './print-table.js'

const rounds = 9
const fabrics = 1_000
const recipes = 5_000
const asked = 600

const fill = async (dataDir) => {
  const { db, close } = await openDatabase({ dataDir, log: silentLog })
  try {
    const own = db.selectFrom('member').where('email', '=', demoMembers[0].email).select('id')
    const { id } = await own.executeTakeFirstOrThrow()
    await addManyRecipes(db, { count: recipes, authors: [id] })
    const kept = Array.from({ length: 1_000 }, (_, at) => ({
      memberId: id,
      recipeId: `bench-${at}`,
      title: `巾着 ${at}`,
      author: 'みのり',
      mainImageUrl: '',
      createdAt: at,
    }))
    for (let at = 0; at < kept.length; at += 250)
      await db
        .insertInto('favourite')
        .values(kept.slice(at, at + 250))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const comments = Array.from({ length: 600 }, (_, at) => ({
      id: `bench-comment-${at}`,
      recipeId: 'bench-1',
      authorId: id,
      authorName: 'みのり',
      text: `${at}: ${'裏地の色がすてきです。'.repeat(20)}`,
      source: 'own',
      createdAt: at,
    }))
    const orders = Array.from({ length: 600 }, (_, at) =>
      orderRowForTests(`order-${at}`, { orderNumber: `K7P4-${at}`, createdAt: at, paidAt: at }),
    )
    for (let at = 0; at < 600; at += 200) {
      await db
        .insertInto('comment')
        .values(comments.slice(at, at + 200))
        .execute()
      await db
        .insertInto('orders')
        .values(orders.slice(at, at + 200))
        .execute()
    }
    await db.transaction().execute((trx) => putProducts(trx, 1, manyFabrics(fabrics)))
    return id
  } finally {
    await close()
  }
}

await getReadyOrEnd(built)
const shop = await startShop({ LOG_LEVEL: 'error' }, undefined, 'bench/held-shop.js')
try {
  const member = await fill(shop.dataDir)
  const reader = (await signedInSession(shop.origin, demoMembers[0].email)).cookie()
  const deskCookies = []
  const browser = { context: () => ({ addCookies: async (cookies) => void deskCookies.push(...cookies) }) }
  await enterDesk(browser, 'owner', shop)
  const owner = deskCookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const lists = {
    'her own recipes': '/gallery/mypage?tab=recipes',
    'what she keeps': '/gallery/mypage?tab=favorites',
    'a member': `/gallery/user/${member}`,
    'all recipes': '/gallery/search',
    'recipes found': '/gallery/search?q=巾着',
    'all fabrics': '/all-products',
    'comments of a recipe': '/gallery/detail/bench-1',
    'orders at the desk': '/admin/orders?state=all',
    'products at the desk': '/admin/products',
  }
  const ask = async (path) => {
    await pause(30)
    await longestHold(shop)
    const who = path.startsWith('/admin') ? owner : reader
    const answer = await fetch(`${shop.origin}${path}`, { headers: { cookie: who } })
    const bytes = (await answer.bytes()).length
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
    await pause(10)
    return { ms: await longestHold(shop), bytes }
  }
  const rows = [['', 'first cards ms', 'kB', `count=${asked} ms`, 'kB', 'least ms', 'ratio']]
  for (const [name, path] of Object.entries(lists)) {
    // Another count each time, since copies of public pages are kept.
    const long = (round) =>
      `${path}${path.includes('?') ? '&' : '?'}${name.startsWith('comments') ? 'comments' : 'count'}=${asked - 30 * round}`
    for (let warm = 0; warm < 3; warm += 1) await ask(long(warm))
    const results = []
    for (let round = 0; round < rounds; round += 1) results.push([await ask(path), await ask(long(round))])
    const [few, many] = [0, 1].map((at) => {
      const ms = results.map((each) => each[at].ms).toSorted((a, b) => a - b)
      return { median: ms[Math.floor(rounds / 2)], least: ms[0], kB: Math.round(results[0][at].bytes / 1024) }
    })
    rows.push([
      name,
      few.median.toFixed(1),
      String(few.kB),
      many.median.toFixed(1),
      String(many.kB),
      many.least.toFixed(1),
      (many.least / few.least).toFixed(1),
    ])
  }
  console.log(`${machine()}, ${rounds} rounds\n`)
  printTable(rows)
} finally {
  await shop.remove()
}
