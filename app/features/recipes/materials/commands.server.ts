import { sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { numberKey } from '~/features/products/rules.ts'
import { nameKey } from '~/features/products/search.rules.ts'
import { inChunks } from '~/server/database/engine.ts'
import { type TiedLines, tiesOf } from './rules.ts'

interface RecipeToTie extends TiedLines {
  readonly id: string
}

/** Replaces the index of products that these recipes use, in the caller's transaction, after the recipes are written (W2). */
export const indexMaterials = async (
  trx: Transaction<Schema>,
  recipes: readonly RecipeToTie[],
): Promise<void> => {
  const ids = recipes.map(({ id }) => id)
  for (const some of inChunks(ids))
    await trx.deleteFrom('recipeProduct').where('recipeId', 'in', some).execute()
  const rows = recipes.flatMap((recipe) =>
    [...productsOf(recipe)].map(([number, chosenName]) => ({
      recipeId: recipe.id,
      documentId: sql<number>`(select document_id from recipe where id = ${recipe.id})`,
      number,
      chosenName,
    })),
  )
  for (const some of inChunks(rows)) await trx.insertInto('recipeProduct').values(some).execute()
}

/** Each product once; '' means whatever product has the number now. */
const productsOf = (recipe: TiedLines): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const { number, name } of tiesOf(recipe)) {
    const key = numberKey(number)
    names.set(key, names.get(key) === '' ? '' : nameKey(name))
  }
  return names
}
