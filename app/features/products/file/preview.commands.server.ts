import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { productNumber, publishedStatus } from '~/features/products/rules.ts'
import { markedShelves, uncountedShelf } from '~/features/stock/shelf-marks.queries.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { parsedJson } from '~/kernel/json.ts'
import { frameRefusals } from '~/kernel/refusal.ts'
import { ok, refused } from '~/kernel/result.ts'
import { oneLine } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { cellsOf } from './columns.rules.ts'
import { type ComparedRow, compareRow } from './compare.server.ts'
import { withCount } from './count-column.server.ts'
import { readFile, type SentRow } from './file-text.server.ts'
import { type Known, knownFor } from './known.server.ts'
import { listedChangeIn } from './listed-change.server.ts'
import { previewListed } from './listed-changes.commands.server.ts'
import { type FoundRows, keepPreview, mayCompare, type Previewed } from './stored-files.commands.server.ts'
import { fileRefusals, rowTexts } from './texts.ts'
import { mostBytes } from './view.rules.ts'

const packed = promisify(gzip)
const unpacked = promisify(gunzip)

interface SentFile {
  readonly bytes: Uint8Array
  /** File name on the owner's device. */
  readonly name: string
  /** Removes products on sale that are missing from the file. */
  readonly replaces: boolean
}

const keptFile = async ({ bytes, replaces }: Omit<SentFile, 'name'>): Promise<string> =>
  JSON.stringify({ replaces, packed: (await packed(bytes)).toString('base64') })

const kept = z.object({ replaces: z.boolean(), packed: z.string() })

const rowsPerTurn = 10

/** The shelves of products for which a row says something of the stock. */
const shelvesFor = async (db: AppContext['db'], rows: readonly SentRow[]) =>
  markedShelves(
    db,
    rows.flatMap(({ cells: { number = '', stock = '' } }) =>
      stock.trim() === '' ? [] : (productNumber(number.slice(0, 200)) ?? []),
    ),
  )

/** Compares each row with its product, yielding to other work. */
const compared = async (
  { db, settings: { joined } }: Pick<AppContext, 'db' | 'settings'>,
  rows: readonly SentRow[],
  known: Known,
): Promise<FoundRows> => {
  const shelves = await shelvesFor(db, rows)

  const counted = (result: ComparedRow, row: SentRow): ComparedRow => {
    const product = known.products.get(result.number)
    const cells = result.after ?? (product === undefined ? null : cellsOf(product))
    return withCount(result, row, { cells, shelf: shelves.get(result.number) ?? uncountedShelf, joined })
  }
  const found: ComparedRow[] = []
  const rowOf = new Map<string, number>()
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerTurn === rowsPerTurn - 1) await nextTurn()
    const result = counted(compareRow(row, known), row)
    // New numbers are compared ignoring case (N42).
    const number = known.products.has(result.number) ? result.number : result.number.toLowerCase()
    const first = rowOf.get(number)
    if (first === undefined) rowOf.set(number, row.row)
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

export const refusedWith = ({ status, text }: { readonly status: number; readonly text: string }) =>
  refused({ status, texts: [text] })

/**
 * Compares a file with the products and stores the result for the owner's preview; writes no product (N44). Refuses unreadable files
 * with sentences.
 */
export const previewFile = async (
  ctx: AppContext,
  actor: DeskActor,
  { bytes, name, replaces }: SentFile,
): Promise<Previewed> => {
  if (!isShopOwner(actor)) return refusedWith(frameRefusals['not-found'])
  if (!(await mayCompare(ctx, actor))) return refusedWith(fileRefusals['too-often'])
  const read = await readFile(bytes)
  if (!read.ok) return refused({ status: 422, texts: read.error })
  const content = await keptFile({ bytes, replaces })
  const found = await compared(ctx, read.value, await knownFor(ctx.db, read.value))
  return ok(
    await keepPreview(ctx, actor, {
      name: oneLine(name).slice(0, 100).toWellFormed(),
      content,
      found,
      replaces,
    }),
  )
}

/**
 * Compares a previewed file again with the present products (N54); the result is a new file. Refuses like `previewFile`, and when
 * the file was applied or deleted.
 */
export const compareAgain = async (
  ctx: AppContext,
  actor: DeskActor,
  { id }: { readonly id: string },
): Promise<Previewed> => {
  if (!isShopOwner(actor)) return refusedWith(frameRefusals['not-found'])
  const file = await ctx.db
    .selectFrom('productFile')
    .select(['name', 'content'])
    .where('id', '=', id)
    .where('state', '=', 'looked at')
    .executeTakeFirst()
  const content = parsedJson(file?.content ?? '')
  const listed = listedChangeIn(content)
  if (listed !== null) return previewListed(ctx, actor, listed)
  const { data } = kept.safeParse(content)
  if (file === undefined || data === undefined) return refusedWith(fileRefusals.forgotten)
  const bytes = await unpacked(Buffer.from(data.packed, 'base64'), { maxOutputLength: mostBytes })
  return previewFile(ctx, actor, { bytes, name: file.name, replaces: data.replaces })
}
