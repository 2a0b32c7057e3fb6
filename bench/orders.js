// npm run bench:orders: the desk's list of orders with 2,000 orders and with 20, of which one in a hundred has a refund of a part;
// `-- 100000 postgres` for another size or engine.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { deskCounts, deskOrders } from '../app/features/orders/desk/list.queries.server.ts'
import { orderSearchOf } from '../app/features/orders/search.rules.ts'
import { inChunks } from '../app/server/database/engine.ts'
import { migrate } from '../app/server/database/migrate.ts'
import { openDatabase } from '../app/server/database/open-database.ts'
import { silentLog } from '../app/server/log.ts'
import { orderRowForTests } from '../tests/support/order-row.ts'
import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { machine } from './machine.js'
import { printTable } from './print-table.js'

const given = process.argv.slice(2)
const cluster = given.includes('postgres') ? await startPostgresCluster() : undefined
const own = given.map(Number).filter((size) => size > 0)
const sizes = own.length > 0 ? own : [20, 2_000]
const rounds = Math.max(...sizes) > 10_000 ? 5 : 200
const day = 86_400_000
const now = Date.UTC(2026, 10, 23)
const filter = { state: 'open', q: '', from: '', to: '', buyer: '', count: 30, demo: false }
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const goods = [
  'ダブルガーゼ【藍】',
  'リネン混キャンバス【生成り】',
  '綿麻シーチング 小花柄【さくら】',
  '帆布11号【からし】',
]

const rowsOf = (at, count) => {
  const id = `order-${at}`
  const name = `山田 花子${at}`
  const address = {
    ...{ recipient: name, postalCode: `53${String(at).padStart(5, '0')}`, prefecture: '大阪府' },
    ...{ city: '大阪市北区梅田', line1: `${at % 40}-${at % 7}-3`, line2: `コーポうってる ${at % 900}号室` },
  }
  const customer = {
    name,
    email: `hanako-${at}@example.com`,
    phone: `+819${String(at).padStart(9, '0')}`,
    address,
  }
  const createdAt = now - (count - at) * (day / 15)
  const lines = goods.map((goodsName, place) => ({ number: `F-${(at * 7 + place) % 400}`, name: goodsName }))
  const row = {
    orderNumber: id,
    customerName: name,
    customerEmail: customer.email,
    customerPhone: customer.phone,
    shippingAddress: JSON.stringify(address),
    confirmationText: 'あ'.repeat(1_500),
    createdAt,
    paidAt: createdAt,
    // All but ten are shipped, so that all shops have equally many open ones.
    shippedAt: at < count - 10 ? createdAt + day : null,
  }
  const parcels = [{ carrier: 'yamato', tracking: String(400_000_000_000 + at * 97) }]
  const readings = ['だぶるがーぜ あい', 'りねんこんきゃんばす', 'めんあさ', 'はんぷ']
  return {
    order: orderRowForTests(id, row),
    search: {
      orderId: id,
      ...orderSearchOf({ number: id, customer, lines, parcels }, readings, ['のし紙をつける']),
    },
    payment: {
      ...{ paymentIntent: id, orderId: id, sessionId: id, amount: 1_400, currency: 'jpy', livemode: 0 },
      ...{ receivedAt: 1, role: 'first' },
    },
    refunds:
      at % 100 === 7
        ? [
            {
              ...{ id: `refund-${at}`, requestId: `refund-${at}`, paymentIntent: id, amount: 300 },
              ...{
                state: 'succeeded',
                reason: '染めむら',
                askedBy: 'owner',
                asOf: 1,
                askedAt: createdAt + day,
              },
            },
          ]
        : [],
  }
}

const addOrders = async (db, count) => {
  for (const some of inChunks([...Array(count).keys()], 400)) {
    const rows = some.map((at) => rowsOf(at, count))
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('orders')
        .values(rows.map(({ order }) => order))
        .execute()
      await trx
        .insertInto('orderSearch')
        .values(rows.map(({ search }) => search))
        .execute()
      await trx
        .insertInto('payment')
        .values(rows.map(({ payment }) => payment))
        .execute()
      const refunds = rows.flatMap((row) => row.refunds)
      if (refunds.length > 0) await trx.insertInto('refund').values(refunds).execute()
    })
  }
}

const asked = {
  発送待ち: {},
  発送済み: { state: 'shipped' },
  取消返品: { state: 'over' },
  すべて: { state: 'all' },
  一部返金: { state: 'refunded-in-part' },
  状態の順: { state: 'all', sort: 'state' },
  都道府県の順: { state: 'all', sort: 'prefecture' },
  一件の名前: { state: 'all', q: '花子17' },
  皆の商品: { state: 'all', q: 'ダブルガーゼ' },
  電話の終わり: { state: 'all', q: '00017' },
  メール: { state: 'all', q: 'hanako-17@' },
  金額: { state: 'all', q: '1,401円' },
  語が五つ: { state: 'all', q: '山田 大阪 のし紙 さくら 佐藤' },
  ない語: { state: 'all', q: '佐藤' },
  発送済みでない語: { state: 'shipped', q: '佐藤' },
  日: { state: 'all', q: '11/20' },
}

const loop = monitorEventLoopDelay({ resolution: 1 })
const folder = await mkdtemp(join(tmpdir(), 'bench-orders-'))
try {
  const rows = new Map()
  for (const size of sizes) {
    const place = `bench_${size}`
    await cluster?.create(place)
    const database = await openDatabase({
      dataDir: join(folder, place),
      databaseUrl: cluster?.url(place),
      log: silentLog,
    })
    const { db } = database
    await migrate(database)
    await addOrders(db, size)
    // PostgreSQL's autovacuum does this within a minute.
    if (cluster !== undefined) await sql`analyze`.execute(db)
    for (const [name, parts] of [...Object.entries(asked), ['件数', null]]) {
      const times = []
      loop.reset()
      loop.enable()
      for (let round = 0; round < rounds; round += 1) {
        const begin = performance.now()
        if (parts === null) await deskCounts(db, { role: 'owner' }, now, false)
        else {
          const { sort = null, ...narrowed } = parts
          const asked = { sort, direction: 'asc', page: 1, size: 50 }
          await deskOrders(db, { role: 'owner' }, { ...filter, ...narrowed }, now, asked)
        }
        times.push(performance.now() - begin)
      }
      loop.disable()
      rows.set(name, [...(rows.get(name) ?? []), median(times), loop.max / 1e6])
    }
    await database.close()
  }
  console.log(machine())
  printTable([
    ['', ...sizes.flatMap((size) => [`${size} orders, ms`, 'longest hold'])],
    ...[...rows].map(([name, times]) => [name, ...times.map((ms) => ms.toFixed(2))]),
  ])
} finally {
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
}
