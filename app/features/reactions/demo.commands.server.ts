import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { recipesWithIds } from '~/features/recipes/list.queries.server.ts'
import { lockRecipes, recountLikes } from '~/features/recipes/recipe.commands.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'

export interface DemoReactions {
  /** Mail address. */
  readonly member: string
  /** Ids of recipes, latest first. */
  readonly likes: readonly string[]
  readonly keeps: readonly string[]
}

const hour = 3_600_000

/** Stores the demo's likes and favourites once, so that a visitor's changes to the demo stay. */
export const seedDemoReactions = async (
  ctx: AppContext,
  actor: Actor,
  all: readonly DemoReactions[],
): Promise<void> => {
  await inTransaction(ctx, async (trx) => {
    if (await isSeeded(trx)) return
    const liked = [...new Set(all.flatMap(({ likes }) => likes))]
    await lockRecipes(trx, liked)
    for (const each of all) await putReactions(trx, actor, { ...each, now: ctx.now() })
    await recountLikes(trx, liked)
  })
}

const isSeeded = async (trx: Transaction<Schema>): Promise<boolean> => {
  const row = await trx
    .selectFrom('recipeLike')
    .innerJoin('memberProfile', 'memberProfile.memberId', 'recipeLike.memberId')
    .where('memberProfile.source', '=', 'demo')
    .select('recipeLike.recipeId')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const putReactions = async (
  trx: Transaction<Schema>,
  actor: Actor,
  { member: email, likes, keeps, now }: DemoReactions & { readonly now: number },
): Promise<void> => {
  const member = await trx.selectFrom('member').where('email', '=', email).select('id').executeTakeFirst()
  if (member === undefined) return
  const cards = new Map(
    (await recipesWithIds(trx, actor, [...likes, ...keeps])).map((card) => [String(card.id), card]),
  )
  const rowsOf = (ids: readonly string[]) =>
    ids.flatMap((id, at) => {
      const card = cards.get(id)
      const row = { memberId: member.id, recipeId: id, createdAt: now - at * hour }
      return card === undefined ? [] : [{ row, card }]
    })
  for (const { row } of rowsOf(likes))
    await trx
      .insertInto('recipeLike')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const { row, card } of rowsOf(keeps))
    await trx
      .insertInto('favourite')
      .values({ ...row, title: card.title, author: card.author.name, mainImageUrl: card.mainImageUrl })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Removes favourites of demo recipes when a demo ends; likes go with their recipes and members. */
export const removeDemoReactions = async ({ db }: AppContext): Promise<void> => {
  await db
    .deleteFrom('favourite')
    .where('recipeId', 'in', db.selectFrom('recipe').where('source', '=', 'demo').select('id'))
    .execute()
}
