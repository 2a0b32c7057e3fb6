import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { mostOnCard } from '~/features/products/listing.rules.ts'
import { numberKey } from '~/features/products/rules.ts'
import { nameKey } from '~/features/products/search.rules.ts'
import { type NamedProduct, usesProduct } from '~/features/recipes/materials/queries.server.ts'
import { inChunks } from '~/server/database/engine.ts'
import { eachUntilWritten, untilWritten } from '~/server/database/until-written.ts'
import { areKeptWhole } from './found-recipes.queries.server.ts'
import { isPublic } from './list.queries.server.ts'

/** How many public recipes use each product, up to 100; products with none are left out (A7, W4). */
export const recipeCounts = async (
  db: Kysely<Schema>,
  products: readonly NamedProduct[],
): Promise<Readonly<Record<string, number>>> => {
  const totalOf = (await areKeptWhole(db)) ? totalOfAll(await allTotals(db)) : await totalOfEach(db, products)
  return Object.fromEntries(
    products.map((product) => [product.number, totalOf(product)] as const).filter(([, total]) => total > 0),
  )
}

/** Of a small gallery: by number and chosen name. Few products are in any recipe, and a statement for the others of each list would ask for nothing. */
const allTotals = untilWritten(async (db): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ number: string; name: string; total: number }>`
    select recipe_product.number, recipe_product.chosen_name as name, count(*) as total
    from recipe_product inner join recipe on recipe.document_id = recipe_product.document_id
    where ${isPublic} group by recipe_product.number, recipe_product.chosen_name`.execute(db)
  return new Map(rows.map(({ number, name, total }) => [`${number}\n${name}`, Number(total)]))
})

const totalOfAll =
  (totals: ReadonlyMap<string, number>) =>
  ({ number, name }: NamedProduct): number => {
    // As `usesProduct` has it.
    const names = new Set(['', nameKey(name)])
    const uses = [...names].map((chosen) => totals.get(`${numberKey(number)}\n${chosen}`) ?? 0)
    return Math.min(
      mostOnCard,
      uses.reduce((sum, some) => sum + some, 0),
    )
  }

const totalOfEach = async (db: Kysely<Schema>, products: readonly NamedProduct[]) => {
  const keyOf = ({ number, name }: NamedProduct) => `${number}\n${name}`
  const totals = await recipeTotalsOf(db, products.map(keyOf))
  return (product: NamedProduct): number => totals.get(keyOf(product)) ?? 0
}

/** By number and name of a product, on two lines. */
const recipeTotalsOf = eachUntilWritten(async (db, keys) => {
  const totals = new Map<string, number>()
  for (const some of inChunks(keys, productsPerStatement)) {
    const counts = some.map((key) => {
      const [number = '', ...name] = key.split('\n')
      return sql`select cast(${key} as text) as key, (select count(*) from (
      select 1 from recipe_product inner join recipe on recipe.document_id = recipe_product.document_id
      where ${usesProduct({ number, name: name.join('\n') })} and ${isPublic} limit ${mostOnCard}) as counted) as total`
    })
    const statement = sql<{ key: string; total: number }>`${sql.join(counts, sql` union all `)}`
    for (const { key, total } of (await statement.execute(db)).rows) totals.set(key, Number(total))
  }
  return totals
})

const productsPerStatement = 50
