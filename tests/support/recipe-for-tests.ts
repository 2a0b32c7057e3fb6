import type { Insertable, Kysely } from 'kysely'
import { indexRecipe } from '../../app/features/recipes/indexing.commands.server.ts'
import type { Schema } from '../../db/schema.ts'

/** A work of `author`, written and indexed at once, past the form; unnamed fields are empty. */
export const addRecipe = async (
  db: Kysely<Schema>,
  author: string,
  {
    tags = [],
    ingredients = [],
    ...fields
  }: Partial<Omit<Insertable<Schema['recipe']>, 'tags' | 'ingredients' | 'authorId'>> & {
    readonly id: string
    readonly tags?: readonly string[]
    readonly ingredients?: readonly string[]
  },
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
        steps: '[]',
        affiliateProducts: '[]',
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
    await indexRecipe(trx, fields.id)
  })
}
