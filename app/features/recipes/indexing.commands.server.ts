import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { putDocuments, removeDocuments } from '~/server/search/search-index.ts'
import { comparedTag, recipeIndex } from './list.rules.ts'

const listOfTexts = z.array(z.string()).catch([])

/**
 * A step of the transaction that writes a work, after its row: search and situations know it from now on as it stands there.
 * A work is found by its title, description, ingredients, tags and its author's present name.
 */
export const indexRecipe = async (trx: Transaction<Schema>, id: string): Promise<void> => {
  const row = await trx
    .selectFrom('recipe')
    .innerJoin('member', 'member.id', 'recipe.authorId')
    .where('recipe.id', '=', id)
    .select(['title', 'description', 'ingredients', 'tags', 'member.name as author'])
    .executeTakeFirstOrThrow()
  const [ingredients, tags] = [row.ingredients, row.tags].map((json) => listOfTexts.parse(JSON.parse(json)))
  const body = [row.description, ...(ingredients ?? []), ...(tags ?? []), row.author].join('\n')
  await putDocuments(trx, recipeIndex, [{ key: id, title: row.title, body }])
  await trx.deleteFrom('recipeTag').where('recipeId', '=', id).execute()
  const compared = new Set((tags ?? []).map(comparedTag).filter((tag) => tag !== ''))
  if (compared.size === 0) return
  await trx
    .insertInto('recipeTag')
    .values([...compared].map((tag) => ({ recipeId: id, tag })))
    .execute()
}

/** A step of the transaction in which works go, before or after their rows. */
export const unindexRecipes = (trx: Transaction<Schema>, ids: readonly string[]): Promise<void> =>
  removeDocuments(trx, recipeIndex, ids)

/** Locked, as whoever writes one of them has it: none is indexed as it was before another one's save. */
const lockedIdsOf = async (trx: Transaction<Schema>, author: MemberId): Promise<string[]> => {
  const own = trx.selectFrom('recipe').where('authorId', '=', author)
  const rows = await own.select('id').orderBy('id').$call(forUpdate(trx)).execute()
  return rows.map(({ id }) => id)
}

/** A step of the transaction in which a member's display name changes, after it changed. */
export const indexRecipesOf = async (trx: Transaction<Schema>, author: MemberId): Promise<void> => {
  for (const id of await lockedIdsOf(trx, author)) await indexRecipe(trx, id)
}

/** A step of the transaction in which a member's account goes, before her works do. */
export const unindexRecipesOf = async (trx: Transaction<Schema>, author: MemberId): Promise<void> =>
  unindexRecipes(trx, await lockedIdsOf(trx, author))
