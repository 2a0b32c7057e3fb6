import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { Alternatives } from '~/kernel/search-text.ts'
import { engineOf } from '~/server/database/engine.ts'
import { documentsWith } from '~/server/search/search-index.ts'
import { visibleTo } from './list.queries.server.ts'
import { mostRecipesCounted, type RecipeListing } from './list.rules.ts'

/**
 * How many of the newest a search for words looks at, and how many it ranks, on both engines. Limits for SQLite: documents in a set, recipes
 * of a product read one by one, and recipes sorted at once.
 */
export const plansOfSqlite = {
  mostLookedAt: mostRecipesCounted,
  mostRanked: 150,
  mostInSet: 10_000,
  mostTied: 1_000,
  mostSorted: mostRecipesCounted,
}

export interface Search extends RecipeListing {
  readonly viewer: Actor
  /** All must be found. */
  readonly words: readonly Alternatives[]
  /** A document must be in all of them. */
  readonly within: readonly FoundSet[]
}

export interface FoundSet {
  readonly rows: RawBuilder<unknown>
  readonly areMany: boolean
}

/** `areMany` is always false on PostgreSQL, whose planner counts by itself. */
export const groupOf = async (
  db: Kysely<Schema>,
  rows: FoundSet['rows'],
  mostInSet: number,
): Promise<FoundSet> => {
  if (engineOf(db) === 'postgres') return { rows, areMany: false }
  const some = sql`(select 1 from ${rows} limit ${mostInSet + 1})`
  return { rows, areMany: (await numberOf(db, some)) > mostInSet }
}

const numberOf = async (
  db: Kysely<Schema>,
  rows: Expression<unknown> | RawBuilder<unknown>,
): Promise<number> => {
  const { total } = await db
    .selectNoFrom(sql<number>`(select count(*) from ${rows} as counted)`.as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Chooses SQLite's plan: few documents become a set, many are looked up one by one. PostgreSQL plans by its statistics. */
const isIn =
  (document: RawBuilder<unknown>) =>
  ({ rows, areMany }: FoundSet) =>
    areMany
      ? sql<boolean>`exists (select 1 from ${rows} and document_id = ${document})`
      : sql<boolean>`${document} in (select document_id from ${rows})`

/** The plus keeps SQLite from using the column's index. */
export const unindexed = (db: Kysely<Schema>, column: string) =>
  engineOf(db) === 'postgres' ? sql.ref(column) : sql`+${sql.ref(column)}`

const conditionsOf = ({ viewer, level }: Search) => [
  visibleTo(viewer),
  ...(level === null ? [] : [sql<boolean>`recipe.difficulty in (${sql.join(level.stored)})`]),
]

/** A search without words: SQLite finds recipes by their own indexes. */
export const matchingRecipes = (db: Kysely<Schema>, search: Search) =>
  db
    .selectFrom('recipe')
    .where((eb) =>
      eb.and([...conditionsOf(search), ...search.within.map(isIn(sql.ref('recipe.documentId')))]),
    )

/** The cross join makes SQLite read documents in the order of their ids. */
export const recipesFound = (db: Kysely<Schema>, search: Search, documents: Expression<unknown>) =>
  db
    .selectFrom(sql<FoundDocument>`${documents}`.as('found'))
    .crossJoin('recipe')
    .whereRef('recipe.documentId', '=', 'found.documentId')
    .where((eb) =>
      eb.and([...conditionsOf(search), ...search.within.map(isIn(unindexed(db, 'found.documentId')))]),
    )

interface FoundDocument {
  readonly documentId: number
  /** Only of `documentsWithTitles`. */
  readonly title: string
}

/** Up to `most` + 1, in no order. */
export const counted = (db: Kysely<Schema>, search: Search, most = mostRecipesCounted): Promise<number> => {
  const { words, within } = search
  const many = within.find(({ areMany }) => areMany)
  if (words.length === 0 && many !== undefined) return countedIn(db, search, many)
  const recipes =
    words.length > 0
      ? recipesFound(db, search, documentsWith(db, words, 'anywhere'))
      : matchingRecipes(db, search)
  return numberOf(db, recipes.select('recipe.documentId').limit(most + 1))
}

/** Up to so many recipes the words are looked for one by one. */
const mostApart = 1_000

/**
 * As `counted`. For several words together FTS5 walks through the documents of the shop before it heeds where those of recipes begin; for
 * one word it leaps there.
 */
export const countedApart = async (db: Kysely<Schema>, search: Search, most: number): Promise<number> => {
  const { words } = search
  if (engineOf(db) === 'postgres' || words.length < 2) return counted(db, search, most)
  if ((await numberOf(db, sql`(select 1 from recipe limit ${mostApart + 1})`)) > mostApart)
    return counted(db, search, most)
  const documents = sql.join(
    words.map((word) => sql`select document_id from ${documentsWith(db, [word], 'anywhere')} as found`),
    sql` intersect `,
  )
  const recipes = matchingRecipes(db, search).where(sql<boolean>`recipe.document_id in (${documents})`)
  return numberOf(db, recipes.select('recipe.documentId').limit(most + 1))
}

/** The cross join fixes SQLite's order, so that it stops at the limit. */
const countedIn = (db: Kysely<Schema>, search: Search, group: FoundSet): Promise<number> =>
  numberOf(
    db,
    db
      .selectFrom(sql<{ documentId: number }>`(select document_id from ${group.rows})`.as('member'))
      .crossJoin('recipe')
      .whereRef('recipe.documentId', '=', 'member.documentId')
      .where((eb) =>
        eb.and([
          ...conditionsOf(search),
          ...search.within.filter((other) => other !== group).map(isIn(unindexed(db, 'member.documentId'))),
        ]),
      )
      .select('member.documentId')
      .distinct()
      .limit(mostRecipesCounted + 1),
  )

/** The newest `most` of `documents`. */
export const newestFound = (
  db: Kysely<Schema>,
  search: Search,
  most: number,
  documents = documentsWith(db, search.words, 'anywhere'),
) =>
  recipesFound(db, search, documents)
    .orderBy('found.documentId', 'desc')
    .limit(most)
    .select(['found.documentId', 'recipe.likes'])
