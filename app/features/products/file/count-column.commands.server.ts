import { countByFile, undoCountByFile } from '~/features/stock/counting-by-file.commands.server.ts'
import { widthCmIn } from '~/features/stock/measures.rules.ts'
import { lockStock } from '~/features/stock/queries.server.ts'
import { readShelf } from '~/features/stock/shelf.rules.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { typeNames } from './columns.rules.ts'
import { cellsIn, type StoredRow } from './stored-files.queries.server.ts'
import { countTexts } from './texts.ts'

/** Locks what these rows count, all in one order (K4). */
export const lockCounted = async (trx: AppTransaction, rows: readonly StoredRow[]): Promise<void> => {
  await lockStock(
    trx,
    rows.flatMap(({ number, shelfMark }) => (shelfMark === null ? [] : number)),
  )
}

const ofRow = (trx: AppTransaction, { fileId, ordinal }: StoredRow) =>
  trx.updateTable('productFileRow').where('fileId', '=', fileId).where('ordinal', '=', ordinal)

/** Counts what the row says, and stores what undoes it; false where it says nothing, or its shelf has changed meanwhile (K38). */
export const countRow = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  row: StoredRow,
): Promise<boolean> => {
  const { number, countAfter, shelfMark } = row
  const cells = cellsIn(row.after)
  if (countAfter === null || shelfMark === null || cells === null) return false
  const isKit = cells.type === typeNames.kit
  const read = readShelf(countAfter, { isKit, widthCm: widthCmIn(cells.width) }, ctx.settings.joined)
  const mode = isKit ? 'count' : 'pieces'
  // Another setting of how units hang together may have made it unreadable.
  const counted = read.ok
    ? await countByFile(trx, ctx, actor, { number, mode, pieces: read.value, mark: shelfMark })
    : null
  await ofRow(trx, row)
    .set(
      counted === null
        ? { countProblem: countTexts.changedSince }
        : { countUndo: counted.undo, shelfMarkAfter: counted.mark },
    )
    .execute()
  return counted !== null
}

/** Brings the shelf back; false where something was sold or counted since, true also where nothing was counted. */
export const uncountRow = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  { number, countUndo, shelfMarkAfter }: StoredRow,
): Promise<boolean> =>
  countUndo === null || shelfMarkAfter === null
    ? true
    : undoCountByFile(trx, ctx, actor, { number, undo: countUndo, mark: shelfMarkAfter })
