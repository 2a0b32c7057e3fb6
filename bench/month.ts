// npm run bench:month [-- ENGINE]: a month of 3,000 orders, on both engines: how long its booking, its sums and its files take and hold the
// process in one piece, and how long its page takes to open in the built shop, for the first time and then. A ratio is to a fixed piece of
// work, measured beside it, since the machine's speed changes from hour to hour.
import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { bookSales } from '../app/features/orders/sales/booking.commands.server.ts'
import { dayOf } from '../app/features/orders/sales/facts.queries.server.ts'
import { exportSales } from '../app/features/orders/sales/files/commands.server.ts'
import { salesFileAgain } from '../app/features/orders/sales/files/queries.server.ts'
import { salesFiles } from '../app/features/orders/sales/files/rules.ts'
import { monthPage } from '../app/features/orders/sales/page.queries.server.ts'
import { daysIn, monthOf, monthsLater } from '../app/features/orders/sales/rules.ts'
import { openDatabase } from '../app/server/database/open-database.ts'
import { silentLog } from '../app/server/log.ts'
import type { Schema } from '../db/schema.ts'
import { everybodyInDemo } from '../demo/members.ts'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { deskPersonForTests } from '../tests/support/desk-person-for-tests.ts'
import { httpSession } from '../tests/support/http-session.ts'
import { orderRowForTests } from '../tests/support/order-row.ts'
import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { servicesForTests } from '../tests/support/services-for-tests.ts'
import { type ShopProcess, startShop } from '../tests/support/shop-process.ts'
import { get } from './http-get.js'
import { longestPiece } from './longest-piece.ts'
import { machine } from './machine.js'
import { printTable } from './print-table.js'
import { yardstickMs } from './yardstick.ts'

const orders = 3_000
const rounds = 9
const month = monthsLater(monthOf(dayOf(Date.now())), -1)
const begin = Date.parse(`${month}-01T00:00:00+09:00`)
const apartMs = (daysIn(month) * 86_400_000) / orders

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const inBlocks = async <T>(rows: readonly T[], put: (some: readonly T[]) => Promise<unknown>) => {
  for (let at = 0; at < rows.length; at += 250) await put(rows.slice(at, at + 250))
}

/** Orders of the whole month, each with two lines and a fee; of each twenty one was partly given back, and of each hundred one disputed. */
const putMonth = async (db: Kysely<Schema>): Promise<void> => {
  const all = Array.from({ length: orders }, (_, at) => ({
    at,
    id: `month-${at}`,
    paymentIntent: `pi_month_${at}`,
    paidAt: begin + Math.floor(at * apartMs),
  }))
  await inBlocks(all, (some) =>
    db
      .insertInto('orders')
      .values(
        some.map(({ at, id, paidAt }) =>
          orderRowForTests(id, {
            ...{ orderNumber: `MNTH-${at}`, practice: 1, source: 'demo', createdAt: paidAt, paidAt },
            ...{ shippedAt: paidAt, total: 1_400, subtotal: 1_000, taxIncluded: 127 },
          }),
        ),
      )
      .execute(),
  )
  await inBlocks(all, (some) =>
    db
      .insertInto('orderLine')
      .values(
        some.flatMap(({ at, id }) =>
          [0, 1].map((position) => ({
            ...{ orderId: id, position, number: `F-${1_000 + ((at * 7 + position * 13) % 400)}`, free: 0 },
            ...{ type: 'fabric' as const, name: '麻の葉 シーチング', description: '【藍】綿100％' },
            ...{ unitPrice: 250, quantity: 2 },
          })),
        ),
      )
      .execute(),
  )
  await inBlocks(all, (some) =>
    db
      .insertInto('payment')
      .values(
        some.map(({ id, paymentIntent, paidAt }) => ({
          ...{ paymentIntent, orderId: id, sessionId: `cs_${id}`, amount: 1_400, currency: 'jpy' },
          ...{ livemode: 0, receivedAt: paidAt, role: 'first' as const, fee: 50, net: 1_350 },
        })),
      )
      .execute(),
  )
  await inBlocks(
    all.filter(({ at }) => at % 20 === 0),
    (some) =>
      db
        .insertInto('refund')
        .values(
          some.map(({ id, paymentIntent, paidAt }) => ({
            ...{ id: `re_${id}`, requestId: `re_${id}`, providerId: `re_${id}`, paymentIntent, amount: 300 },
            ...{ state: 'succeeded' as const, via: 'provider' as const, askedAt: paidAt, asOf: paidAt },
            ...{ askedBy: 'bench', mailsBuyer: 0 as const },
          })),
        )
        .execute(),
  )
  await inBlocks(
    all.filter(({ at }) => at % 100 === 1),
    (some) =>
      db
        .insertInto('dispute')
        .values(
          some.map(({ id, paymentIntent, paidAt }) => ({
            ...{ id: `dp_${id}`, paymentIntent, amount: 1_400, reason: 'fraudulent', status: 'lost' },
            ...{ dueBy: null, openedAt: paidAt, asOf: paidAt, takenAt: paidAt, closedAt: paidAt },
            ...{ withdrawn: 1 as const },
          })),
        )
        .execute(),
  )
  await inBlocks(all, (some) =>
    db
      .insertInto('salesDue')
      .values(some.map(({ id }) => ({ subject: `order:${id}` })))
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Of one task: ms and the longest piece, each the middle of its rounds, and the piece's ratio. */
const measured = async (name: string, task: () => Promise<unknown>, times = rounds): Promise<string[]> => {
  const [taken, pieces, fixed]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < times; round += 1) {
    fixed.push(yardstickMs())
    const from = performance.now()
    pieces.push(await longestPiece(task))
    taken.push(performance.now() - from)
  }
  const [ms, piece] = [median(taken), median(pieces)]
  return [name, ms.toFixed(0), piece.toFixed(1), (piece / median(fixed)).toFixed(1)]
}

const opened = ({ dataDir }: ShopProcess, databaseUrl: string | undefined) =>
  openDatabase({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }), log: silentLog })

const measureInside = async (shop: ShopProcess, databaseUrl: string | undefined): Promise<string[][]> => {
  const { db, close } = await opened(shop, databaseUrl)
  try {
    await putMonth(db)
    const ctx = servicesForTests(db, {}, true)
    const actor = deskPersonForTests(ctx)
    const rows = [await measured('booking it', () => bookSales(ctx, actor), 1)]
    rows.push(
      await measured('what its page reads', () => monthPage({ ...ctx, actor, requestId: 'r' }, month)),
    )
    rows.push(
      await measured('the press that makes its files', () =>
        exportSales(ctx, actor, { month, requestId: ctx.newId() }),
      ),
    )
    const exportId = ctx.newId()
    await exportSales(ctx, actor, { month, requestId: exportId })
    for (const file of salesFiles)
      rows.push(
        await measured(`its file: ${file}`, async () => {
          const written = await salesFileAgain(ctx, actor, { exportId, file, part: 1 })
          if (written === undefined) throw new Error(`no file: ${file}`)
        }),
      )
    return rows
  } finally {
    await close()
  }
}

/** The cookies of the demo's owner behind the door of the desk, whatever the engine. */
const ownerCookie = async (shop: ShopProcess, databaseUrl: string | undefined): Promise<string> => {
  const email = 'owner@demo.example'
  const password = everybodyInDemo.find((member) => member.email === email)?.password ?? ''
  const session = httpSession(shop.origin, { listens: shop.listens })
  const { status } = await session.post('/gallery/login', { email, password })
  if (status !== 302) throw new Error(`signing in was answered with ${status}`)
  const token = randomBytes(32).toString('base64url')
  const { db, close } = await opened(shop, databaseUrl)
  try {
    const { id: memberId } = await db
      .selectFrom('member')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const { id: memberSessionId } = await db
      .selectFrom('memberSession')
      .select('id')
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow()
    const now = Date.now()
    const times = { beganAt: now, seenAt: now, confirmedAt: now }
    const tokenHash = createHash('sha256').update(token).digest('base64url')
    await db
      .insertInto('deskSession')
      .values({
        ...times,
        id: 'bench',
        tokenHash,
        memberId,
        memberSessionId,
        role: 'owner',
        userAgent: 'bench',
      })
      .execute()
  } finally {
    await close()
  }
  return `${session.cookie()}; desk-session=${token}`
}

/** Wall-clock ms of the built shop's answers with the month's page: the first after a start, and the middle of the next. */
const measurePage = async (shop: ShopProcess, cookie: string): Promise<string[][]> => {
  const [taken, fixed]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    fixed.push(yardstickMs())
    const from = performance.now()
    const { status } = await get(shop.listens, `/admin/sales?month=${month}`, { cookie })
    taken.push(performance.now() - from)
    if (status !== 200) throw new Error(`the page of the month: ${status}`)
  }
  const [first = 0, ...then] = taken
  const row = (name: string, ms: number) => [name, ms.toFixed(0), '', (ms / median(fixed)).toFixed(1)]
  return [row('its page, the first time', first), row('its page', median(then))]
}

const measure = async (databaseUrl?: string): Promise<string[][]> => {
  const shop = await startShop({
    ...{ LOG_LEVEL: 'warn', TRUSTED_PROXY: 'x-real-ip' },
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, AUTH_SECRET: 'bench '.repeat(8) }),
  })
  try {
    await shop.stop()
    const inside = await measureInside(shop, databaseUrl)
    await shop.startAgain()
    return [...inside, ...(await measurePage(shop, await ownerCookie(shop, databaseUrl)))]
  } finally {
    await shop.remove()
  }
}

await getReadyOrEnd(built)
const [asked] = process.argv.slice(2)
console.log(`${machine()}; ${month}, ${orders} orders; the ratio of a page is of its ms, else of its piece\n`)
for (const engine of asked === undefined ? ['sqlite', 'postgres'] : [asked]) {
  const cluster = engine === 'postgres' ? await startPostgresCluster() : undefined
  try {
    const rows = await measure(cluster?.url('postgres'))
    printTable(
      [[`on ${engine}`, 'ms', 'longest piece', 'ratio'], ...rows].map((row, at) =>
        at === 0 ? ['', ...row.slice(1)] : row,
      ),
    )
    console.log(`(${engine})\n`)
  } finally {
    await cluster?.stop()
  }
}
