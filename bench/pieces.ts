// npm run bench:pieces: how long one piece of work holds the process (ms), for what an owner, a curator or a member can ask for at its
// largest, on SQLite, where reading takes the process's own time. A piece is what runs between two turns of the event loop; its ratio is
// to a fixed piece of work, measured beside it, since the machine's speed changes from hour to hour.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { carrierRows } from '../app/features/orders/parcel/carrier-file.server.ts'
import { labelPage } from '../app/features/orders/parcel/labels.queries.server.ts'
import { numbersPage } from '../app/features/orders/parcel/numbers.queries.server.ts'
import { packingPage, printPage } from '../app/features/orders/parcel/queries.server.ts'
import { putProducts } from '../app/features/products/commands.server.ts'
import { readFile } from '../app/features/products/file/file-text.server.ts'
import { createListedFabrics } from '../app/features/products/listed-fabrics.queries.server.ts'
import { readItemForm } from '../app/features/recipes/curation/form.server.ts'
import { editedItems } from '../app/features/recipes/curation/queries.server.ts'
import { indexRecipes } from '../app/features/recipes/indexing.commands.server.ts'
import { recipesOf, recipeTotals } from '../app/features/recipes/list.queries.server.ts'
import { createUnitsOfLine, type UnitsOfLine } from '../app/features/recipes/materials/queries.server.ts'
import { findRecipesOf } from '../app/features/search/recipes.queries.server.ts'
import { migrate } from '../app/server/database/migrate.ts'
import { openDatabase } from '../app/server/database/open-database.ts'
import { silentLog } from '../app/server/log.ts'
import type { Schema } from '../db/schema.ts'
import { shopSettings } from '../shop.settings.ts'
import { addMember } from '../tests/support/member-for-tests.ts'
import { orderRowForTests } from '../tests/support/order-row.ts'
import { recipeRow } from '../tests/support/recipe-for-tests.ts'
import { longestPiece } from './longest-piece.ts'
import { machine } from './machine.js'
import { manyFabrics } from './many-fabrics.ts'
import { printTable } from './print-table.js'
import { yardstickMs } from './yardstick.ts'

const rounds = 7
const now = Date.UTC(2026, 10, 23)
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const inBlocks = async <T>(rows: readonly T[], put: (some: readonly T[]) => Promise<unknown>) => {
  for (let at = 0; at < rows.length; at += 250) await put(rows.slice(at, at + 250))
}

/** Four sizes of thirty pieces each: as many as are planned. */
const hardLines = Array.from({ length: 100 }, (_, at) => {
  const [a, b] = [7 + (at % 9), 11 + (at % 7)]
  return `${a}.3×${b}.7cmを30枚、${a + 5}.1×${b + 3}.9cmを30枚、${a + 8}.7×${a + 2}.3cmを30枚、${b + 9}.1×${a + 4}.7cmを30枚`
})

const unitsOfLine = createUnitsOfLine()
const planned = async (units: UnitsOfLine) => {
  for (const line of hardLines) await units(line, { joined: false, oneWay: false })
}

const addWaitingOrders = async (db: Kysely<Schema>, count: number) => {
  const address = {
    postalCode: '150-0001',
    prefecture: '東京都',
    city: '渋谷区',
    line1: '神宮前1-2-3',
    line2: '',
  }
  const all = Array.from({ length: count }, (_, at) => at)
  await inBlocks(all, (some) =>
    db
      .insertInto('orders')
      .values(
        some.map((at) =>
          orderRowForTests(`order-${at}`, {
            orderNumber: `K7P4-${at}`,
            customerName: `山田 花子${at}`,
            customerPhone: '+819012345678',
            shippingAddress: JSON.stringify({ recipient: `山田 花子${at}`, ...address }),
            confirmationText: 'あ'.repeat(1_500),
            createdAt: now - at * 60_000,
            paidAt: now - at * 60_000,
          }),
        ),
      )
      .execute(),
  )
  await inBlocks(all, (some) =>
    db
      .insertInto('orderLine')
      .values(
        some.flatMap((at) =>
          [0, 1, 2].map((position) => ({
            orderId: `order-${at}`,
            position,
            number: `F-${1_000 + ((at * 7 + position * 13) % 400)}`,
            type: 'fabric' as const,
            name: '麻の葉 シーチング',
            description: '【藍】綿100％',
            unitPrice: 500,
            quantity: 1 + ((at + position) % 5),
            free: 0,
          })),
        ),
      )
      .execute(),
  )
  await inBlocks(all, (some) =>
    db
      .insertInto('payment')
      .values(
        some.map((at) => ({
          paymentIntent: `pi-${at}`,
          orderId: `order-${at}`,
          sessionId: `cs-${at}`,
          amount: 1_400,
          currency: 'jpy',
          livemode: 0,
          receivedAt: now,
          role: 'first' as const,
        })),
      )
      .execute(),
  )
}

const addRecipesOf = async (db: Kysely<Schema>, author: string, count: number) => {
  const rows = Array.from({ length: count }, (_, at) =>
    recipeRow(author, {
      id: `recipe-${at}`,
      title: `巾着 ${at}`,
      description: '裏地つきの袋です。'.repeat(20),
      steps: Array.from({ length: 8 }, (_, id) => ({
        id,
        description: '中表に合わせて縫います。'.repeat(10),
      })),
      createdAt: now - at * 60_000,
      updatedAt: now - at * 60_000,
    }),
  )
  await inBlocks(rows, (some) =>
    db.transaction().execute(async (trx) => {
      await trx
        .insertInto('recipe')
        .values([...some])
        .execute()
      await indexRecipes(
        trx,
        some.map(({ id }) => id),
      )
    }),
  )
}

const tagForm = (tags: string) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    id: 'situation-1',
    name: 'ギフト',
    image: '',
    tags,
    place: '',
  }))
    form.append(name, value)
  return form
}

const folder = await mkdtemp(join(tmpdir(), 'bench-pieces-'))
const database = await openDatabase({ dataDir: folder, log: silentLog })
try {
  const { db } = database
  await migrate(database)
  await addWaitingOrders(db, 10_000)
  const member = await addMember(db, { id: 'mei' })
  await addRecipesOf(db, member.id, 5_000)
  const fabrics = manyFabrics(5_000)
  await db.transaction().execute((trx) => putProducts(trx, now, fabrics))
  const shop = { db, demo: false, settings: shopSettings, now: () => now }
  const question = { format: 'b2' as const, date: '2026-11-23', days: null, asksAgain: false }
  const commas = Buffer.from(`管理番号,名前\r\n${','.repeat(2 * 1024 * 1024 - 40)}`)
  const ofB2 = new FormData()
  const rowOfB2 = `"K7P4-1","0","0","490714955706"${',"あ"'.repeat(91)}\r\n`
  const headOfB2 = `お客様管理番号,送り状種類,クール区分,伝票番号${',列'.repeat(91)}\r\n`
  ofB2.set('file', new File([`${headOfB2}${rowOfB2.repeat(850)}`], 'b2.csv'))
  let again = now
  const tasks: Readonly<Record<string, () => Promise<unknown>>> = {
    '10,000 waiting orders: labels': () => labelPage(shop, question),
    '10,000 waiting orders: packing': () => packingPage(shop, new URLSearchParams({ size: '100' })),
    '10,000 waiting orders: packing, last page': () =>
      packingPage(shop, new URLSearchParams({ size: '100', page: '99999' })),
    '10,000 waiting orders: a print': () => printPage(shop, { page: null }),
    '10,000 waiting orders: numbers': () => numbersPage(shop, { kind: 'owner' }),
    "the curator's tags: 1,000 of 250 characters": async () =>
      readItemForm(
        tagForm(Array.from({ length: 1_000 }, (_, at) => `${at}${'ガ'.repeat(250)}`).join('、')),
        'situations',
      ),
    "the curator's list": () => editedItems(db, 'situations'),
    'my page, 5,000 recipes': async () => {
      await recipeTotals(db, member, member.id)
      await recipesOf(db, member, { author: member.id, count: 6 })
    },
    ...Object.fromEntries(
      (['relevance', 'new', 'popular'] as const).map((order) => [
        `her own search in 5,000 recipes, ${order}`,
        () => findRecipesOf({ db, actor: member }, member.id, { q: '巾着', order, count: 600 }),
      ]),
    ),
    "a carrier's file of 500 KB": () => carrierRows(ofB2),
    'a product file of 2 MB of commas': () => readFile(commas),
    'a page of 100 lines of materials that are hard to lay out': () => planned(createUnitsOfLine()),
    'the same page again': () => planned(unitsOfLine),
    '5,000 fabrics, read for the first time': () => createListedFabrics(db)(),
    '5,000 fabrics, stored again': () => {
      again += 1
      const changed = fabrics.map((each) => ({ ...each, description: `${each.description} ${again}` }))
      return db.transaction().execute((trx) => putProducts(trx, again, changed))
    },
  }
  console.log(`${machine()}, ${rounds} rounds, median of the longest pieces\n`)
  const rows = [['', 'ms', 'ratio']]
  for (const [name, task] of Object.entries(tasks)) {
    const pieces: number[] = []
    const fixed: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      fixed.push(yardstickMs())
      pieces.push(await longestPiece(task))
    }
    rows.push([name, median(pieces).toFixed(1), (median(pieces) / median(fixed)).toFixed(1)])
  }
  printTable(rows)
} finally {
  await database.close()
  await rm(folder, { recursive: true, force: true })
}
