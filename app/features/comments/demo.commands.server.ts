import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { raiseVersion } from './commands.server.ts'

export interface DemoComment {
  readonly id: string
  readonly recipe: string
  readonly author: string
  readonly text: string
  /** Epoch ms. */
  readonly createdAt: number
}

export const seedDemoComments = async (ctx: AppContext, comments: readonly DemoComment[]): Promise<void> => {
  await inTransaction(ctx, async (trx) => {
    const [recipes, members] = await Promise.all([
      trx.selectFrom('recipe').where('source', '=', 'demo').select('id').execute(),
      trx.selectFrom('member').select(['id', 'name', 'email']).execute(),
    ])
    const rows = comments.flatMap(({ id, recipe, author: email, text, createdAt }) => {
      const author = members.find((member) => member.email === email)
      const isWanted = recipes.some((each) => each.id === recipe)
      return author === undefined || !isWanted
        ? []
        : [{ id, recipeId: recipe, authorId: author.id, authorName: author.name, text, createdAt }]
    })
    const changed = new Set<string>()
    for (const row of rows) {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('comment')
        .values({ ...row, source: 'demo' })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 0n) changed.add(row.recipeId)
    }
    for (const recipe of changed) await raiseVersion(trx, ctx, recipe)
  })
}

/** Deletes the demo's comments, also below recipes that were kept. */
export const removeDemoComments = async (ctx: AppContext): Promise<void> => {
  await inTransaction(ctx, async (trx) => {
    const gone = await trx.deleteFrom('comment').where('source', '=', 'demo').returning('recipeId').execute()
    for (const recipe of new Set(gone.map(({ recipeId }) => recipeId))) await raiseVersion(trx, ctx, recipe)
  })
}
