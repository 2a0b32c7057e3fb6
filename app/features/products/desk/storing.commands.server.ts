import type { Selectable } from 'kysely'
import type { ProductTable } from '#db/schema.ts'
import { claimUploads, releaseUploads } from '~/features/pictures/commands.server.ts'
import { sharedOwners } from '~/features/pictures/rules.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { descriptionOf, factsOfRow } from '~/features/products/description.rules.ts'
import { guardPrice, rememberedPrice } from '~/features/products/feed/held-prices.commands.server.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import type { ProductToSave } from './form.server.ts'
import { areAlike, draftState, factsTyped, picturesOf } from './rules.ts'

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
  const { number, type, name, reading, pictures, status, price, kit } = product
  const isNew = row === null || row.status === draftState
  const former = isNew ? null : (row.price ?? (await rememberedPrice(trx, number)))
  const priceText = await guardPrice(trx, { number, type, former, price, priceText: String(price) })
  // So that two saves in the same ms are two versions.
  const now = Math.max(ctx.now(), (row?.updatedAt ?? 0) + 1)
  // So that products of the demo are removed with it.
  const source = row?.source === 'demo' ? 'demo' : 'own'
  const [imageUrl = '', ...more] = pictures
  const put = await putProducts(trx, now, [
    {
      ...{ number, type, name, reading, ...toldBy(product, row), priceText },
      ...{ imageUrl, moreImages: more.join('\n'), status, source, position, practice: ctx.demo ? 1 : 0 },
      ...(kit !== null && { kit: { ...kit, createdAt: null } }),
    },
  ])
  if (!put.ok) throw new Error(`product ${number}: ${put.error.reason}`)
  const before = row === null ? [] : picturesOf(row)
  const gone = before.filter((url) => !pictures.includes(url))
  if (gone.length > 0) await releaseUploads(trx, gone)
  return ok({ held: priceText !== String(price) })
}

/** Facts that nobody touched stay as they were written, and with them the description. */
const toldBy = ({ type, told }: ProductToSave, row: Row | null) => {
  const before = row === null ? null : factsOfRow(row)
  if (row !== null && before !== null && areAlike(factsTyped(before), told))
    return { ...before, description: row.description }
  return { ...told, description: type === 'kit' ? told.text : descriptionOf(told) }
}
