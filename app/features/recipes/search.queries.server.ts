import { type Expression, type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import { hasNoWord, searchWords } from '~/kernel/search-text.ts'
import { documentsWith } from '~/server/search/search-index.ts'
import { comparedTag, type Listing, mostCounted } from './list.rules.ts'
import { cardOf, visibleTo, withAuthor } from './queries.server.ts'
import type { RecipeCard } from './types.ts'

export interface RecipeList {
  readonly cards: readonly RecipeCard[]
  /** Counted to `mostCounted`, then one more. */
  readonly total: number
}

/**
 * What /gallery/search shows, in one query: first the documents of the works that it shows, from indexes alone, then these works
 * (docs/decisions/0066).
 */
export const listedRecipes = async (
  db: Kysely<Schema>,
  viewer: Actor,
  listing: Listing,
): Promise<RecipeList> => {
  const { q, situation, order, count } = listing
  if (hasNoWord(q)) return { cards: [], total: 0 }
  const shown =
    searchWords(q).length > 0 || situation !== null ? found(db, viewer, listing) : all(db, viewer, listing)
  const cards = withAuthor(db.selectFrom('recipe'))
    .innerJoin(sql<Place>`${shown}`.as('shown'), 'shown.documentId', 'recipe.documentId')
    .select('shown.total')
    .orderBy('shown.rank')
  const rows = await (order === 'popular' ? cards.orderBy('recipe.likes', 'desc') : cards)
    .orderBy('recipe.createdAt', 'desc')
    .orderBy('recipe.id', 'desc')
    .limit(count)
    .execute()
  return { cards: rows.map(cardOf), total: Number(rows[0]?.total ?? 0) }
}

/** Where a work stands in a list, by its document: `rank` first, then as the list is ordered. */
interface Place {
  readonly documentId: number
  readonly rank: number
  /** Of the whole list. */
  readonly total: number
}

const numberOf = (rows: Expression<unknown>) =>
  sql<number>`(select count(*) from ${rows} as counted)`.as('total')

/** By the indexes of times and of likes. */
const all = (db: Kysely<Schema>, viewer: Actor, { level, order, count }: Listing) => {
  const works = db.selectFrom('recipe').where((eb) => eb.and(conditionsOf(viewer, level)))
  return (order === 'popular' ? works.orderBy('recipe.likes', 'desc') : works)
    .orderBy('recipe.createdAt', 'desc')
    .orderBy('recipe.id', 'desc')
    .limit(count)
    .select(['recipe.documentId', sql.lit(0).as('rank')])
    .select(numberOf(works.select('recipe.id').limit(mostCounted + 1)))
}

const conditionsOf = (viewer: Actor, level: Listing['level']) => [
  visibleTo(viewer),
  ...(level === null ? [] : [sql<boolean>`recipe.difficulty in (${sql.join(level.stored)})`]),
]

/** Works of one ms, or that came while the clock went back, may have their documents in another order. */
const leeway = 100

const found = (db: Kysely<Schema>, viewer: Actor, listing: Listing) => {
  const { q, order, count } = listing
  const anywhere = worksFound(db, viewer, listing, 'anywhere')
  const atLeast = count + leeway
  if (order === 'popular')
    return anywhere
      .orderBy('recipe.likes', 'desc')
      .orderBy('found.documentId', 'desc')
      .limit(atLeast)
      .select(['found.documentId', sql.lit(0).as('rank')])
      .select(numberOf(anywhere.select('found.documentId').limit(mostCounted + 1)))
  const matches = newest(anywhere, Math.max(mostCounted + 1, 2 * atLeast))
  // Whoever looks for nothing has no title to be found by.
  const inTitle =
    q === '' || order === 'new' ? matches.limit(0) : newest(worksFound(db, viewer, listing, 'title'), atLeast)
  const withLists = db
    .with(
      (name) => name('matches').materialized(),
      () => matches,
    )
    .with(
      (name) => name('titled').materialized(),
      () => inTitle,
    )
  const total = numberOf(sql`(select 1 from matches limit ${sql.lit(mostCounted + 1)})`)
  return withLists
    .selectFrom('titled')
    .select(['titled.documentId', sql.lit(0).as('rank'), total])
    .unionAll((eb) =>
      eb
        .selectFrom(
          sql<{
            documentId: number
          }>`(select document_id from matches where document_id not in (select document_id from titled)
            order by document_id desc limit ${sql.lit(atLeast)})`.as('other'),
        )
        .select(['other.documentId', sql.lit(1).as('rank'), total]),
    )
}

/** SQLite takes the two in this order, and so the documents in the order of their ids. */
const worksFound = (
  db: Kysely<Schema>,
  viewer: Actor,
  { q, level, situation }: Listing,
  where: 'title' | 'anywhere',
) => {
  const words = searchWords(q)
  const tagged = situation === null ? undefined : documentsOf(db, situation)
  const documents = words.length > 0 || tagged === undefined ? documentsWith(db, words, where) : tagged
  const isTagged =
    words.length > 0 && tagged !== undefined ? [sql<boolean>`+found.document_id in ${tagged}`] : []
  return db
    .selectFrom(documents.as('found'))
    .crossJoin('recipe')
    .whereRef('recipe.documentId', '=', 'found.documentId')
    .where((eb) => eb.and([...conditionsOf(viewer, level), ...isTagged]))
}

const newest = (works: ReturnType<typeof worksFound>, most: number) =>
  works.orderBy('found.documentId', 'desc').limit(most).select('found.documentId')

/** What is tagged with the name of the situation, or with a tag that is tied to it (R22). */
const documentsOf = (db: Kysely<Schema>, situation: NonNullable<Listing['situation']>) =>
  db
    .selectFrom('recipeTag')
    .where(
      'tag',
      'in',
      db
        .selectFrom('situationTag')
        .where('situationId', '=', situation.id)
        .select('tag')
        .union(db.selectNoFrom(sql<string>`cast(${comparedTag(situation.name)} as text)`.as('tag'))),
    )
    .select('documentId')
    .distinct()
