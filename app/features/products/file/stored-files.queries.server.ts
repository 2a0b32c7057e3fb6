import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { laterFields } from '~/features/products/fields.rules.ts'
import { markedShelves, uncountedShelf } from '~/features/stock/shelf-marks.queries.server.ts'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { keptLeftOut } from '~/server/kept-left-out.ts'
import { type Cells, dataColumns } from './columns.rules.ts'
import { applyMinutes, undoDays } from './texts.ts'

export type StoredFile = Selectable<Schema['productFile']>
export type StoredRow = Selectable<Schema['productFileRow']>

const minute = 60_000
/** How long a previewed file can be applied. */
export const lookedAtMs = applyMinutes * minute
/** How long an applied file can be undone. */
export const undoMs = undoDays * 24 * 60 * minute

const noLater = Object.fromEntries(laterFields.map((name) => [name, '']))

/** One compared by the former release lacks later columns, which then say nothing (D51). */
const storedCells = z.preprocess(
  (cells) => ({ ...noLater, ...fieldsOf(cells) }),
  z.record(z.enum(dataColumns), z.string()),
)

const withLeft = z.object({ left: keptLeftOut })

/** What a preview of marked products left out (N90); nothing for a file that was sent. */
export const leftIn = (content: string | null): LeftOut[] =>
  content?.startsWith('{"left"') === true ? (withLeft.safeParse(parsedJson(content)).data?.left ?? []) : []

/** How many applied files are kept. */
export const mostTaken = 100

/** The cells of a stored row; null where it has none. */
export const cellsIn = (text: string | null): Cells | null =>
  text === null ? null : storedCells.parse(JSON.parse(text))

/** Locks a file until the transaction ends. */
export const lockedFile = (trx: Transaction<Schema>, id: string): Promise<StoredFile | undefined> =>
  trx.selectFrom('productFile').selectAll().where('id', '=', id).$call(forUpdate(trx)).executeTakeFirst()

/** Batch size; reads in about 5 ms. */
const rowsPerTurn = 100

/** The file's rows in order, yielding to other work. */
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

/** Rows that write a product. */
export const isWritten = ({ kind }: Pick<StoredRow, 'kind'>): boolean =>
  kind === 'new' || kind === 'changed' || kind === 'left'

/** Products changed since the file was compared, in the file's order. */
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

/** Products changed by hand or deleted since the file was applied: an undo does not touch them. */
export const changedByHand = async (db: Kysely<Schema>, id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('productFileRow')
    .leftJoin('product', 'product.number', 'productFileRow.number')
    .where('fileId', '=', id)
    .where('afterVersion', 'is not', null)
    .select(['productFileRow.number', 'afterVersion', 'product.updatedAt'])
    .orderBy('ordinal')
    .execute()
  const changed = rows.filter(({ afterVersion, updatedAt }) => afterVersion !== updatedAt)
  const sold = await soldSince(db, id)
  return [...new Set([...changed.map(({ number }) => number), ...sold])]
}

/** Products whose shelf is no longer what the file counted. */
const soldSince = async (db: Kysely<Schema>, id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('productFileRow')
    .select(['number', 'shelfMarkAfter'])
    .where('fileId', '=', id)
    .where('shelfMarkAfter', 'is not', null)
    .orderBy('ordinal')
    .execute()
  const shelves = await markedShelves(
    db,
    rows.map(({ number }) => number),
  )
  return rows.flatMap(({ number, shelfMarkAfter }) =>
    (shelves.get(number) ?? uncountedShelf).mark === shelfMarkAfter ? [] : number,
  )
}
