import type { Selectable } from 'kysely'
import type { ProductTable } from '#db/schema.ts'
import { claimUploads, releaseUploads } from '~/features/pictures/commands.server.ts'
import { sharedOwners } from '~/features/pictures/rules.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { guardPrice, rememberedPrice } from '~/features/products/feed/held-prices.commands.server.ts'
import { putOwnKit } from '~/features/products/kit.commands.server.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import type { ProductToSave } from './form.server.ts'
import { draftState, picturesOf } from './rules.ts'

export { type ProductToSave, readProduct } from './form.server.ts'

type Row = Selectable<ProductTable>

export const storedProduct = (trx: AppTransaction, number: string) =>
  trx.selectFrom('product').selectAll().where('number', '=', number).executeTakeFirst()

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
  const { number, type, price } = product
  const isNew = row === null || row.status === draftState
  const former = isNew ? null : (row.price ?? (await rememberedPrice(trx, number)))
  const priceText = await guardPrice(trx, { number, type, former, price, priceText: String(price) })
  // So that two saves in the same ms are two versions.
  const now = Math.max(ctx.now(), (row?.updatedAt ?? 0) + 1)
  // So that products of the demo are removed with it.
  const source = row?.source === 'demo' ? 'demo' : 'own'
  const placed = { source, status: product.status, position, practice: ctx.demo ? 1 : 0 } as const
  await write(trx, now, product, placed, priceText)
  const before = row === null ? [] : picturesOf(row)
  const gone = before.filter((url) => !product.pictures.includes(url))
  if (gone.length > 0) await releaseUploads(trx, gone)
  return ok({ held: priceText !== String(price) })
}

interface Placed {
  readonly source: 'demo' | 'own'
  readonly status: string
  readonly position: number
  readonly practice: number
}

const write = async (
  trx: AppTransaction,
  now: number,
  { number, type, name, reading, description, pictures, kit }: ProductToSave,
  placed: Placed,
  priceText: string,
) => {
  const [imageUrl = '', ...more] = pictures
  const shared = { name, reading, imageUrl, moreImages: more.join('\n') }
  if (kit !== null) {
    const stored = await trx
      .selectFrom('kit')
      .select('createdAt')
      .where('number', '=', number)
      .executeTakeFirst()
    const created = { comment: description, price: priceText, createdAt: stored?.createdAt ?? null }
    return putOwnKit(trx, now, { id: number, ...shared, ...kit, ...created }, placed)
  }
  const put = await putProducts(trx, now, [{ number, type, ...shared, description, priceText, ...placed }])
  if (!put.ok) throw new Error(`product ${number}: ${put.error.reason}`)
}
