import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { storedProduct } from '~/features/products/desk/queries.server.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { lockCounted, uncountRow } from './count-column.commands.server.ts'
import { restore, takeAway } from './snapshot.commands.server.ts'
import { lockedFile, rowsOfFile, type StoredRow, undoMs } from './stored-files.queries.server.ts'
import { countTexts, type FileFailure, fileRefusals, fileSubject, leftAsItIs } from './texts.ts'

/** Restores the product; false when changed since. */
const undoProduct = async (trx: AppTransaction, now: number, row: StoredRow): Promise<boolean> => {
  if (row.afterVersion === null) return true

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

const nothingToUndo = { undo: null, afterVersion: null, countUndo: null, shelfMarkAfter: null }

const rowsPerTurn = 2

const undoRows = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: DeskActor,
  rows: readonly StoredRow[],
) => {
  let undone = 0
  await lockCounted(trx, rows)
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerTurn === rowsPerTurn - 1) await nextTurn()
    // The count first: a product that is counted is not taken away.
    const isUncounted = await uncountRow(trx, ctx, actor, row)
    const isRestored = await undoProduct(trx, ctx.now(), row)
    const left = [...(isRestored ? [] : [leftAsItIs]), ...(isUncounted ? [] : [countTexts.soldSince])]
    undone += left.length === 0 ? 1 : 0
    await trx
      .updateTable('productFileRow')
      .set({ ...nothingToUndo, problems: left.join('\n') })
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
export const undoFile = defineAct({
  name: 'product-file.undo',
  words: 'ファイルで変えた商品を元に戻しました',
  subject: fileSubject,
  facts: {},
  who: 'owner',
  form: ({ at: { id } }: Opened<{ readonly id: string }>): Read<{ readonly id: string }> => ok({ id }),
  refusals: fileRefusals,
  answer: z.object({ undone: z.number(), left: z.number() }),
  run: async (trx, { ctx, actor, form: { id } }) => {
    await lockTable(trx, 'product')
    const file = await lockedFile(trx, id)
    if (file === undefined) return refused<FileFailure>('not-found')
    if (file.state !== 'taken' || file.appliedAt === null) return refused<FileFailure>('not-taken')
    if (ctx.now() - file.appliedAt > undoMs) return refused<FileFailure>('too-late')
    const rows = await rowsOfFile(trx, id)
    const answer = await undoRows(
      trx,
      ctx,
      actor,
      rows.filter(({ afterVersion, shelfMarkAfter }) => afterVersion !== null || shelfMarkAfter !== null),
    )
    const undone = { state: 'undone', undoneAt: ctx.now() } as const
    await trx.updateTable('productFile').set(undone).where('id', '=', id).execute()
    return ok({ answer, subject: subjectOf(fileSubject, file.name), after: `${answer.undone}点` })
  },
})
