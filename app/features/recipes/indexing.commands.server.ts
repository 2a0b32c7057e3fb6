import { type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { RecipeTable, Schema } from '#db/schema.ts'
import { indexMaterials } from '~/features/materials/indexing.commands.server.ts'
import { tiesIn } from '~/features/materials/queries.server.ts'
import type { MemberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate, forUpdateSkipLocked, inChunks, inPortions } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import { putDocuments, removeDocuments } from '~/server/search/search-index.ts'
import { recipeIdsOf } from './list.queries.server.ts'
import { comparedTag, recipeIndex } from './list.rules.ts'

const listOfTexts = z.array(z.string()).catch([])

const textsIn = (json: string): readonly string[] => listOfTexts.parse(JSON.parse(json))

/**
 * A step of the transaction that writes recipes, after their rows: search and situations know them from now on as they stand there.
 * A recipe is found by its title, description, ingredients, tags, its author's present name, and by the products that it uses.
 */
export const indexRecipes = async (trx: Transaction<Schema>, ids: readonly string[]): Promise<void> => {
  const recipes = await putRecipes(trx, ids)
  await indexMaterials(trx, recipes.map(tiedLinesOf))
  await trx.deleteFrom('recipeTag').where('recipeId', 'in', ids).execute()
  const tags = recipes.flatMap(({ id, tags }) =>
    [...new Set(textsIn(tags).map(comparedTag))].map((tag) => ({
      recipeId: id,
      tag,
      documentId: sql<number>`(select document_id from recipe where id = ${id})`,
    })),
  )
  for (const some of inChunks(tags.filter(({ tag }) => tag !== '')))
    await trx.insertInto('recipeTag').values(some).execute()
}

const tiedLinesOf = ({
  id,
  ingredients,
  materialTies,
}: Pick<Selectable<RecipeTable>, 'id' | 'ingredients' | 'materialTies'>) => ({
  id,
  ingredients: textsIn(ingredients),
  ties: tiesIn(materialTies),
})

/** Those of these recipes that are there, as the index of search has them from now on. */
const putRecipes = async (trx: Transaction<Schema>, ids: readonly string[]) => {
  const recipes = await trx
    .selectFrom('recipe')
    .innerJoin('member', 'member.id', 'recipe.authorId')
    .where('recipe.id', 'in', ids)
    .select([
      'recipe.id',
      'title',
      'description',
      'ingredients',
      'tags',
      'recipe.createdAt',
      'documentId',
      'materialTies',
    ])
    .select('member.name as author')
    .execute()
  await putDocuments(
    trx,
    recipeIndex,
    recipes.map(({ id, title, description, ingredients, tags, author, createdAt }) => ({
      key: id,
      title,
      body: [description, ...textsIn(ingredients), ...textsIn(tags), author].join('\n'),
      since: createdAt,
    })),
  )
  const isNew = recipes.filter(({ documentId }) => documentId === null).map(({ id }) => id)
  if (isNew.length > 0)
    await trx
      .updateTable('recipe')
      .set(({ selectFrom }) => ({
        documentId: selectFrom('searchDocument')
          .where('indexName', '=', recipeIndex)
          .whereRef('key', '=', 'recipe.id')
          .select('searchDocument.id'),
      }))
      .where('id', 'in', isNew)
      .execute()
  return recipes
}

/** A step of a long transaction: search has all recipes as they are stored, under the documents that they know. */
export const indexAllRecipes = async (trx: Transaction<Schema>): Promise<void> => {
  const recipes = await trx.selectFrom('recipe').select('id').orderBy('id').execute()
  await inPortions(
    recipes.map(({ id }) => id),
    (ids) => putRecipes(trx, ids),
  )
}

/** A step of the transaction in which recipes go, before or after their rows. */
export const unindexRecipes = (trx: Transaction<Schema>, ids: readonly string[]): Promise<void> =>
  removeDocuments(trx, recipeIndex, ids)

/** Some 15 ms on SQLite, while nobody else writes. */
const recipesPerPortion = 20

/**
 * A step of the transaction in which a member's display name changes, after it changed: her newest recipes are found by it at
 * once, the others when `indexNextRecipes` has come to them (R41). Each is locked as its writer has it: none is indexed
 * as it was before another one's save.
 */
export const indexRecipesOf = async (trx: Transaction<Schema>, author: MemberId): Promise<void> => {
  const newest = trx
    .selectFrom('recipe')
    .where('authorId', '=', author)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(recipesPerPortion)
  const recipes = await newest.select(['id', 'documentId']).$call(forUpdate(trx)).execute()
  if (recipes.length === 0) return
  await putRecipes(
    trx,
    recipes.map(({ id }) => id),
  )
  if (recipes.length === recipesPerPortion)
    await indexLater(
      trx,
      author,
      recipes.flatMap(({ documentId }) => documentId ?? []),
    )
}

/**
 * A step of the transaction in which a member's account goes: her recipes go (A17). What is left of them in the index is found by
 * nobody, for a search gives recipes alone, and is taken out by `indexNextRecipes` (R41).
 */
export const removeRecipesOf = async (trx: Transaction<Schema>, author: MemberId): Promise<void> => {
  await indexLater(trx, author, [])
  await inPortions(await recipeIdsOf(trx, author), (ids) =>
    trx.deleteFrom('recipe').where('id', 'in', ids).execute(),
  )
}

const indexLater = async (
  trx: Transaction<Schema>,
  author: MemberId,
  besides: readonly number[],
): Promise<void> => {
  let recipes = trx
    .selectFrom('recipe')
    .where('authorId', '=', author)
    .where('documentId', 'is not', null)
    .select((eb) => eb.ref('documentId').$notNull().as('documentId'))
  if (besides.length > 0) recipes = recipes.where('documentId', 'not in', besides)
  await trx
    .insertInto('recipeToIndex')
    .columns(['documentId'])
    .expression(recipes)
    // Locked when it is there: another process that indexes it now leaves it, since it would read the former name.
    .onConflict((conflict) =>
      conflict.column('documentId').doUpdateSet((eb) => ({ documentId: eb.ref('excluded.documentId') })),
    )
    .execute()
}

const removeDocumentsOf = async (trx: Transaction<Schema>, ids: readonly number[]): Promise<void> => {
  const documents = await trx.selectFrom('searchDocument').where('id', 'in', ids).select('key').execute()
  await unindexRecipes(
    trx,
    documents.map(({ key }) => key),
  )
}

/**
 * One portion of the recipes that were renamed or deleted: the index has them as they are now, or no more. Gives how many there
 * were; 0 when nothing is left. Killed in between, the next call does the same portion again.
 */
export const indexNextRecipes = (ctx: Pick<AppContext, 'db' | 'log'>): Promise<number> =>
  inTransaction(ctx, async (trx) => {
    const waiting = trx
      .selectFrom('recipeToIndex')
      .select('documentId')
      .orderBy('documentId', 'desc')
      .limit(recipesPerPortion)
    // Before the names are read: who renames herself meanwhile waits, and puts them here again.
    const taken = await trx
      .deleteFrom('recipeToIndex')
      .where('documentId', 'in', waiting.$call(forUpdateSkipLocked(trx)))
      .returning('documentId')
      .execute()
    const documents = taken.map(({ documentId }) => documentId)
    if (documents.length === 0) return 0
    // In the order in which others lock several recipes.
    const recipes = await trx
      .selectFrom('recipe')
      .where('documentId', 'in', documents)
      .select(['id', 'documentId'])
      .orderBy('id')
      .$call(forUpdate(trx))
      .execute()
    if (recipes.length > 0) {
      const put = await putRecipes(
        trx,
        recipes.map(({ id }) => id),
      )
      // Those that came before materials were read; of all others it writes what is there.
      await indexMaterials(trx, put.map(tiedLinesOf))
    }
    const there = new Set(recipes.map(({ documentId }) => documentId))
    const gone = documents.filter((id) => !there.has(id))
    if (gone.length > 0) await removeDocumentsOf(trx, gone)
    return documents.length
  })

const second = 1_000
const pauseMs = 20

/** Tells search of the recipes whose author has another name or is gone, with room for others between the portions (R41). */
export const indexRecipesJob = (ctx: Pick<AppContext, 'db' | 'log' | 'pause'>): Job => ({
  name: 'index works',
  everyMs: 5 * second,
  firstAfterMs: 2 * second,
  limitMs: 300 * second,
  run: async (signal) => {
    while (!signal.aborted && (await indexNextRecipes(ctx)) > 0) await ctx.pause(pauseMs)
  },
})
