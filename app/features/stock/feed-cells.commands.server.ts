import { factsOfRow } from '~/features/products/description.rules.ts'
import { factColumns } from '~/features/products/queries.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import { ok } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { forgetCount } from './ending.commands.server.ts'
import { joinedKept } from './joined.rules.ts'
import { type MeasuredPiece, readPieces, widthCmIn } from './measures.rules.ts'
import { adoptOpenLines } from './older-orders.commands.server.ts'
import { lockStock, type StockRow, waitingForCell } from './queries.server.ts'
import { replacePieces } from './shelf.commands.server.ts'
import { beginningVersion, defineStockAct } from './stock-act.server.ts'

/** A feed product with its stock cell; undefined when the feed has no such column. */
interface FeedCell {
  readonly number: string
  /** Of the cloth, as it is told. */
  readonly width: string
  readonly stock?: string
  /** The shop did not know it before this list. */
  readonly isNew: boolean
}

const unitsOf = (pieces: readonly MeasuredPiece[]): number =>
  pieces.reduce((sum, { units }) => sum + units, 0)

const piecesIn = (ctx: AppContext, cell: string | null, width: string): MeasuredPiece[] | null => {
  const read = readPieces(cell ?? '', { joined: ctx.settings.joined, widthCm: widthCmIn(width) })
  return read.ok ? read.value : null
}

/** Sets the shelf to the feed's cell, which is in force until the cell changes. */
const countByFeed = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  number: string,
  cell: string,
  pieces: readonly MeasuredPiece[],
): Promise<void> => {
  const asNow = { joined: joinedKept(ctx.settings.joined), recount: 0 }
  const counted = { countedBy: 'feed', feedCell: cell, waitingCell: null, emptied: null, ...asNow } as const
  await trx
    .insertInto('stock')
    .values({ number, mode: 'pieces', lowAt: null, version: beginningVersion(trx, number), ...counted })
    .onConflict((conflict) => conflict.column('number').doUpdateSet(counted))
    .execute()
  await adoptOpenLines(trx, ctx, number, ctx.demo)
  await replacePieces(trx, ctx, number, pieces, 'feed', { why: 'recounted', actor })
}

/** Compares a cell with earlier ones (K14): one already taken or waiting is unchanged, and so is one back at the value taken. */
const newsOf = (
  row: Pick<StockRow, 'feedCell' | 'waitingCell'> | undefined,
  cell: string,
): 'none' | 'back' | 'new' => {
  if (row === undefined) return cell === '' ? 'none' : 'new'
  if (cell === row.feedCell) return row.waitingCell === null ? 'none' : 'back'
  return cell === row.waitingCell ? 'none' : 'new'
}

/** The feed's value beside a count of the desk, or one waiting for the owner. */
const rememberCell = (trx: AppTransaction, number: string, waitingCell: string | null) =>
  trx.updateTable('stock').set({ waitingCell }).where('number', '=', number).execute()

/** Handles one changed cell (K14); `mayWait` while few cells of the list cannot be read (N103). */
const takeCell = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  { number, width, stock: cell = '', isNew }: FeedCell,
  mayWait: boolean,
) => {
  const row = (await lockStock(trx, [number])).get(number)
  // Another import may have taken it since the comparison.
  const news = newsOf(row, cell)
  if (news === 'none') return
  if (news === 'back') return rememberCell(trx, number, null)
  if (row?.countedBy === 'desk') return rememberCell(trx, number, cell)
  if (cell === '') return row && forgetCount(trx, ctx, number, actor)
  const pieces = piecesIn(ctx, cell, width)
  // An unreadable cell is reported with its row; the last count stays.
  if (pieces === null)
    return isNew && row === undefined && mayWait ? countByFeed(trx, ctx, actor, number, cell, []) : undefined
  const before = piecesIn(ctx, row?.feedCell ?? null, width)
  if (before !== null && unitsOf(pieces) > unitsOf(before)) return rememberCell(trx, number, cell)
  return countByFeed(trx, ctx, actor, number, cell, pieces)
}

/** Whether fewer than a tenth of the cells that say something cannot be read: one broken formula must not close the shop (N103). */
const areFewUnread = (cells: readonly FeedCell[], isUnread: (cell: FeedCell) => boolean): boolean =>
  cells.filter(isUnread).length * 10 < cells.filter(({ stock = '' }) => stock !== '').length

/**
 * Applies the changed stock cells of a feed (K14), within the transaction that imports it: an unchanged cell restores nothing that
 * was sold since, and counts of the desk stay. What is new and cannot be read waits as sold out while such cells are few (N103).
 */
export const takeFeedCells = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  cells: readonly FeedCell[],
): Promise<void> => {
  const rows = await trx.selectFrom('stock').select(['number', 'feedCell', 'waitingCell']).execute()
  const known = new Map(rows.map((row) => [row.number, row]))
  const isUnread = ({ stock = '', width }: FeedCell) => stock !== '' && piecesIn(ctx, stock, width) === null
  const mayWait = areFewUnread(cells, isUnread)
  const released = mayWait ? new Set<string>() : await waitingAmong(trx, cells.filter(isUnread))
  const changed = cells.filter(
    ({ number, stock }) =>
      released.has(number) || (stock !== undefined && newsOf(known.get(number), stock) !== 'none'),
  )
  for (const cell of changed.toSorted((a, b) => (a.number < b.number ? -1 : 1)))
    if (released.has(cell.number)) await stopWaiting(trx, ctx, actor, cell.number)
    else await takeCell(trx, ctx, actor, cell, mayWait)
}

const waitingAmong = async (trx: AppTransaction, cells: readonly FeedCell[]): Promise<Set<string>> => {
  const waiting = new Set<string>()
  const numbers = cells.map(({ number }) => number)
  for (const some of inChunks(numbers))
    for (const number of await waitingForCell(trx, some)) waiting.add(number)
  return waiting
}

/** Sold without limit again, unless the desk has counted it meanwhile. */
const stopWaiting = async (trx: AppTransaction, ctx: AppContext, actor: Actor, number: string) => {
  await lockStock(trx, [number])
  if ((await waitingForCell(trx, [number])).has(number)) await forgetCount(trx, ctx, number, actor)
}

/** この数にする and 表の在庫を使う: takes the feed's present value and follows the feed from now on (K14). */
export const takeWaitingCell = defineStockAct({
  name: 'stock.feed',
  words: '表の在庫を使うことにしました',
  done: '表の在庫を使います。',
  who: 'owner',
  form: () => ok({}),
  step: async ({ trx, row, why, ctx, form }) => {
    const { number } = form
    const product = await trx
      .selectFrom('product')
      .select(factColumns)
      .where('number', '=', number)
      .executeTakeFirst()
    const cell = row?.waitingCell ?? null
    const pieces = piecesIn(ctx, cell, product === undefined ? '' : factsOfRow(product).width)
    if (cell === null || pieces === null) return 'no-cell'
    await countByFeed(trx, ctx, why.actor, number, cell, pieces)
    return undefined
  },
})
