import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putProducts } from '../app/features/products/commands.server.ts'
import {
  type CountedBeside,
  createListedFabrics,
} from '../app/features/products/listed-fabrics.queries.server.ts'
import { allFabrics } from '../app/features/products/listing.rules.ts'
import { findFabrics } from '../app/features/search/lists.queries.server.ts'
import { suggestionsFor } from '../app/features/search/suggestions.queries.server.ts'
import type { BitSet } from '../app/kernel/bit-set.ts'
import { migrate } from '../app/server/database/migrate.ts'
import { openDatabase } from '../app/server/database/open-database.ts'
import { silentLog } from '../app/server/log.ts'
import { servicesForTests } from '../tests/support/services-for-tests.ts'
import { manyFabrics } from './many-fabrics.ts'
import { printTable } from './print-table.js'
import { yardstickMs } from './yardstick.ts'

const sizes = [300, 1_000, 5_000]
const rounds = 15

const queries: Readonly<Record<string, string>> = {
  'ten words of one character': 'の に 綿 地 し で 布 い ま す',
  'ten, of which one is nowhere': 'の に 綿 地 し で 布 い ま 龘',
  'five common ones, one nowhere': '綿 布 地 の 龘',
  'one character that all have': 'の',
  'a colour': '青',
  'an item, and what is near to it': '通園バッグ',
  'six items': '巾着 スタイ ポーチ エプロン クッション バッグ',
  'five made-up words': 'ぷよ ぽよ ぴよ ぱよ ぺよ',
  'a number': 'b10007',
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Processor ms of the task (SQLite works in this process), and its ratio to fixed work beside it. */
const costOf = async (task: () => Promise<unknown>) => {
  await task()
  const costs: number[] = []
  const fixed: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    fixed.push(yardstickMs())
    const before = process.cpuUsage()
    await task()
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / 1_000)
  }
  return { ms: median(costs), ratio: median(costs) / median(fixed) }
}

const measuredAt = async (size: number) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-shop-search-'))
  const database = await openDatabase({ dataDir, log: silentLog })
  try {
    const { db } = database
    await migrate(database)
    await db.transaction().execute((trx) => putProducts(trx, 1, manyFabrics(size)))
    const listed = createListedFabrics(db)
    const list = await listed()
    const actor = { kind: 'visitor' as const, address: '198.51.100.1' }
    // Nothing is known of any word, as if each search were the first of its words.
    const listedFabrics = async () => ({ ...list, known: new Map<string, BitSet>() })
    const ctx = { ...servicesForTests(db), requestId: 'bench', actor, listedFabrics }
    const costs = new Map<string, { readonly ms: number; readonly ratio: number }>()
    for (const [name, q] of Object.entries(queries)) {
      costs.set(name, await costOf(() => findFabrics(ctx, { ...allFabrics(6), q })))
      if (name.startsWith('one'))
        costs.set('proposed for it', await costOf(() => suggestionsFor(ctx, q, 'fabric')))
    }
    const again = { ...ctx, listedFabrics: async () => list }
    const uncounted = {
      ...ctx,
      listedFabrics: async () => ({ ...list, counted: new Map<string, CountedBeside>() }),
    }
    const q = queries['ten, of which one is nowhere'] ?? ''
    costs.set('the same ten, again', await costOf(() => findFabrics(again, { ...allFabrics(6), q })))
    const nothing = { ...allFabrics(6), q: queries['five made-up words'] ?? '' }
    costs.set('nothing, words counted', await costOf(() => findFabrics(uncounted, nothing)))
    costs.set('nothing, words kept', await costOf(() => findFabrics(again, nothing)))
    costs.set('by name', await costOf(() => findFabrics(ctx, { ...allFabrics(6), name: 'ガーゼ' })))
    costs.set('the list, unchanged', await costOf(listed))
    return costs
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Prints what a search of the shop costs at 300, 1,000 and 5,000 fabrics, without its page, on SQLite. */
export const measureShopSearches = async (): Promise<void> => {
  const measured: Array<Awaited<ReturnType<typeof measuredAt>>> = []
  for (const size of sizes) measured.push(await measuredAt(size))
  const names = [...(measured[0]?.keys() ?? [])]
  console.log('searches of the shop: processor ms, and ratio to fixed work beside it')
  printTable([
    ['', ...sizes.flatMap((size) => [`${size} fabrics: ms`, 'ratio'])],
    ...names.map((name) => [
      name,
      ...measured.flatMap((costs) => {
        const { ms, ratio } = costs.get(name) ?? { ms: 0, ratio: 0 }
        return [ms.toFixed(1), ratio.toFixed(2)]
      }),
    ]),
  ])
  console.log('')
}
