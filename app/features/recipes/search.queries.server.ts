import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import { hasNoWord, searchWords } from '~/kernel/search-text.ts'
import { engineOf } from '~/server/database/engine.ts'
import { documentsWith } from '~/server/search/search-index.ts'
import { cardOf, visibleTo, withAuthor } from './list.queries.server.ts'
import { comparedTag, type Listing, mostCounted } from './list.rules.ts'
import type { RecipeCard } from './types.ts'

export interface RecipeList {
  readonly cards: readonly RecipeCard[]
  /** Counted to `mostCounted`, then one more. */
  readonly total: number
}

/**
 * What /gallery/search shows: its number, then the documents of the recipes that it shows, from indexes alone, then these recipes
 * (docs/decisions/0066).
 */
export const listedRecipes = async (
  db: Kysely<Schema>,
  viewer: Actor,
  listing: Listing,
  plans = plansOfSqlite,
): Promise<RecipeList> => {
  if (hasNoWord(listing.q)) return { cards: [], total: 0 }
  const search: Search = {
    ...listing,
    viewer,
    words: searchWords(listing.q),
    tagged: listing.situation === null ? null : await taggedWith(db, listing.situation, plans.mostInSet),
  }
  const total = await counted(db, search)
  if (total === 0) return { cards: [], total }
  const cards = withAuthor(db.selectFrom('recipe'))
    .innerJoin(
      sql<Place>`${placesOf(db, search, total > plans.mostSorted)}`.as('shown'),
      'shown.documentId',
      'recipe.documentId',
    )
    .orderBy('shown.rank')
  const rows = await (listing.order === 'popular' ? cards.orderBy('recipe.likes', 'desc') : cards)
    .orderBy('recipe.createdAt', 'desc')
    .orderBy('recipe.id', 'desc')
    .limit(listing.count)
    .execute()
  return { cards: rows.map(cardOf), total }
}

/** So many documents are a set, and so many recipes are all sorted; of more, recipes are looked at in their order until it is enough. */
const plansOfSqlite = { mostInSet: 10_000, mostSorted: mostCounted }

interface Search extends Listing {
  readonly viewer: Actor
  readonly words: readonly string[]
  readonly tagged: Tagged | null
}

/** What is tagged so belongs to the situation. */
interface Tagged {
  readonly tags: readonly string[]
  readonly areMany: boolean
}

/** Where a recipe stands in a list, by its document: `rank` first, then as the list is ordered. */
interface Place {
  readonly documentId: number
  readonly rank: number
}

/** The name of the situation, and the tags that are tied to it (R22). */
const taggedWith = async (
  db: Kysely<Schema>,
  { id, name }: NonNullable<Listing['situation']>,
  mostInSet: number,
): Promise<Tagged> => {
  const tied = await db.selectFrom('situationTag').where('situationId', '=', id).select('tag').execute()
  const tags = [...new Set([comparedTag(name), ...tied.map(({ tag }) => tag)])]
  if (engineOf(db) === 'postgres') return { tags, areMany: false }
  const some = db
    .selectFrom('recipeTag')
    .where('tag', 'in', tags)
    .select('tag')
    .limit(mostInSet + 1)
  return { tags, areMany: (await numberOf(db, some)) > mostInSet }
}

const numberOf = async (db: Kysely<Schema>, rows: Expression<unknown>): Promise<number> => {
  const { total } = await db
    .selectNoFrom(sql<number>`(select count(*) from ${rows} as counted)`.as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/**
 * PostgreSQL decides by what it knows of these very tags. SQLite is told: few documents make a set, of many each is asked for
 * while it walks.
 */
const isTagged = ({ tags, areMany }: Tagged, document: RawBuilder<unknown>) =>
  areMany
    ? sql<boolean>`exists (select 1 from recipe_tag where tag in (${sql.join(tags)}) and document_id = ${document})`
    : sql<boolean>`${document} in (select document_id from recipe_tag where tag in (${sql.join(tags)}))`

/** SQLite does not look up by a column behind a plus. */
const unindexed = (db: Kysely<Schema>, column: string) =>
  engineOf(db) === 'postgres' ? sql.ref(column) : sql`+${sql.ref(column)}`

const conditionsOf = ({ viewer, level }: Search) => [
  visibleTo(viewer),
  ...(level === null ? [] : [sql<boolean>`recipe.difficulty in (${sql.join(level.stored)})`]),
]

/** All recipes of a search that has no words: SQLite finds them by their own indexes. */
const recipesOf = (db: Kysely<Schema>, search: Search) =>
  db
    .selectFrom('recipe')
    .where((eb) =>
      eb.and([
        ...conditionsOf(search),
        ...(search.tagged === null ? [] : [isTagged(search.tagged, sql.ref('recipe.documentId'))]),
      ]),
    )

/** SQLite takes the two in this order, and so the documents in the order of their ids. */
const recipesFound = (db: Kysely<Schema>, search: Search, where: 'title' | 'anywhere') =>
  db
    .selectFrom(documentsWith(db, search.words, where).as('found'))
    .crossJoin('recipe')
    .whereRef('recipe.documentId', '=', 'found.documentId')
    .where((eb) =>
      eb.and([
        ...conditionsOf(search),
        ...(search.tagged === null ? [] : [isTagged(search.tagged, unindexed(db, 'found.documentId'))]),
      ]),
    )

/** To `mostCounted`, then one more, in no order. */
const counted = (db: Kysely<Schema>, search: Search): Promise<number> => {
  const { words, tagged } = search
  if (words.length === 0 && tagged?.areMany) return countedByTags(db, search, tagged)
  const recipes = words.length > 0 ? recipesFound(db, search, 'anywhere') : recipesOf(db, search)
  return numberOf(db, recipes.select('recipe.documentId').limit(mostCounted + 1))
}

/** SQLite takes the two in this order, and stops when it has enough. */
const countedByTags = (db: Kysely<Schema>, search: Search, { tags }: Tagged): Promise<number> =>
  numberOf(
    db,
    db
      .selectFrom('recipeTag')
      .crossJoin('recipe')
      .whereRef('recipe.documentId', '=', 'recipeTag.documentId')
      .where('recipeTag.tag', 'in', tags)
      .where((eb) => eb.and(conditionsOf(search)))
      .select('recipeTag.documentId')
      .distinct()
      .limit(mostCounted + 1),
  )

const placesOf = (db: Kysely<Schema>, search: Search, areMany: boolean) => {
  const { words, order, count } = search
  if (words.length === 0) return inOrder(recipesOf(db, search), order, count)
  if (order !== 'popular') return foundPlaces(db, search)
  // Of all recipes, those liked most, until there are enough: where few are found, these are looked at instead.
  const walks = engineOf(db) === 'postgres' || areMany
  const recipes = walks
    ? recipesOf(db, search).where(
        sql<boolean>`${unindexed(db, 'recipe.documentId')} in ${documentsWith(db, words, 'anywhere')}`,
      )
    : recipesFound(db, search, 'anywhere')
  return inOrder(recipes, order, count)
}

/** By the indexes of times and of likes. */
const inOrder = (recipes: ReturnType<typeof recipesOf>, order: Listing['order'], count: number) =>
  (order === 'popular' ? recipes.orderBy('recipe.likes', 'desc') : recipes)
    .orderBy('recipe.createdAt', 'desc')
    .orderBy('recipe.id', 'desc')
    .limit(count)
    .select(['recipe.documentId', sql.lit(0).as('rank')])

/** Recipes of one ms, or that came while the clock went back, may have their documents in another order. */
const leeway = 100

/** The newest of what holds the words; unless they are asked for by time, what holds them in its title comes first. */
const foundPlaces = (db: Kysely<Schema>, search: Search) => {
  const atLeast = search.count + leeway
  const newest = (where: 'title' | 'anywhere', most: number) =>
    recipesFound(db, search, where)
      .orderBy('found.documentId', 'desc')
      .limit(most)
      .select(['found.documentId', sql.lit(where === 'title' ? 0 : 1).as('rank')])
  if (search.order === 'new') return newest('anywhere', atLeast)
  return db
    .with(
      (name) => name('titled').materialized(),
      () => newest('title', atLeast),
    )
    .selectFrom('titled')
    .select(['titled.documentId', 'titled.rank'])
    .unionAll((eb) =>
      eb
        .selectFrom(newest('anywhere', 2 * atLeast).as('other'))
        .where('other.documentId', 'not in', eb.selectFrom('titled').select('titled.documentId'))
        .select(['other.documentId', 'other.rank']),
    )
}
