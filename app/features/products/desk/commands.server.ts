import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { ProductTable } from '#db/schema.ts'
import { claimUploads } from '~/features/pictures/commands.server.ts'
import { sharedOwners } from '~/features/pictures/rules.ts'
import { factsOfRow, type ToldFacts } from '~/features/products/description.rules.ts'
import { eachFact } from '~/features/products/fabric-facts.rules.ts'
import { productFacts, productSubject } from '~/features/products/facts.rules.ts'
import { factNames } from '~/features/products/fields.rules.ts'
import { hasBlank } from '~/features/products/numbers.rules.ts'
import { writeOwnProducts } from '~/features/products/own-products.commands.server.ts'
import { type ProductSource, type ProductType, picturesOf } from '~/features/products/rules.ts'
import { countNew } from '~/features/stock/counting.commands.server.ts'
import { type MeasuredPiece, widthCmIn } from '~/features/stock/measures.rules.ts'
import { readShelf } from '~/features/stock/shelf.rules.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { defineAct, type FieldErrors, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { chosenFabrics, deskProduct, isTaken, storedProduct, wasOrdered } from './queries.server.ts'
import { descriptionOf, factsTyped } from './rules.ts'
import { type ProductDeskFailure, productDeskRefusals } from './texts.ts'
import { type ProductToSave, readProduct } from './typed.queries.server.ts'
import { presentProduct, type TypedProduct, typedProduct } from './typed.rules.ts'

type Row = Selectable<ProductTable>

interface ToStore {
  readonly product: ProductToSave
  /** The locked row; null for a new product. */
  readonly row: Row | null
  readonly position: number
  /** Uploaded photographs that are taken into use here. */
  readonly added: readonly string[]
}

/**
 * Within a transaction that has locked the products: inserts or replaces one of the shop's own and raises its version. `held` when
 * its price waits for confirmation (P35).
 */
export const storeProduct = async (
  trx: AppTransaction,
  ctx: Pick<AppContext, 'now' | 'demo'>,
  { product, row, position, added }: ToStore,
): Promise<Result<{ readonly held: boolean }, 'picture-gone'>> => {
  const owner = { now: ctx.now(), owner: sharedOwners.shop }
  if (added.length > 0 && (await claimUploads(trx, owner, added)).length > 0) return refused('picture-gone')
  const { number, type, name, reading, pictures, status, price, kit } = product
  // So that products of the demo are removed with it.
  const source: ProductSource = row?.source === 'demo' ? 'demo' : 'own'
  const [imageUrl = '', ...more] = pictures
  const stored = {
    ...{ number, type, name, reading, ...toldBy(product, row), priceText: String(price) },
    ...{ imageUrl, moreImages: more.join('\n'), status, source, position, practice: ctx.demo ? 1 : 0 },
    ...(kit !== null && { kit: { ...kit, createdAt: null } }),
  }
  const held = await writeOwnProducts(trx, ctx.now(), [{ product: stored, row }])
  return ok({ held: held.has(number) })
}

/** Each fact that nobody touched stays as it was written; where none was, the description does. */
const toldBy = ({ type, told }: ProductToSave, row: Row | null) => {
  if (row === null) return { ...told, description: descriptionBy(type, told) }
  const before = factsOfRow(row)
  const shown = factsTyped(before)
  const stored = {
    ...eachFact((name) => (told[name] === shown[name] ? before[name] : told[name])),
    text: told.text === shown.text ? before.text : told.text,
  }
  const isTouched = stored.text !== before.text || factNames.some((name) => stored[name] !== before[name])
  return { ...stored, description: isTouched ? descriptionBy(type, stored) : row.description }
}

const descriptionBy = (type: ProductType, told: ToldFacts) =>
  type === 'kit' ? told.text : descriptionOf(told)

interface SaveForm {
  /** The version that the form showed; null for a new product. */
  readonly version: number | null
  readonly product: ProductToSave
  /** Initial stock of a new product; absent when not counted (N55). */
  readonly pieces?: readonly MeasuredPiece[]
}

/** What the page's address names; nothing where the form makes a new product. */
interface ProductPage {
  readonly number?: string
  readonly type?: ProductType
}

/** The typed initial stock of a new product; nothing for an empty field. */
const readStock = (
  { settings }: Pick<AppContext, 'settings'>,
  typed: string,
  type: ProductType,
  width: string,
): Result<{ readonly pieces?: readonly MeasuredPiece[] }, FieldErrors> => {
  if (typed.trim() === '') return ok({})
  const measures = { isKit: type === 'kit', widthCm: widthCmIn(width) }
  const read = readShelf(typed, measures, settings.joined)
  return read.ok ? ok({ pieces: read.value }) : refused({ stock: read.error })
}

const fabricsTyped = (
  db: AppContext['db'],
  form: FormData,
  { fabricNumbers }: TypedProduct,
  type: ProductType,
  number: string | undefined,
) => {
  if (type === 'fabric') return ok('')
  return chosenFabrics(db, { fabricNumbers, search: fieldOf(form, 'fabricNumbersSearch'), number })
}

/** The row to change, null for a new number; refuses one that this form may not change. */
const rowToChange = async (
  trx: AppTransaction,
  { version, product }: SaveForm,
): Promise<Result<Row | null, ProductDeskFailure>> => {
  if (version === null) {
    if (hasBlank(product.number)) return refused('blank')
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
  const held = await trx
    .selectFrom('heldPrice')
    .select('price')
    .where('number', '=', number)
    .where('keptAt', 'is', null)
    .executeTakeFirst()
  const { text: description, ...facts } = factsOfRow(row)
  return {
    ...{ name, reading, ...facts, description, priceText, waitingPrice: held?.price ?? null, status },
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
export const saveProduct = defineAct({
  name: 'product.save',
  words: '商品の内容を保存しました',
  subject: productSubject,
  facts: productFacts,
  who: 'owner',
  form: async ({ form, at, ctx }: Opened<ProductPage>): Promise<Read<SaveForm>> => {
    const type = at.type ?? (fieldOf(form, 'type') === 'kit' ? 'kit' : 'fabric')
    const sent = typedProduct(form)
    const typed = at.number === undefined ? sent : { ...sent, number: at.number }
    const fabrics = await fabricsTyped(ctx.db, form, typed, type, at.number)
    const read = readProduct(fabrics.ok ? { ...typed, fabricNumbers: fabrics.value } : typed, type)
    const counted = readStock(ctx, typed.stock, type, read.ok ? read.value.told.width : '')
    if (!read.ok || !counted.ok || !fabrics.ok)
      return refused({
        ...(read.ok ? {} : read.error),
        ...(counted.ok ? {} : counted.error),
        ...(fabrics.ok ? {} : { fabricNumbers: fabrics.error }),
      })
    const version = at.number === undefined ? null : versionOf(form)
    return ok({ version, product: read.value, ...counted.value })
  },
  refusals: productDeskRefusals,
  answer: z.object({ held: z.boolean() }),
  present: async ({ at, ctx }) => {
    const stored = at.number === undefined ? undefined : await deskProduct(ctx.db, at.number)
    return stored && presentProduct(stored)
  },
  run: async (trx, { ctx, actor, form }) => {
    const { product, pieces } = form
    const { number, type } = product
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
      subject: subjectOf(productSubject, number),
      ...(former === null ? {} : { before: { ...former, pictures: pictures.before } }),
      ...(after === undefined
        ? {}
        : { after: { ...(await auditedFields(trx, after)), ...moved, pictures: pictures.after } }),
    })
  },
})
