import { setImmediate as nextTurn } from 'node:timers/promises'
import { laterFields } from '~/features/products/fields.rules.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import type { Result } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { countedFor, countTry } from '~/server/rate-limit.ts'
import { dataColumns, type FileProduct } from './columns.rules.ts'
import { type ComparedRow, leftOut } from './compare.server.ts'
import { mostTaken, type StoredFile, undoMs } from './stored-files.queries.server.ts'

const minute = 60_000
const day = 24 * 60 * minute

const perPerson = { name: 'product-file', spanMs: 10 * minute, most: 20 } as const
const ofShop = { name: 'product-files', spanMs: 10 * minute, most: 60 } as const

const idOf = (actor: DeskActor) => (actor.kind === 'desk' ? actor.id : 'machine')

/** Counts a comparison, which costs more than a page; false when there were too many in ten minutes. */
export const mayCompare = (ctx: AppContext, actor: DeskActor): Promise<boolean> =>
  countTry(ctx, ctx.now(), [countedFor(perPerson, idOf(actor)), countedFor(ofShop, '*')])

/** The preview's id, or why there is none, in sentences. */
export type Previewed = Result<
  { readonly id: string },
  { readonly status: number; readonly texts: readonly string[] }
>

/** The result of a comparison, and the products missing from the file. */
export interface FoundRows {
  readonly rows: readonly ComparedRow[]
  readonly left: readonly FileProduct[]
}

/** Bounds previewed files in number and age; they can be applied for 30 minutes. */
const mostLookedAt = 20
const keptMs = 60 * minute

/** Within a transaction: deletes previewed files except the newest of the last hour, and the oldest of the others. */
const forgetLeast = async (trx: AppTransaction, now: number): Promise<void> => {
  const rows = await trx
    .selectFrom('productFile')
    .select(['id', 'sentAt', 'state'])
    .orderBy('sentAt', 'desc')
    .orderBy('id')
    .execute()
  const seen = rows.filter(({ state }) => state === 'looked at')
  const going = [
    ...seen.filter(({ sentAt }, at) => at >= mostLookedAt - 1 || now - sentAt > keptMs),
    ...rows.filter(({ state }) => state !== 'looked at').slice(mostTaken),
  ]
  for (const { id } of going) await trx.deleteFrom('productFile').where('id', '=', id).execute()
}

/** Without later columns that say nothing, which the former release would not read (D51). */
const cellsText = (cells: ComparedRow['after']): string | null => {
  if (cells === null) return null
  const said = dataColumns.filter((column) => cells[column] !== '' || !laterFields.includes(column))
  return JSON.stringify(Object.fromEntries(said.map((column) => [column, cells[column]])))
}

/** About 50 kB. */
const rowsPerInsert = 25

const shownOrder = ['bad', 'kept', 'changed', 'new', 'left', 'same'] as const

/** Within a transaction: stores a file with the result of its comparison. */
const keepFile = async (
  trx: AppTransaction,
  file: Pick<StoredFile, 'id' | 'name' | 'sentBy' | 'sentAt' | 'content'>,
  { rows, left, replaces }: FoundRows & { readonly replaces: boolean },
): Promise<void> => {
  const sameCount = rows.filter(({ kind }) => kind === 'same').length
  await trx
    .insertInto('productFile')
    .values({
      ...file,
      state: 'looked at',
      sameCount,
      leftCount: left.length,
      appliedAt: null,
      undoneAt: null,
    })
    .execute()
  const found = [...rows, ...(replaces ? left.map(leftOut) : [])]
  const shown = shownOrder.flatMap((kind) => found.filter((row) => row.kind === kind))
  for (const [part, some] of inChunks(shown, rowsPerInsert).entries()) {
    const values = some.map((row, at) => valuesOf(row, file.id, part * rowsPerInsert + at))
    await trx.insertInto('productFileRow').values(values).execute()
    await nextTurn()
  }
}

/** Stores what was compared for the owner's preview; `content` is what it can be compared with again. */
export const keepPreview = async (
  ctx: AppContext,
  actor: DeskActor,
  {
    name,
    content,
    found,
    replaces,
  }: Pick<StoredFile, 'name' | 'content'> & { readonly found: FoundRows; readonly replaces: boolean },
): Promise<{ readonly id: string }> => {
  const now = ctx.now()
  const id = ctx.newId()
  const sentBy = actor.kind === 'desk' ? actor.name : ''
  await inTransaction(ctx, async (trx) => {
    await forgetLeast(trx, now)
    await keepFile(trx, { id, name, sentBy, sentAt: now, content }, { ...found, replaces })
  })
  return { id }
}

const valuesOf = (
  { row, problems, waits, count, ...found }: ComparedRow,
  fileId: string,
  ordinal: number,
) => ({
  ...found,
  fileId,
  ordinal,
  rowNumber: row,
  problems: problems.join('\n'),
  waits: waits ? 1 : 0,
  before: cellsText(found.before),
  after: cellsText(found.after),
  afterVersion: null,
  undo: null,
  countBefore: count?.before ?? null,
  countAfter: count?.after ?? null,
  shelfMark: count?.mark ?? null,
  countProblem: count?.problem ?? '',
})

/** Deletes files that can no longer be undone or applied. */
export const forgetOldFiles = async (ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> => {
  const files = ctx.db.deleteFrom('productFile')
  await files.where('sentAt', '<', ctx.now() - undoMs - day).execute()
  await files
    .where('state', '=', 'looked at')
    .where('sentAt', '<', ctx.now() - day)
    .execute()
}

/** When a demo ends, deletes its products' files. */
export const forgetProductFiles = async (ctx: Pick<AppContext, 'db'>): Promise<void> => {
  await ctx.db.deleteFrom('productFile').execute()
}
