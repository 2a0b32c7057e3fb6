import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { uploadNameOf } from '~/features/pictures/rules.ts'
import { storeProduct } from '~/features/products/desk/commands.server.ts'
import { storedProduct } from '~/features/products/desk/queries.server.ts'
import { type ProductToSave, readProduct } from '~/features/products/desk/typed.queries.server.ts'
import { picturesOf } from '~/features/products/rules.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { nfkc } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { type Cells, changedCells, typedOfCells, typeNames } from './columns.rules.ts'
import { countRow, lockCounted } from './count-column.commands.server.ts'
import { snapshotOf, takeOut } from './snapshot.commands.server.ts'
import {
  cellsIn,
  changedSince,
  isWritten,
  lockedFile,
  lookedAtMs,
  rowsOfFile,
  type StoredRow,
} from './stored-files.queries.server.ts'
import { changedText, type FileFailure, fileRefusals, fileSubject, takenText } from './texts.ts'

type Row = NonNullable<Awaited<ReturnType<typeof storedProduct>>>

/** Keeps the addresses of pictures, which the cells express differently. */
const toSave = (after: Cells, before: Cells | null, row: Row | null): ProductToSave => {
  const type = after.type === typeNames.kit ? 'kit' : 'fabric'
  const read = readProduct(typedOfCells(after), type)
  if (!read.ok) throw new Error(`product ${after.number}: ${JSON.stringify(read.error)}`)
  if (before === null || row === null) return read.value
  return {
    ...read.value,
    ...(before.pictures === after.pictures ? { pictures: picturesOf(row) } : {}),
  }
}

const lastPosition = async (trx: AppTransaction, type: 'fabric' | 'kit'): Promise<number> => {
  const { last } = await trx
    .selectFrom('product')
    .where('type', '=', type)
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/** Writes the product of one row. True when its price waits for confirmation. */
const writeProduct = async (
  trx: AppTransaction,
  ctx: AppContext,
  { number, before, after, kind }: StoredRow,
  row: Row | null,
): Promise<Result<boolean, 'picture-gone'>> => {
  if (kind === 'left' && row !== null) {
    await takeOut(trx, ctx.now(), row)
    return ok(false)
  }
  const cells = cellsIn(after)
  if (cells === null) throw new Error(`product ${number}: a row without cells`)
  const product = toSave(cells, cellsIn(before), row)
  const position =
    cells.position === '' ? (await lastPosition(trx, product.type)) + 1 : Number(nfkc(cells.position))
  const had = row === null ? [] : picturesOf(row)
  const added = product.pictures.filter((url) => !had.includes(url) && uploadNameOf(url) !== undefined)
  const stored = await storeProduct(trx, ctx, { product, row, position, added })
  return stored.ok ? ok(stored.value.held) : stored
}

/** Writes the row's product and stores what undoes it; nothing where only its stock says something else. */
const writeRow = async (
  trx: AppTransaction,
  ctx: AppContext,
  fileRow: StoredRow,
): Promise<Result<boolean, 'picture-gone'>> => {
  const { fileId, ordinal, number } = fileRow
  const [cellsBefore, cellsAfter] = [cellsIn(fileRow.before), cellsIn(fileRow.after)]
  if (cellsBefore !== null && cellsAfter !== null && changedCells(cellsBefore, cellsAfter).length === 0)
    return ok(false)
  const row = (await storedProduct(trx, number)) ?? null
  const undo = row === null ? null : JSON.stringify(await snapshotOf(trx, row))
  const held = await writeProduct(trx, ctx, fileRow, row)
  if (!held.ok) return held
  const after = await storedProduct(trx, number)
  await trx
    .updateTable('productFileRow')
    .set({ undo, afterVersion: after?.updatedAt ?? null })
    .where('fileId', '=', fileId)
    .where('ordinal', '=', ordinal)
    .execute()
  return held
}

/** Batch size; about 5 ms on SQLite, 20 ms for the first ones of a process. */
const rowsPerTurn = 2

/** How many prices wait, and how many products were counted. */
interface Written {
  readonly held: number
  readonly counted: number
}

/** Within a transaction: writes the products of these rows, and counts them. */
const writeRows = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: DeskActor,
  rows: readonly StoredRow[],
): Promise<Result<Written, 'picture-gone'>> => {
  let [held, counted] = [0, 0]
  await lockCounted(trx, rows)
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerTurn === rowsPerTurn - 1) await nextTurn()
    const written = await writeRow(trx, ctx, row)
    if (!written.ok) return written
    held += written.value ? 1 : 0
    counted += (await countRow(trx, ctx, actor, row)) ? 1 : 0
  }
  return ok({ held, counted })
}

/**
 * Applies a previewed file atomically (N44). Refuses when a product changed since the comparison, naming it; `held` prices wait for
 * confirmation. Undone by `undoFile`.
 */
export const applyFile = defineAct({
  name: 'product-file.take',
  words: 'ファイルの内容を商品に反映しました',
  subject: fileSubject,
  facts: {},
  who: 'owner',
  form: ({ at: { id } }: Opened<{ readonly id: string }>): Read<{ readonly id: string }> => ok({ id }),
  refusals: fileRefusals,
  told: changedText,
  answer: z.object({ held: z.number() }),
  run: async (trx, { ctx, actor, form: { id } }) => {
    // Locks out forms, other files and feed imports.
    await lockTable(trx, 'product')
    const file = await lockedFile(trx, id)
    if (file === undefined) return refused<FileFailure>('not-found')
    if (file.state !== 'looked at') return refused<FileFailure>('taken')
    if (ctx.now() - file.sentAt > lookedAtMs) return refused<FileFailure>('old')
    const rows = await rowsOfFile(trx, id)
    if (rows.some(({ kind }) => kind === 'bad')) return refused<FileFailure>('bad')
    const changed = await changedSince(trx, id)
    if (changed.length > 0) return refused({ changed })
    const written = await writeRows(trx, ctx, actor, rows.filter(isWritten))
    if (!written.ok) return written
    const { held, counted } = written.value
    const taken = { state: 'taken', appliedAt: ctx.now(), content: null } as const
    await trx.updateTable('productFile').set(taken).where('id', '=', id).execute()
    const count = (kind: StoredRow['kind']) => rows.filter((row) => row.kind === kind).length
    const after = takenText({
      ...{ new: count('new'), changed: count('changed'), left: count('left') },
      ...{ held, counted },
    })
    return ok({ answer: { held }, subject: subjectOf(fileSubject, file.name), after })
  },
})
