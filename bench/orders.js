// npm run bench:orders: the desk's list of orders with 2,000 orders and with 20, on SQLite.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deskCounts, deskOrders } from '../app/features/orders/desk/list.queries.server.ts'
import { orderSearchText } from '../app/features/orders/rules.ts'
import { migrate } from '../app/server/database/migrate.ts'
import { openDatabase } from '../app/server/database/open-database.ts'
import { silentLog } from '../app/server/log.ts'
import { orderRowForTests } from '../tests/support/order-row.ts'
import { machine } from './machine.js'
import { printTable } from './print-table.js'

const sizes = [20, 2_000]
const rounds = 200
const day = 86_400_000
const now = Date.UTC(2026, 10, 23)
const filter = { state: 'open', q: '', from: '', to: '', count: 10, demo: false }
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** All but ten are shipped, so that both shops have equally many open ones. */
const addOrders = async (db, count) => {
  for (let at = 0; at < count; at += 1) {
    const id = `order-${at}`
    const name = `山田 花子${at}`
    const customer = {
      name,
      email: `hanako-${at}@example.com`,
      phone: `+81901234${String(at).padStart(4, '0')}`,
      address: null,
    }
    const createdAt = now - (count - at) * (day / 15)
    const row = {
      orderNumber: id,
      customerName: name,
      customerEmail: customer.email,
      customerPhone: customer.phone,
      confirmationText: 'あ'.repeat(1_500),
      createdAt,
      paidAt: createdAt,
      shippedAt: at < count - 10 ? createdAt + day : null,
      searchText: orderSearchText({ number: id, customer, lines: [{ number: `F-${at}` }] }),
    }
    await db.insertInto('orders').values(orderRowForTests(id, row)).execute()
    await db
      .insertInto('payment')
      .values({
        paymentIntent: id,
        orderId: id,
        sessionId: id,
        amount: 1_400,
        currency: 'jpy',
        livemode: 0,
        receivedAt: 1,
        role: 'first',
      })
      .execute()
  }
}

const asked = {
  発送待ち: {},
  発送済み: { state: 'shipped' },
  取消返品: { state: 'over' },
  すべて: { state: 'all' },
  名前: { state: 'all', q: '花子1' },
  電話: { state: 'all', q: '0001' },
  メール: { state: 'all', q: 'hanako-1' },
  管理番号: { state: 'all', q: 'F-1' },
}

const folder = await mkdtemp(join(tmpdir(), 'bench-orders-'))
try {
  const rows = new Map()
  for (const size of sizes) {
    const database = await openDatabase({ dataDir: join(folder, String(size)), log: silentLog })
    const { db } = database
    await migrate(database)
    await addOrders(db, size)
    for (const [name, parts] of [...Object.entries(asked), ['件数', null]]) {
      const times = []
      for (let round = 0; round < rounds; round += 1) {
        const begin = performance.now()
        if (parts === null) await deskCounts(db, { role: 'owner' }, now, false)
        else await deskOrders(db, { role: 'owner' }, { ...filter, ...parts }, now)
        times.push(performance.now() - begin)
      }
      rows.set(name, [...(rows.get(name) ?? []), median(times)])
    }
    await database.close()
  }
  console.log(machine())
  printTable([
    ['', ...sizes.map((size) => `${size} orders, ms`), 'ratio'],
    ...[...rows].map(([name, [few, many]]) => [
      name,
      few.toFixed(2),
      many.toFixed(2),
      (many / few).toFixed(2),
    ]),
  ])
} finally {
  await rm(folder, { recursive: true, force: true })
}
