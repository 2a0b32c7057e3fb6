import type { Insertable, Kysely } from 'kysely'
import { indexRecipes, unindexRecipes } from '../../app/features/recipes/indexing.commands.server.ts'
import type { AffiliateProduct, Step } from '../../app/features/recipes/types.ts'
import { noteUploads } from '../../app/features/recipes/uploads.commands.server.ts'
import type { Schema } from '../../db/schema.ts'

type Lists = 'ingredients' | 'steps' | 'affiliateProducts' | 'tags'

/** A work as a test names it; what it does not name is empty. */
export interface RecipeForTests extends Partial<Omit<Insertable<Schema['recipe']>, Lists | 'authorId'>> {
  readonly id: string
  readonly ingredients?: readonly string[]
  readonly steps?: readonly Step[]
  readonly affiliateProducts?: readonly AffiliateProduct[]
  readonly tags?: readonly string[]
}

/** A work of `author` (the id of a member), written and indexed at once, past the form. */
export const addRecipe = async (
  db: Kysely<Schema>,
  author: string,
  { ingredients = [], steps = [], affiliateProducts = [], tags = [], ...fields }: RecipeForTests,
): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('recipe')
      .values({
        authorId: author,
        authorName: '',
        authorSns: '{}',
        title: `作品 ${fields.id}`,
        description: '',
        ingredients: JSON.stringify(ingredients),
        steps: JSON.stringify(steps),
        affiliateProducts: JSON.stringify(affiliateProducts),
        tags: JSON.stringify(tags),
        cookingTime: '1hour',
        difficulty: '初級',
        explanationType: 'none',
        youtubeUrl: '',
        websiteExplanation: '',
        pdfUrl: '',
        mainImageUrl: '',
        source: 'own',
        createdAt: 0,
        updatedAt: 0,
        ...fields,
      })
      .execute()
    await noteUploads(trx, fields.id)
    await indexRecipes(trx, [fields.id])
  })
}

/** Takes all works away, and what is found of them. */
export const deleteRecipes = async (db: Kysely<Schema>): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    const rows = await trx.selectFrom('recipe').select('id').execute()
    await unindexRecipes(
      trx,
      rows.map(({ id }) => id),
    )
    await trx.deleteFrom('recipe').execute()
  })
}
