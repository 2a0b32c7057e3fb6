import { setImmediate } from 'node:timers/promises'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { RecipeTable, Schema } from '#db/schema.ts'
import { tiesIn } from '~/features/recipes/materials/queries.server.ts'
import type { MemberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate, forUpdateSkipLocked, inChunks, inPortions } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import type { FoldAgain } from '~/server/search/fold-again.ts'
import { putDocuments, removeDocuments } from '~/server/search/search-index.ts'
import { recipeIdsOf } from './list.queries.server.ts'
import { comparedTag, recipeIndex } from './list.rules.ts'
import { indexMaterials } from './materials/commands.server.ts'
import { readForSearch, type StoredTexts, textsIn } from './ranked-texts.queries.server.ts'
import { rankedText, readFromOf, searchedTexts } from './ranking.rules.ts'

/** Indexes recipes by title, description, ingredients, tags, author's name and products. Part of the transaction that wrote the rows. */
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
      'difficulty',
      'recipe.createdAt',
      'recipe.updatedAt',
      'documentId',
      'materialTies',
    ])
    .select('member.name as author')
    .execute()
  await putDocuments(
    trx,
    recipeIndex,
    recipes.map((recipe) => {
      const { title, tags, materials, lead, body } = searchedTexts(readForSearch(recipe))
      return {
        key: recipe.id,
        title: title.join('\n'),
        body: [...lead, ...body, ...materials, ...tags, ...namesOf(recipe.author)].join('\n'),
        since: recipe.createdAt,
      }
    }),
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
  await putRankedTexts(trx, recipes)
  return recipes
}

/** 山田　太郎 is found as 山田太郎 too. */
const namesOf = (author: string): string[] => [...new Set([author, author.replace(/\s+/gu, '')])]

type ReadRecipe = StoredTexts &
  Pick<Selectable<RecipeTable>, 'id' | 'createdAt' | 'updatedAt'> & { readonly author: string }

const putRankedTexts = async (trx: Transaction<Schema>, recipes: readonly ReadRecipe[]): Promise<void> => {
  const rows = recipes.map((recipe) => ({
    documentId: sql<number>`(select document_id from recipe where id = ${recipe.id})`,
    recipeId: recipe.id,
    createdAt: recipe.createdAt,
    readFrom: readFromOf(recipe.updatedAt, recipe.author),
    ...rankedText(readForSearch(recipe)),
  }))
  for (const some of inChunks(rows))
    await trx
      .insertInto('recipeRankedText')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('recipeId').doUpdateSet(({ ref }) => ({
          readFrom: ref('excluded.readFrom'),
          title: ref('excluded.title'),
          tags: ref('excluded.tags'),
          materials: ref('excluded.materials'),
          lead: ref('excluded.lead'),
          body: ref('excluded.body'),
        })),
      )
      .execute()
}

/** Reindexes all stored recipes, as part of a long transaction. */
export const indexAllRecipes = async (trx: Transaction<Schema>): Promise<void> => {
  const recipes = await trx.selectFrom('recipe').select('id').orderBy('id').execute()
  await inPortions(
    recipes.map(({ id }) => id),
    (ids) => putRecipes(trx, ids),
  )
}

export const unindexRecipes = (trx: Transaction<Schema>, ids: readonly string[]): Promise<void> =>
  removeDocuments(trx, recipeIndex, ids)

/** Takes about 15 ms on SQLite, which blocks other writers. */
const recipesPerPortion = 20

/**
 * Reindexes a renamed member's newest recipes at once and leaves the others to `indexNextRecipes` (R41). Locks each recipe as its
 * writer does, so that no older state is indexed.
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

/** Removes a closed account's recipes (A17). `indexNextRecipes` clears the index; until then searches skip the leftovers (R41). */
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
    // The update locks an existing row, so that a process indexing under the former name cannot delete it.
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

/** Reindexes one portion of renamed or deleted recipes; returns their number, 0 when none are left. A crash repeats the portion. */
export const indexNextRecipes = (ctx: Pick<AppContext, 'db' | 'log'>): Promise<number> =>
  inTransaction(ctx, async (trx) => {
    const waiting = trx
      .selectFrom('recipeToIndex')
      .select('documentId')
      .orderBy('documentId', 'desc')
      .limit(recipesPerPortion)
    // Taken before names are read: a member who renames herself meanwhile waits, then queues the recipes again.
    const taken = await trx
      .deleteFrom('recipeToIndex')
      .where('documentId', 'in', waiting.$call(forUpdateSkipLocked(trx)))
      .returning('documentId')
      .execute()
    const documents = taken.map(({ documentId }) => documentId)
    if (documents.length === 0) return 0
    // The same lock order as everywhere else.
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
      // Recipes older than the reading of materials have no rows there yet.
      await indexMaterials(trx, put.map(tiedLinesOf))
    }
    const there = new Set(recipes.map(({ documentId }) => documentId))
    const gone = documents.filter((id) => !there.has(id))
    if (gone.length > 0) await removeDocumentsOf(trx, gone)
    return documents.length
  })

/** A tag may be on a fifth of all recipes. */
const tagsPerPortion = 20

/** The texts that are searched are read again by `queueUnreadRecipes` (W46). */
export const foldTagsAgain: FoldAgain = async (ctx, signal) => {
  const tags = await ctx.db.selectFrom('recipeTag').select('tag').distinct().execute()
  const former = tags.map(({ tag }) => tag).filter((tag) => comparedTag(tag) !== tag)
  for (const some of inChunks(former, tagsPerPortion)) {
    if (signal.aborted) return
    const folded = some.map((tag) => sql`when ${tag} then ${comparedTag(tag)}`)
    await inTransaction(ctx, async (trx) => {
      const rows = trx.selectFrom('recipeTag').where('tag', 'in', some)
      await trx
        .insertInto('recipeTag')
        .columns(['recipeId', 'tag', 'documentId'])
        .expression(
          rows.select([
            'recipeId',
            sql<string>`case tag ${sql.join(folded, sql` `)} end`.as('tag'),
            'documentId',
          ]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await trx.deleteFrom('recipeTag').where('tag', 'in', some).execute()
    })
  }
}

const looksPerPortion = 1_000

/**
 * Queues recipes whose texts are not stored as they are read now (W47): those of a folder that is older, of another way to read, and what a
 * process of the former release wrote meanwhile (D51). Returns how many.
 */
export const queueUnreadRecipes = async (
  ctx: Pick<AppContext, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<number> => {
  let [count, after] = [0, { createdAt: -1, id: '' }]
  while (signal?.aborted !== true) {
    const rows = await ctx.db
      .selectFrom('recipe')
      .innerJoin('member', 'member.id', 'recipe.authorId')
      .leftJoin('recipeRankedText as text', 'text.recipeId', 'recipe.id')
      .where(sql<boolean>`(recipe.created_at, recipe.id) > (${after.createdAt}, ${after.id})`)
      .orderBy('recipe.createdAt')
      .orderBy('recipe.id')
      .limit(looksPerPortion)
      .select(['recipe.id', 'recipe.createdAt', 'recipe.updatedAt', 'recipe.documentId', 'readFrom'])
      .select('member.name as author')
      .execute()
    const last = rows.at(-1)
    if (last === undefined) break
    const unread = rows.flatMap(({ documentId, updatedAt, author, readFrom }) =>
      documentId === null || readFrom === readFromOf(Number(updatedAt), author) ? [] : [{ documentId }],
    )
    if (unread.length > 0)
      await inTransaction(ctx, async (trx) => {
        for (const some of inChunks(unread))
          await trx
            .insertInto('recipeToIndex')
            .values(some)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
      })
    count += unread.length
    after = { createdAt: Number(last.createdAt), id: last.id }
    await setImmediate()
  }
  return count
}

const second = 1_000
const minute = 60 * second

export const rankedTextsJob = (ctx: Pick<AppContext, 'db' | 'log'>): Job => ({
  name: 'read texts of recipes',
  everyMs: 10 * minute,
  firstAfterMs: second,
  limitMs: 5 * minute,
  run: async (signal) => {
    await queueUnreadRecipes(ctx, signal)
  },
})

const pauseMs = 20

export const indexRecipesJob = (ctx: Pick<AppContext, 'db' | 'log' | 'pause'>): Job => ({
  name: 'index recipes',
  everyMs: 5 * second,
  firstAfterMs: 2 * second,
  limitMs: 300 * second,
  run: async (signal) => {
    while (!signal.aborted && (await indexNextRecipes(ctx)) > 0) await ctx.pause(pauseMs)
  },
})
