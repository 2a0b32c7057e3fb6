import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { ProductTable } from '#db/schema.ts'
import { factsOfRow } from '~/features/products/description.rules.ts'
import { picturesOf } from '~/features/products/rules.ts'
import { countNew } from '~/features/stock/counting.commands.server.ts'
import type { MeasuredPiece } from '~/features/stock/measures.rules.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce } from '~/server/audit.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import type { ProductToSave } from './form.server.ts'
import { isTaken, wasOrdered } from './queries.server.ts'
import { storedProduct, storeProduct } from './storing.commands.server.ts'
import type { ProductDeskFailure } from './texts.ts'

interface ProductForm {
  readonly requestId: string
  /** The version that the form showed; null for a new product. */
  readonly version: number | null
  readonly product: ProductToSave
  /** Initial stock of a new product; absent when not counted (N55). */
  readonly pieces?: readonly MeasuredPiece[]
}

type Row = Selectable<ProductTable>

/** The row to change, null for a new number; refuses one that this form may not change. */
const rowToChange = async (
  trx: AppTransaction,
  { version, product }: ProductForm,
): Promise<Result<Row | null, ProductDeskFailure>> => {
  if (version === null) {
    if (await isTaken(trx, product.number)) return refused('taken')
    return (await wasOrdered(trx, product.number)) ? refused('ordered') : ok(null)
  }
  const row = await storedProduct(trx, product.number)
  if (row === undefined || row.type !== product.type) return refused('not-found')
  if (row.source === 'feed') return refused('not-own')
  return row.updatedAt === version ? ok(row) : refused('stale')
}

/** Position before or behind all others; the feed numbers its own from 0. */
const positionOf = async (trx: AppTransaction, { place, type }: ProductToSave, row: Row | null) => {
  if (row !== null && place === 'kept') return row.position
  const { first, last } = await trx
    .selectFrom('product')
    .where('type', '=', type)
    .select(({ fn }) => [fn.min('position').as('first'), fn.max('position').as('last')])
    .executeTakeFirstOrThrow()
  return place === 'last' ? Number(last ?? 0) + 1 : Number(first ?? 0) - 1
}

/** For the log (N1). */
const auditedFields = async (trx: AppTransaction, row: Row) => {
  const { number, name, reading, priceText, status } = row
  const kit = trx.selectFrom('kit').select(['level', 'fabricSize', 'fabricNumbers'])
  const { text: description, ...facts } = factsOfRow(row)
  return {
    ...{ name, reading, ...facts, description, priceText, status },
    ...(await kit.where('number', '=', number).executeTakeFirst()),
  }
}

/** How many photographs; as many others are told. */
const auditedPictures = (before: readonly string[], after: readonly string[]) => ({
  before: before.length,
  after:
    before.length === after.length && before.join() !== after.join()
      ? `${after.length}（入れ替え）`
      : after.length,
})

/**
 * Creates or updates one of the shop's own products atomically. `held` when its price waits for confirmation (P35). Undone by saving
 * the former values.
 */
export const saveProduct = async (
  ctx: AppContext,
  actor: DeskActor,
  form: ProductForm,
): Promise<Result<{ readonly held: boolean }, ProductDeskFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const { requestId, version, product, pieces } = form
  const { number, type } = product
  const sent = { requestId, content: [version, product, pieces] }
  return actOnce(ctx, actor, 'product.save', sent, saved.parse, async (trx) => {
    // Serializes two new products of one number, and the feed's import.
    await lockTable(trx, 'product')
    const found = await rowToChange(trx, form)
    if (!found.ok) return found
    const row = found.value
    const before = row === null ? [] : picturesOf(row)
    // Photographs new to the product must be the member's own uploads.
    const added = product.pictures.filter((url) => !before.includes(url))
    const position = await positionOf(trx, product, row)
    const former = row === null ? null : await auditedFields(trx, row)
    const stored = await storeProduct(trx, ctx, { product, row, position, added })
    if (!stored.ok) return stored
    const mode = type === 'kit' ? 'count' : 'pieces'
    if (row === null && pieces !== undefined) await countNew(trx, ctx, actor, { number, mode, pieces })
    const after = await storedProduct(trx, number)
    const pictures = auditedPictures(before, product.pictures)
    const moved = row === null || position === row.position ? {} : { place: product.place }
    return ok({
      answer: stored.value,
      subject: `product:${number}`,
      ...(former === null ? {} : { before: { ...former, pictures: pictures.before } }),
      ...(after === undefined
        ? {}
        : { after: { ...(await auditedFields(trx, after)), ...moved, pictures: pictures.after } }),
    })
  })
}

const saved = z.object({ held: z.boolean() })
