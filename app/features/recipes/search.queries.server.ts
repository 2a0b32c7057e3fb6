import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import { hasNoWord, searchWords } from '~/kernel/search-text.ts'
import { engineOf } from '~/server/database/engine.ts'
import { documentsWith, idsPerMs } from '~/server/search/search-index.ts'
import { comparedTag, type Listing, mostCounted } from './list.rules.ts'
import { cardOf, newest, visibleTo, withAuthor } from './queries.server.ts'
import type { RecipeCard } from './types.ts'

export interface RecipeList {
  readonly cards: readonly RecipeCard[]
  /** Counted to `mostCounted`, then one more. */
  readonly total: number
}

type Condition = RawBuilder<boolean>

/** What /gallery/search shows, in one query that reads no more works than it shows (docs/decisions/0066). */
export const listedRecipes = async (
  db: Kysely<Schema>,
  viewer: Actor,
  listing: Listing,
): Promise<RecipeList> => {
  const { q, order, count } = listing
  if (hasNoWord(q)) return { cards: [], total: 0 }
  const words = searchWords(q)
  const conditions = conditionsOf(db, viewer, listing)
  const all = db.selectFrom('recipe').where((eb) => eb.and(conditions))
  const found = foundWith(db, words, 'anywhere', conditions)
  const counted = (words.length === 0 ? all : found).select('recipe.id').limit(mostCounted + 1)
  const total = db
    .selectFrom(counted.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .as('total')
  const listed =
    words.length === 0
      ? withAuthor(all)
      : withAuthor(db.selectFrom('recipe').where('recipe.id', 'in', chosenOf(db, words, conditions, listing)))
  const titled = chosenByTitle(db, words, conditions, count)
  const ordered =
    order === 'popular'
      ? listed.orderBy('recipe.likes', 'desc')
      : order === 'relevance' && words.length > 0
        ? listed.orderBy(sql`case when recipe.id in ${titled} then 0 else 1 end`)
        : listed
  const rows = await newest(ordered).select(total).limit(count).execute()
  return { cards: rows.map(cardOf), total: Number(rows[0]?.total ?? 0) }
}

const conditionsOf = (
  db: Kysely<Schema>,
  viewer: Actor,
  { level, situation }: Pick<Listing, 'level' | 'situation'>,
): Condition[] => [
  visibleTo(viewer),
  ...(level === null ? [] : [sql<boolean>`recipe.difficulty in (${sql.join(level.stored)})`]),
  ...(situation === null ? [] : [sql<boolean>`recipe.id in ${belongsTo(db, situation)}`]),
]

const belongsTo = (db: Kysely<Schema>, situation: NonNullable<Listing['situation']>) =>
  db
    .selectFrom('recipeTag')
    .where((eb) =>
      eb.or([
        eb('tag', '=', comparedTag(situation.name)),
        eb('tag', 'in', db.selectFrom('situationTag').where('situationId', '=', situation.id).select('tag')),
      ]),
    )
    .select('recipeId')

/** SQLite takes the two in this order, and so the documents in the order of their ids. */
const foundWith = (
  db: Kysely<Schema>,
  words: readonly string[],
  where: 'title' | 'anywhere',
  conditions: readonly Condition[],
) =>
  db
    .selectFrom(documentsWith(db, words, where).as('found'))
    .crossJoin('recipe')
    .whereRef('recipe.documentId', '=', 'found.documentId')
    .where((eb) => eb.and(conditions))

/** The ids of the works that a search for `words` shows. */
const chosenOf = (
  db: Kysely<Schema>,
  words: readonly string[],
  conditions: readonly Condition[],
  { order, count }: Pick<Listing, 'order' | 'count'>,
) => {
  const anywhere = foundWith(db, words, 'anywhere', conditions)
  if (order === 'popular')
    return anywhere
      .orderBy('recipe.likes', 'desc')
      .orderBy('recipe.createdAt', 'desc')
      .orderBy('recipe.id', 'desc')
      .limit(count)
      .select('recipe.id')
  if (order === 'new') return newestOf(db, anywhere, count)
  const titled = () => chosenByTitle(db, words, conditions, count)
  const others = foundWith(db, words, 'anywhere', [...conditions, sql<boolean>`recipe.id not in ${titled()}`])
  return db
    .selectFrom(titled().as('titled'))
    .select('titled.id')
    .unionAll(db.selectFrom(newestOf(db, others, count).as('other')).select('other.id'))
}

const chosenByTitle = (
  db: Kysely<Schema>,
  words: readonly string[],
  conditions: readonly Condition[],
  count: number,
) => newestOf(db, foundWith(db, words, 'title', conditions), count)

/**
 * The ids of the `count` newest of `found`. SQLite walks down the documents: as far as the last one of the list, and the few of
 * the same ms.
 */
const newestOf = (db: Kysely<Schema>, found: ReturnType<typeof foundWith>, count: number) => {
  const first = found.select('found.documentId').orderBy('found.documentId', 'desc').limit(count)
  const last = sql<number>`(select coalesce(min(document_id), 0) / ${sql.lit(idsPerMs)} * ${sql.lit(idsPerMs)} from ${first.as('first')})`
  const near = engineOf(db) === 'sqlite' ? found.where('found.documentId', '>=', last) : found
  return near
    .orderBy('recipe.createdAt', 'desc')
    .orderBy('recipe.id', 'desc')
    .limit(count)
    .select('recipe.id')
}
