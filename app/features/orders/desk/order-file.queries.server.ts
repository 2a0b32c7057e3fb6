import { setImmediate } from 'node:timers/promises'
import iconv from 'iconv-lite'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { moneyOfOrders } from '~/features/orders/money.queries.server.ts'
import { noMoney } from '~/features/orders/money.rules.ts'
import { ordersNumbered, ordersWithIds } from '~/features/orders/parcel/to-ship.queries.server.ts'
import { asExcelSaves } from '~/features/products/file/spreadsheet.rules.ts'
import { type DeskActor, isConfirmed, isShopOwner } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { auditOfPress } from '~/server/audit.ts'
import { inChunks } from '~/server/database/engine.ts'
import { csvLine } from '~/server/table-file/csv-line.ts'
import { ordersFound } from './found-orders.queries.server.ts'
import {
  cellsOfOrder,
  type FileEncoding,
  type FileRows,
  fileEncodings,
  fileRows,
  headingsOf,
  mostInFile,
  mostNamedInLog,
} from './order-file.rules.ts'
import { isListState, type OrderFilter } from './rules.ts'

/** The act that writes orders into a file, by its name in the log. */
export const orderExport = 'order.export'

const owner = { role: 'owner' } as const

/** Ids of the orders of a list, newest first as it has them; `isMore`: there are more than a file takes. */
export const idsOfList = async (
  { db, demo, now }: Pick<AppContext, 'db' | 'demo' | 'now'>,
  filter: OrderFilter,
): Promise<{ readonly ids: readonly string[]; readonly isMore: boolean }> => {
  const enough = mostInFile + 1
  const { ids, isMore } = await ordersFound(db, owner, filter, now(), enough, undefined, mostInFile)
  const real: string[] = []
  // The list of all orders has those of a former demo too.
  for (const some of inChunks(ids)) {
    const rows = await db
      .selectFrom('orders')
      .select('id')
      .where('id', 'in', some)
      .where('practice', '=', demo ? 1 : 0)
      .execute()
    const found = new Set(rows.map(({ id }) => id))
    real.push(...some.filter((id) => found.has(id)))
  }
  return { ids: real, isMore }
}

/** Ids of the orders with these numbers, without those of a former demo. */
export const idsNumbered = async (
  { db, demo }: Pick<AppContext, 'db' | 'demo'>,
  numbers: readonly string[],
): Promise<readonly string[]> =>
  (await ordersNumbered(db, numbers)).filter(({ practice }) => practice === demo).map(({ id }) => id)

/** The list as its page has it: what was marked in it, or all that it has. */
export interface FileOf {
  readonly marked: readonly string[] | null
  readonly filter: OrderFilter
}

/** Whether the log names the file's orders, because the words of a search may be a name. */
export const isNamedInLog = ({ marked, filter: { q, buyer } }: FileOf): boolean =>
  marked !== null || q !== '' || buyer !== ''

/** Whether these are more orders than one file takes. */
export const isTooMany = (of: FileOf, count: number, isMore: boolean): boolean =>
  isMore || count > (isNamedInLog(of) ? mostNamedInLog : mostInFile)

/** How many orders the file of a list would have, and numbers of marked ones that it leaves out; `isMore`: there are more than `count`. */
export const orderFileLength = async (
  ctx: Pick<AppContext, 'db' | 'demo' | 'now'>,
  of: FileOf,
): Promise<{
  readonly count: number
  readonly isMore: boolean
  readonly isTooMany: boolean
  readonly leftOut: readonly string[]
}> => {
  const { marked, filter } = of
  if (marked === null) {
    const { ids, isMore } = await idsOfList(ctx, filter)
    return { count: ids.length, isMore, isTooMany: isTooMany(of, ids.length, isMore), leftOut: [] }
  }
  const taken = await ordersWithIds(ctx.db, await idsNumbered(ctx, marked))
  const numbers = new Set(taken.map(({ number }) => number))
  const leftOut = marked.filter((number) => !numbers.has(number))
  return { count: taken.length, isMore: false, isTooMany: isTooMany(of, taken.length, false), leftOut }
}

/** About 10 ms on SQLite. */
const ordersPerPortion = 100

/** The cells of these orders, in portions between which pages are answered. */
const portionsOf = async function* (db: Kysely<Schema>, ids: readonly string[], rows: FileRows) {
  for (const some of inChunks(ids, ordersPerPortion)) {
    const orders = await ordersWithIds(db, some)
    const money = await moneyOfOrders(db, some)
    yield orders.map((order) => ({
      number: order.number,
      cells: cellsOfOrder(order, money.get(order.id) ?? noMoney, rows),
    }))
    await setImmediate()
  }
}

const encoding = 'cp932'

const isLacking = (sign: string): boolean => iconv.decode(iconv.encode(sign, encoding), encoding) !== sign

/** Numbers of the orders with signs that Windows' Shift_JIS lacks, and those signs, each once. */
export const lackingSigns = async (db: Kysely<Schema>, ids: readonly string[]) => {
  const orders: string[] = []
  const signs = new Set<string>()
  const known = new Map<string, boolean>()
  for await (const portion of portionsOf(db, ids, 'lines'))
    for (const { number, cells } of portion) {
      const lacking = [...asExcelSaves(cells.flat().join(''))].filter((sign) => {
        const is = known.get(sign) ?? isLacking(sign)
        known.set(sign, is)
        return is
      })
      if (lacking.length > 0) orders.push(number)
      for (const sign of lacking) signs.add(sign)
    }
  return { orders, signs: [...signs] }
}

/** The file of these orders: UTF-8 with a BOM for Excel, or Windows' Shift_JIS, in which missing signs become ?. */
export const orderFile = async (
  db: Kysely<Schema>,
  ids: readonly string[],
  rows: FileRows,
  as: FileEncoding,
): Promise<Buffer> => {
  const encoded = (text: string) =>
    as === 'utf-8' ? Buffer.from(text, 'utf8') : iconv.encode(asExcelSaves(text), encoding)
  const parts = [encoded(`${as === 'utf-8' ? '\uFEFF' : ''}${csvLine(headingsOf(rows))}`)]
  for await (const portion of portionsOf(db, ids, rows))
    parts.push(encoded(portion.flatMap(({ cells }) => cells.map(csvLine)).join('')))
  return Buffer.concat(parts)
}

const logged = z.object({
  rows: z.enum(fileRows),
  encoding: z.enum(fileEncodings),
  orders: z.array(z.string()).optional(),
  filter: z
    .object({ state: z.string().refine(isListState), filters: z.record(z.string(), z.string()) })
    .optional(),
})

/**
 * What a press wrote into its file, written again as the orders are now: nothing of it is stored. Undefined for whoever is not an owner who
 * has just said again who she is (N3), and where there was no such press.
 */
export const orderFileAgain = async (
  ctx: Pick<AppContext, 'db' | 'demo' | 'now'>,
  actor: DeskActor,
  exportId: string,
): Promise<{ readonly bytes: Buffer; readonly encoding: FileEncoding } | undefined> => {
  if (!isShopOwner(actor) || !isConfirmed(actor, ctx.now())) return undefined
  const read = logged.safeParse((await auditOfPress(ctx.db, orderExport, exportId))?.after)
  if (!read.success) return undefined
  const { rows, encoding: as, orders, filter } = read.data
  if (filter === undefined)
    return { encoding: as, bytes: await orderFile(ctx.db, await idsNumbered(ctx, orders ?? []), rows, as) }
  const { from = '', to = '', ...narrow } = filter.filters
  const { ids } = await idsOfList(ctx, {
    state: filter.state,
    q: '',
    buyer: '',
    from,
    to,
    narrow,
    demo: ctx.demo,
  })
  return { encoding: as, bytes: await orderFile(ctx.db, ids, rows, as) }
}
