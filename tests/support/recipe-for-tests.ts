import type { Insertable, Kysely } from 'kysely'
import { indexRecipes, unindexRecipes } from '../../app/features/recipes/indexing.commands.server.ts'
import type { MaterialTie } from '../../app/features/recipes/materials/rules.ts'
import { noteUploads } from '../../app/features/recipes/posting.commands.server.ts'
import type { AffiliateProduct, Step } from '../../app/features/recipes/types.ts'
import type { Schema } from '../../db/schema.ts'

type Lists = 'moreImages' | 'ingredients' | 'steps' | 'affiliateProducts' | 'tags'

/** The fields of a recipe that a test names; all others are empty. */
export interface RecipeForTests extends Partial<Omit<Insertable<Schema['recipe']>, Lists | 'authorId'>> {
  readonly id: string
  readonly ingredients?: readonly string[]
  readonly ties?: readonly MaterialTie[]
  readonly moreImages?: readonly string[]
  readonly steps?: readonly Step[]
  readonly affiliateProducts?: readonly AffiliateProduct[]
  readonly tags?: readonly string[]
}

/** The row of a recipe of the member `author`, as a bench or a test inserts it without the form. */
export const recipeRow = (
  author: string,
  {
    ingredients = [],
    ties = [],
    moreImages = [],
    steps = [],
    affiliateProducts = [],
    tags = [],
    ...fields
  }: RecipeForTests,
): Insertable<Schema['recipe']> => ({
  authorId: author,
  authorName: '',
  authorSns: '{}',
  title: `作品 ${fields.id}`,
  description: '',
  ingredients: JSON.stringify(ingredients),
  materialTies: JSON.stringify(ties),
  moreImages: JSON.stringify(moreImages),
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

/** Inserts and indexes recipes of `author` without the form. */
export const addRecipes = async (
  db: Kysely<Schema>,
  author: string,
  recipes: readonly RecipeForTests[],
): Promise<void> => {
  const ids = recipes.map(({ id }) => id)
  await db.transaction().execute(async (trx) => {
    for (const recipe of recipes) {
      await trx.insertInto('recipe').values(recipeRow(author, recipe)).execute()
      await noteUploads(trx, recipe.id)
    }
    await indexRecipes(trx, ids)
  })
}

/** Adds one recipe, like `addRecipes`. */
export const addRecipe = (db: Kysely<Schema>, author: string, recipe: RecipeForTests): Promise<void> =>
  addRecipes(db, author, [recipe])

/** Deletes all recipes and their search index. */
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
