import {
  keepUploads,
  type ReadDemoUpload,
  releaseUploads,
  seedDemoUploads,
} from '~/features/pictures/commands.server.ts'
import { uploadUrlsIn } from '~/features/pictures/rules.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { indexRecipes, unindexRecipes } from './indexing.commands.server.ts'
import { columnsOf, noteUploads } from './posting.commands.server.ts'
import { uploadsIn } from './recipe.rules.ts'
import type { RecipeInput } from './types.ts'

export interface DemoRecipe extends RecipeInput {
  readonly id: string
  /** The author's mail address. */
  readonly author: string
  readonly createdAt: number
}

/** Adds the demo's missing recipes and their pictures; existing ones stay unchanged. */
export const seedDemoRecipes = async (
  ctx: AppContext,
  { recipes, read }: { readonly recipes: readonly DemoRecipe[]; readonly read: ReadDemoUpload },
): Promise<void> => {
  const rows = await ctx.db.selectFrom('recipe').where('source', '=', 'demo').select('id').execute()
  const there = new Set(rows.map(({ id }) => id))
  for (const recipe of recipes) if (!there.has(recipe.id)) await putDemoRecipe(ctx, recipe, read)
}

const putDemoRecipe = async (ctx: AppContext, recipe: DemoRecipe, read: ReadDemoUpload) => {
  const { id, author: email, createdAt, ...content } = recipe
  const urls = uploadUrlsIn(JSON.stringify(recipe))
  await seedDemoUploads(ctx, { content: recipe, read })
  await inTransaction(ctx, async (trx) => {
    const author = await trx
      .selectFrom('member')
      .where('email', '=', email)
      .select(['id', 'name'])
      .executeTakeFirst()
    if (author === undefined) return
    // An upload that is being removed right now: the next start adds this recipe.
    if ((await keepUploads(trx, ctx.now(), urls)).length > 0) return
    const row = await trx
      .insertInto('recipe')
      .values({
        ...columnsOf(content),
        id,
        authorId: author.id,
        authorName: author.name,
        authorSns: '{}',
        source: 'demo',
        createdAt,
        updatedAt: createdAt,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return
    await noteUploads(trx, row.id)
    await indexRecipes(trx, [row.id])
  })
}

/** Removes all demo recipes; the next collection removes their pictures. */
export const removeDemoRecipes = async (ctx: AppContext): Promise<void> => {
  await inTransaction(ctx, async (trx) => {
    const rows = await trx
      .selectFrom('recipe')
      .where('source', '=', 'demo')
      .select(['id', 'mainImageUrl', 'moreImages', 'pdfUrl', 'steps', 'affiliateProducts'])
      .execute()
    await unindexRecipes(
      trx,
      rows.map(({ id }) => id),
    )
    await releaseUploads(trx, rows.flatMap(uploadsIn))
    await trx.deleteFrom('recipe').where('source', '=', 'demo').execute()
  })
}
