import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { type Cells, dataColumns } from './columns.rules.ts'

export type StoredFile = Selectable<Schema['productFile']>
export type StoredRow = Selectable<Schema['productFileRow']>

const minute = 60_000
/** So long a file that was looked at can be taken. */
export const lookedAtMs = 30 * minute
/** So long one that was taken can be undone. */
export const undoMs = 30 * 24 * 60 * minute

const storedCells = z.record(z.enum(dataColumns), z.string())

/** So many that were taken are kept, of those the newest. */
export const mostTaken = 100

/** The cells of a stored row; null where it has none. */
export const cellsIn = (text: string | null): Cells | null =>
  text === null ? null : storedCells.parse(JSON.parse(text))

/** A file, which nobody else takes or undoes until this transaction ends. */
export const lockedFile = (trx: Transaction<Schema>, id: string): Promise<StoredFile | undefined> =>
  trx.selectFrom('productFile').selectAll().where('id', '=', id).$call(forUpdate(trx)).executeTakeFirst()

/** Read in some 5 ms. */
const rowsPerTurn = 100

/** Its rows in their order. Lets others take turns. */
export const rowsOfFile = async (db: Kysely<Schema>, id: string): Promise<StoredRow[]> => {
  const rows: StoredRow[] = []
  const ofFile = db.selectFrom('productFileRow').selectAll().where('fileId', '=', id).orderBy('ordinal')
  for (;;) {
    const some = await ofFile
      .where('ordinal', '>', rows.at(-1)?.ordinal ?? -1)
      .limit(rowsPerTurn)
      .execute()
    rows.push(...some)
    if (some.length < rowsPerTurn) return rows
    await nextTurn()
  }
}

/** Those that write a product. */
export const isWritten = ({ kind }: Pick<StoredRow, 'kind'>): boolean =>
  kind === 'new' || kind === 'changed' || kind === 'left'

/** Numbers of products that are not what they were when the file was compared with them, in the file's order. */
export const changedSince = async (db: Kysely<Schema>, id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('productFileRow')
    .leftJoin('product', 'product.number', 'productFileRow.number')
    .where('fileId', '=', id)
    .where('kind', '!=', 'bad')
    .select(['productFileRow.number', 'version', 'product.updatedAt'])
    .orderBy('ordinal')
    .execute()
  return rows.filter(({ version, updatedAt }) => version !== updatedAt).map(({ number }) => number)
}

/** Numbers of products that were changed by hand since the file was taken, or are gone: an undo leaves them as they are. */
export const changedByHand = async (db: Kysely<Schema>, id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('productFileRow')
    .leftJoin('product', 'product.number', 'productFileRow.number')
    .where('fileId', '=', id)
    .where('afterVersion', 'is not', null)
    .select(['productFileRow.number', 'afterVersion', 'product.updatedAt'])
    .orderBy('ordinal')
    .execute()
  return rows.filter(({ afterVersion, updatedAt }) => afterVersion !== updatedAt).map(({ number }) => number)
}
