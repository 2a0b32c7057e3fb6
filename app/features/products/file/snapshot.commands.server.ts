import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { ProductTable } from '#db/schema.ts'
import { claimUploads, releaseUploads } from '~/features/pictures/commands.server.ts'
import { sharedOwners, uploadNameOf } from '~/features/pictures/rules.ts'
import type { ToldColumn } from '~/features/products/columns.queries.server.ts'
import { putProducts, removeProducts, unpublishProducts } from '~/features/products/commands.server.ts'
import { factsOfRow } from '~/features/products/description.rules.ts'
import { eachFact, noFacts } from '~/features/products/fabric-facts.rules.ts'
import { holdPriceAgain } from '~/features/products/own-products.commands.server.ts'
import { kitLevels, picturesOf } from '~/features/products/rules.ts'
import { fieldsOf } from '~/kernel/json.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { orderedAmong } from './queries.server.ts'

type Row = Selectable<ProductTable>

/** Those of before the facts had columns have none, and are read from their description. */
const stored = {
  number: z.string(),
  type: z.enum(['fabric', 'kit']),
  name: z.string(),
  reading: z.string(),
  description: z.string(),
  ...eachFact(() => z.string()),
  text: z.string(),
  priceText: z.string(),
  imageUrl: z.string(),
  moreImages: z.string(),
  status: z.string(),
  source: z.enum(['own', 'demo']),
  position: z.number(),
  updatedAt: z.number(),
  factsOf: z.string().nullable(),
} satisfies Readonly<Record<ToldColumn | 'number' | 'type' | 'source' | 'updatedAt' | 'factsOf', z.ZodType>>

const snapshot = z.object({
  product: z.preprocess(
    (row) => ({ ...noFacts, text: '', factsOf: null, ...fieldsOf(row) }),
    z.object(stored),
  ),
  kit: z
    .object({
      level: z.enum(kitLevels),
      fabricSize: z.string(),
      fabricNumbers: z.string(),
      createdAt: z.number(),
    })
    .nullable(),
  held: z
    .object({ priceText: z.string(), price: z.number().nullable(), formerPrice: z.number() })
    .extend({ keptAt: z.number().nullable() })
    .nullable(),
})

/** Serializes a product for `restore`. */
export const snapshotOf = async (trx: AppTransaction, product: Row): Promise<unknown> => {
  const kit = trx.selectFrom('kit').select(['level', 'fabricSize', 'fabricNumbers', 'createdAt'])
  const held = trx.selectFrom('heldPrice').select(['priceText', 'price', 'formerPrice', 'keptAt'])
  return {
    product,
    kit: (await kit.where('number', '=', product.number).executeTakeFirst()) ?? null,
    held: (await held.where('number', '=', product.number).executeTakeFirst()) ?? null,
  }
}

/**
 * Within a transaction: restores a product from its snapshot, with its price, which was confirmed before (P35); missing photographs
 * are left out. Returns the versions then and now. Throws on an invalid snapshot.
 */
export const restore = async (
  trx: AppTransaction,
  now: number,
  row: Row,
  text: string,
): Promise<{ readonly then: number; readonly now: number }> => {
  const { product: stored, kit, held } = snapshot.parse(JSON.parse(text))
  const { updatedAt: then, factsOf: _, ...product } = { ...stored, ...factsOfRow(stored) }
  const at = Math.max(now, row.updatedAt + 1)
  const [before, after] = [picturesOf(row), picturesOf(product)]
  const added = after.filter((url) => !before.includes(url) && uploadNameOf(url) !== undefined)
  const missing = added.length === 0 ? [] : await claimUploads(trx, { now, owner: sharedOwners.shop }, added)
  const [imageUrl = '', ...more] = after.filter((url) => !missing.includes(url))
  const { number } = product
  const shown = { ...product, imageUrl, moreImages: more.join('\n') }
  const put = await putProducts(trx, at, [{ ...shown, ...(kit !== null && { kit }) }])
  if (!put.ok) throw new Error(`product ${number}: ${put.error.reason}`)
  const gone = before.filter((url) => !after.includes(url))
  if (gone.length > 0) await releaseUploads(trx, gone)
  await holdPriceAgain(trx, number, held)
  return { then, now: at }
}

const isCounted = async (trx: AppTransaction, number: string): Promise<boolean> =>
  (await trx.selectFrom('stock').select('number').where('number', '=', number).executeTakeFirst()) !==
  undefined

/** Within a transaction: deletes a product that the file created; one with orders or counted stock is only removed from sale. */
export const takeAway = async (trx: AppTransaction, now: number, row: Row): Promise<void> => {
  await holdPriceAgain(trx, row.number, null)
  if ((await orderedAmong(trx, [row.number])).size > 0 || (await isCounted(trx, row.number)))
    return unpublishProducts(trx, Math.max(now, row.updatedAt + 1), [row.number])
  await removeProducts(trx, [row.number])
  const pictures = picturesOf(row)
  if (pictures.length > 0) await releaseUploads(trx, pictures)
}

/** Within a transaction: removes products missing from the file from sale and raises their versions. */
export const takeOut = (trx: AppTransaction, now: number, row: Row): Promise<void> =>
  unpublishProducts(trx, Math.max(now, row.updatedAt + 1), [row.number])
