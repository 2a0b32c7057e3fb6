import type { Selectable } from 'kysely'
import type { ProductTable } from '#db/schema.ts'
import { claimUploads } from '~/features/pictures/commands.server.ts'
import { sharedOwners } from '~/features/pictures/rules.ts'
import { factsOfRow, type ToldFacts } from '~/features/products/description.rules.ts'
import { eachFact } from '~/features/products/fabric-facts.rules.ts'
import { factNames } from '~/features/products/fields.rules.ts'
import type { ProductSource, ProductType } from '~/features/products/rules.ts'
import { writeOwnProducts } from '~/features/products/writing.commands.server.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import type { ProductToSave } from './form.server.ts'
import { descriptionOf, factsTyped } from './rules.ts'

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
