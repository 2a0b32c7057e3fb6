import { setImmediate as nextTurn } from 'node:timers/promises'
import { publishedStatus } from '~/features/products/rules.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { oneLine } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { countedFor, countTry } from '~/server/rate-limit.ts'
import type { FileProduct } from './columns.rules.ts'
import { type ComparedRow, compareRow, leftOut } from './compare.server.ts'
import { type FileRow, readFile } from './file-text.server.ts'
import { type Known, knownFor } from './known.server.ts'
import { mostTaken } from './stored-files.queries.server.ts'
import { fileRefusals, rowTexts } from './texts.ts'
import { priceWaits } from './view.rules.ts'

const minute = 60_000
const perPerson = { name: 'product-file', spanMs: 10 * minute, most: 20 } as const
const ofShop = { name: 'product-files', spanMs: 10 * minute, most: 60 } as const

interface SentFile {
  readonly bytes: Uint8Array
  /** As her device calls it. */
  readonly name: string
  /** What is sold and not in it is taken out of the shop. */
  readonly replaces: boolean
}

interface ReadRows {
  readonly rows: readonly ComparedRow[]
  readonly left: readonly FileProduct[]
}

const rowsPerTurn = 25

/** Each row of the file beside its product; lets others take turns. */
const compared = async (rows: readonly FileRow[], known: Known): Promise<ReadRows> => {
  const found: ComparedRow[] = []
  const rowOf = new Map<string, number>()
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerTurn === rowsPerTurn - 1) await nextTurn()
    const result = compareRow(row, known)
    const first = rowOf.get(result.number)
    if (first === undefined) rowOf.set(result.number, row.row)
    found.push(
      first === undefined || result.number === ''
        ? result
        : { ...result, kind: 'bad', after: null, problems: [rowTexts.twice(first)] },
    )
  }
  const left = [...known.products.values()].filter(
    ({ number, source, status }) => source !== 'feed' && status === publishedStatus && !rowOf.has(number),
  )
  return { rows: found, left }
}

/** More files that were only looked at are not kept; nor longer, for they can be taken for 30 minutes. */
const mostLookedAt = 20
const keptMs = 60 * minute

/** A step of a transaction: files that were only looked at go, but the newest within the hour, and of the others the oldest. */
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

const cellsText = (cells: ComparedRow['after']) => (cells === null ? null : JSON.stringify(cells))

/** Some 100 kB. */
const rowsPerInsert = 50

const shownOrder = ['bad', 'changed', 'new', 'left', 'same'] as const

const keep = async (
  trx: AppTransaction,
  file: { readonly id: string; readonly name: string; readonly sentBy: string; readonly sentAt: number },
  { rows, left, replaces }: ReadRows & { readonly replaces: boolean },
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

const valuesOf = ({ row, problems, ...found }: ComparedRow, fileId: string, ordinal: number) => ({
  ...found,
  fileId,
  ordinal,
  rowNumber: row,
  problems: problems.join('\n'),
  waits: priceWaits(found.before, found.after) ? 1 : 0,
  before: cellsText(found.before),
  after: cellsText(found.after),
  afterVersion: null,
  undo: null,
})

/**
 * Compares a file with the products and keeps what it found, for the owner to look at; no product is written (N44). Refused with
 * sentences for a file that is no table of products.
 */
export const previewFile = async (
  ctx: AppContext,
  actor: DeskActor,
  { bytes, name, replaces }: SentFile,
): Promise<
  Result<{ readonly id: string }, { readonly status: number; readonly texts: readonly string[] }>
> => {
  const told = ({ status, text }: { readonly status: number; readonly text: string }) =>
    refused({ status, texts: [text] })
  if (!isShopOwner(actor)) return told(fileRefusals['not-found'])
  const now = ctx.now()
  const [who, sentBy] = actor.kind === 'desk' ? [actor.id, actor.name] : ['machine', '']
  if (!(await countTry(ctx, now, [countedFor(perPerson, who), countedFor(ofShop, '*')])))
    return told(fileRefusals['too-often'])
  const read = await readFile(bytes)
  if (!read.ok) return refused({ status: 422, texts: read.error })
  const found = await compared(read.value, await knownFor(ctx.db, read.value))
  const id = ctx.newId()
  await inTransaction(ctx, async (trx) => {
    await forgetLeast(trx, now)
    await keep(
      trx,
      { id, name: oneLine(name).slice(0, 100).toWellFormed(), sentBy, sentAt: now },
      { ...found, replaces },
    )
  })
  return ok({ id })
}
