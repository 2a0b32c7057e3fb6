import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { kitsNumbered } from '~/features/products/kit.queries.server.ts'
import { mostOnCard } from '~/features/products/listing.rules.ts'
import { numberSold } from '~/features/products/product.queries.server.ts'
import { fabricsNumbered } from '~/features/products/queries.server.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
import { nameKey } from '~/features/products/search.rules.ts'
import { parsedJson } from '~/kernel/json.ts'
import { inChunks } from '~/server/database/engine.ts'
import { numberKey } from './rules.ts'
import type { MaterialTie } from './types.ts'

const storedTies = z
  .array(
    z.object({
      line: z.number(),
      product: z.object({ number: z.string(), units: z.number(), name: z.string() }).nullable(),
    }),
  )
  .catch([])

/** Reads `recipe.material_ties`; empty if that is unreadable. */
export const tiesIn = (json: string): readonly MaterialTie[] => storedTies.parse(parsedJson(json))

export const productsShown = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, SellableProduct>> => {
  const [fabrics, kits] = await Promise.all([fabricsNumbered(db, numbers), kitsNumbered(db, numbers)])
  return new Map([...fabrics, ...kits].map((product) => [product.number, product]))
}

/** How many public recipes use each product, up to 100; products with none are left out (A7, W4). */
export const recipeCounts = async (
  db: Kysely<Schema>,
  products: readonly NamedProduct[],
): Promise<Readonly<Record<string, number>>> => {
  const counted: Array<{ readonly number: string; readonly total: number }> = []
  for (const some of inChunks(products, productsPerStatement)) {
    const counts = some.map(
      (product) => sql`select cast(${product.number} as text) as number, (select count(*) from (
      select 1 from recipe_product inner join recipe on recipe.document_id = recipe_product.document_id
      where ${usesProduct(product)} and recipe.hidden = 0 limit ${mostOnCard}) as counted) as total`,
    )
    const { rows } = await sql<(typeof counted)[number]>`${sql.join(counts, sql` union all `)}`.execute(db)
    counted.push(...rows)
  }
  return Object.fromEntries(
    counted.map(({ number, total }) => [number, Number(total)] as const).filter(([, total]) => total > 0),
  )
}

const productsPerStatement = 50

interface NamedProduct {
  readonly number: string
  readonly name: string
}

/** The product on sale with this number, exactly or in another case (P28), or null. */
export const productNamed = async (db: Kysely<Schema>, written: string): Promise<SellableProduct | null> => {
  for (const type of ['fabric', 'kit'] as const) {
    const number = await numberSold(db, type, written)
    const product = number === undefined ? undefined : (await productsShown(db, [number])).get(number)
    if (product !== undefined) return product
  }
  return null
}

/** Filters `recipe_product` for this product, not for a former one with its number (W2). */
export const usesProduct = ({ number, name }: NamedProduct) =>
  sql<boolean>`recipe_product.number = ${numberKey(number)} and recipe_product.chosen_name in ('', ${nameKey(name)})`
