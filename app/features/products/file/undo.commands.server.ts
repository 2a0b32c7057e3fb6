import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { storedProduct } from '~/features/products/desk/storing.commands.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Act, actOnce } from '~/server/audit.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { restore, takeAway } from './snapshot.commands.server.ts'
import { lockedFile, rowsOfFile, type StoredRow, undoMs } from './stored-files.queries.server.ts'
import { type FileFailure, leftAsItIs } from './texts.ts'

/** True when restored; false when changed since. */
const undoRow = async (trx: AppTransaction, now: number, row: StoredRow): Promise<boolean> => {
  const product = await storedProduct(trx, row.number)
  if (product === undefined || product.updatedAt !== row.afterVersion) return false
  if (row.undo === null) {
    await takeAway(trx, now, product)
    return true
  }
  const version = await restore(trx, now, product, row.undo)
  // The product is as an earlier file wrote it, so that file can be undone too.
  await trx
    .updateTable('productFileRow')
    .set({ afterVersion: version.now })
    .where('number', '=', row.number)
    .where('afterVersion', '=', version.then)
    .execute()
  return true
}

const rowsPerTurn = 2

interface Outcome {
  readonly undone: number
  readonly left: number
}

const undoRows = async (trx: AppTransaction, now: number, rows: readonly StoredRow[]): Promise<Outcome> => {
  let undone = 0
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerTurn === rowsPerTurn - 1) await nextTurn()
    const isUndone = await undoRow(trx, now, row)
    undone += isUndone ? 1 : 0
    await trx
      .updateTable('productFileRow')
      .set({ undo: null, afterVersion: null, problems: isUndone ? '' : leftAsItIs })
      .where('fileId', '=', row.fileId)
      .where('ordinal', '=', row.ordinal)
      .execute()
  }
  return { undone, left: rows.length - undone }
}

/**
 * Restores the products of a file applied within 30 days; products changed by hand since stay and are reported (N46). Only applying
 * the file again reverts it.
 */
export const undoFile = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, id }: { readonly requestId: string; readonly id: string },
): Promise<Result<Outcome, FileFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const sent = { requestId, content: id }
  return actOnce(ctx, actor, 'product-file.undo', sent, outcome.parse, (trx) => putBack(ctx, trx, id))
}

const putBack = async (
  ctx: AppContext,
  trx: AppTransaction,
  id: string,
): Promise<Result<Act<Outcome>, FileFailure>> => {
  await lockTable(trx, 'product')
  const file = await lockedFile(trx, id)
  if (file === undefined) return refused('not-found')
  if (file.state !== 'taken' || file.appliedAt === null) return refused('not-taken')
  if (ctx.now() - file.appliedAt > undoMs) return refused('too-late')
  const rows = await rowsOfFile(trx, id)
  const answer = await undoRows(
    trx,
    ctx.now(),
    rows.filter(({ afterVersion }) => afterVersion !== null),
  )
  const undone = { state: 'undone', undoneAt: ctx.now() } as const
  await trx.updateTable('productFile').set(undone).where('id', '=', id).execute()
  return ok({ answer, subject: `product-file:${file.name}`, after: `${answer.undone}点` })
}

const outcome = z.object({ undone: z.number(), left: z.number() })
