import { setImmediate } from 'node:timers/promises'
import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { productNamed, usesProduct } from '~/features/materials/queries.server.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
import type { Actor } from '~/kernel/actor.ts'
import { type Alternatives, plainTerms, type SearchTerms } from '~/kernel/search-text.ts'
import { engineOf, inChunks } from '~/server/database/engine.ts'
import { documentsWith } from '~/server/search/search-index.ts'
import { cardOf, recipesWithIds, visibleTo, withAuthor } from './list.queries.server.ts'
import {
  comparedTag,
  type Listing,
  listingOf,
  mostCounted,
  type ProductUsed,
  picturedLink,
  totalText,
} from './list.rules.ts'
import { rankedTexts } from './ranked-texts.queries.server.ts'
import { byRank, type Rank, rankOf } from './ranking.rules.ts'
import type { RecipeCard } from './types.ts'

export interface RecipeList {
  readonly cards: readonly RecipeCard[]
  /** Counted up to `mostCounted` + 1. */
  readonly total: number
}

/** Counts and picks documents by indexes alone, and only then reads the recipes shown (docs/decisions/0066). */
export const listedRecipes = async (
  db: Kysely<Schema>,
  viewer: Actor,
  listing: Listing,
  plans = plansOfSqlite,
  terms = plainTerms(listing.q),
): Promise<RecipeList> => {
  if (listing.q !== '' && terms.wide.length === 0) return { cards: [], total: 0 }
  const search = await searchOf(db, viewer, listing, plans, terms)
  const total = await counted(db, search)
  if (total === 0) return { cards: [], total }
  if (listing.order !== 'relevance' || listing.q === '')
    return { cards: await cardsOf(db, search, total > plans.mostSorted), total }
  const cardsWith = (words: readonly Alternatives[], count: number) =>
    rankedCards(db, { ...search, words, count }, plans.mostRanked, total <= plans.mostRanked)
  const { exact, wide } = terms
  if (exact === wide) return { cards: await cardsWith(wide, listing.count), total }
  // Near matches follow exact ones, and are searched only where the list has room for them (W31).
  const held = await cardsWith(exact, listing.count)
  if (held.length === listing.count) return { cards: held, total }
  const ids = new Set(held.map(({ id }) => id))
  const near = await cardsWith(wide, listing.count + held.length)
  return { cards: [...held, ...near.filter(({ id }) => !ids.has(id))].slice(0, listing.count), total }
}

/** At most as many as are asked for; `areMany` tells that there are too many to sort all. */
const cardsOf = async (db: Kysely<Schema>, search: Search, areMany: boolean): Promise<RecipeCard[]> => {
  const cards = withAuthor(db.selectFrom('recipe')).innerJoin(
    sql<Place>`${placesOf(db, search, areMany)}`.as('shown'),
    'shown.documentId',
    'recipe.documentId',
  )
  const rows = await (search.order === 'popular' ? cards.orderBy('recipe.likes', 'desc') : cards)
    .orderBy('recipe.createdAt', 'desc')
    .orderBy('recipe.id', 'desc')
    .limit(search.count)
    .execute()
  return rows.map(cardOf)
}

/** The best answers of a search for words first (W47). `isAll`: no more are found than are ranked. */
const rankedCards = async (
  db: Kysely<Schema>,
  search: Search,
  mostRanked: number,
  isAll: boolean,
): Promise<RecipeCard[]> => {
  const most = Math.max(search.count, mostRanked)
  const candidates = await (isAll ? newestFound(db, search, most) : candidatesOf(db, search, most)).execute()
  const texts = await rankedTexts(
    db,
    candidates.map(({ documentId }) => documentId),
  )
  const known = candidates.flatMap(({ documentId, likes }) => {
    const text = texts.get(documentId)
    return text === undefined ? [] : [{ id: text.recipeId, createdAt: text.createdAt, likes, text }]
  })
  const ranked: Array<(typeof known)[number] & { readonly rank: Rank }> = []
  for (const some of inChunks(known.slice(0, mostRanked), rankedPerPortion)) {
    if (ranked.length > 0) await setImmediate()
    for (const each of some) ranked.push({ ...each, rank: rankOf(search.words, each.text) })
  }
  const ids = [...ranked.sort(byRank), ...known.slice(mostRanked)].slice(0, search.count).map(({ id }) => id)
  const cards = new Map((await recipesWithIds(db, search.viewer, ids)).map((card) => [String(card.id), card]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** The longest recipe that has each of 50 words takes 3 ms. */
const rankedPerPortion = 10

/** Of more than this the newest with the words in the title are looked at, and the newest of all. */
const mostLookedAt = mostCounted

/**
 * What may stand first: what has the words in its title, then what bears one as a tag, then the rest, each the most liked first. Of more
 * than are ranked the others follow in this order, which is the same however many are asked for.
 */
const candidatesOf = (db: Kysely<Schema>, search: Search, most: number) => {
  const newest = (where: 'title' | 'anywhere') => newestFound(db, search, mostLookedAt, where)
  const tagged = sql<boolean>`exists (select 1 from recipe_tag
    where tag in (${sql.join([...new Set(search.words.flat())])}) and document_id = other.document_id)`
  return db
    .with(
      (name) => name('titled').materialized(),
      () => newest('title'),
    )
    .selectFrom((eb) =>
      eb
        .selectFrom('titled')
        .select(['titled.documentId', 'titled.likes', sql.lit(0).as('place')])
        .unionAll(
          eb
            .selectFrom(newest('anywhere').as('other'))
            .where('other.documentId', 'not in', eb.selectFrom('titled').select('titled.documentId'))
            .select([
              'other.documentId',
              'other.likes',
              sql<number>`case when ${tagged} then 1 else 2 end`.as('place'),
            ]),
        )
        .as('candidate'),
    )
    .select(['candidate.documentId', 'candidate.likes'])
    .orderBy('candidate.place')
    .orderBy('candidate.likes', 'desc')
    .orderBy('candidate.documentId', 'desc')
    .limit(most)
}

const searchOf = async (
  db: Kysely<Schema>,
  viewer: Actor,
  listing: Listing,
  plans: typeof plansOfSqlite,
  terms: SearchTerms,
): Promise<Search> => ({
  ...listing,
  viewer,
  words: terms.wide,
  within: [
    ...(listing.situation === null ? [] : [await taggedWith(db, listing.situation, plans.mostInSet)]),
    ...(listing.product === null
      ? []
      : [await groupOf(db, using(listing.product), listing.q === '' ? plans.mostTied : plans.mostInSet)]),
  ],
})

/** Counts what `viewer` may see, up to `most` + 1. */
export const countedRecipes = async (
  db: Kysely<Schema>,
  viewer: Actor,
  listing: Listing,
  terms: SearchTerms,
  most: number,
): Promise<number> =>
  listing.q !== '' && terms.wide.length === 0
    ? 0
    : countedApart(db, await searchOf(db, viewer, listing, plansOfSqlite, terms), most)

/** Null when the address names no product, or one that is not on sale (P24). */
export const productOfListing = async (
  db: Kysely<Schema>,
  written: string | null,
): Promise<ProductUsed | null> => {
  const product = written === null || written === '' ? null : await productNamed(db, written)
  return product && productUsed(product)
}

/** The newest four public recipes that use a product, and their number (A7, W4). */
export const recipesUsing = async (db: Kysely<Schema>, product: SellableProduct) => {
  const all = listingOf(new URLSearchParams(), [], productUsed(product))
  const { cards, total } = await listedRecipes(db, anybody, { ...all, count: recipesOfProductPage })
  return { links: cards.map(picturedLink), total: total > cards.length ? totalText(total) : null }
}

const recipesOfProductPage = 4
const anybody: Actor = { kind: 'system', name: 'page of a product' }

const productUsed = (product: SellableProduct): ProductUsed => ({
  number: product.number,
  type: product.type,
  name: product.name,
  shownName: nameWithColour(product),
})

/**
 * How many candidates of a search are ranked, on both engines. Limits for SQLite: documents in a set, recipes of a product read one by one,
 * and recipes sorted at once.
 */
const plansOfSqlite = { mostRanked: 300, mostInSet: 10_000, mostTied: 1_000, mostSorted: mostCounted }

interface Search extends Listing {
  readonly viewer: Actor
  /** All must be found. */
  readonly words: readonly Alternatives[]
  /** A document must be in all of them. */
  readonly within: readonly Group[]
}

interface Group {
  readonly rows: RawBuilder<unknown>
  readonly areMany: boolean
}

/** A document's place in a list. */
interface Place {
  readonly documentId: number
}

/** Includes the tags tied to the situation (R22). */
const taggedWith = async (
  db: Kysely<Schema>,
  { id, name }: NonNullable<Listing['situation']>,
  mostInSet: number,
): Promise<Group> => {
  const tied = await db.selectFrom('situationTag').where('situationId', '=', id).select('tag').execute()
  const tags = [...new Set([comparedTag(name), ...tied.map(({ tag }) => tag)])]
  return groupOf(db, sql`recipe_tag where tag in (${sql.join(tags)})`, mostInSet)
}

const using = (product: NonNullable<Listing['product']>) => sql`recipe_product where ${usesProduct(product)}`

/** `areMany` is always false on PostgreSQL, whose planner counts by itself. */
const groupOf = async (db: Kysely<Schema>, rows: Group['rows'], mostInSet: number): Promise<Group> => {
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
  ({ rows, areMany }: Group) =>
    areMany
      ? sql<boolean>`exists (select 1 from ${rows} and document_id = ${document})`
      : sql<boolean>`${document} in (select document_id from ${rows})`

/** The plus keeps SQLite from using the column's index. */
const unindexed = (db: Kysely<Schema>, column: string) =>
  engineOf(db) === 'postgres' ? sql.ref(column) : sql`+${sql.ref(column)}`

const conditionsOf = ({ viewer, level }: Search) => [
  visibleTo(viewer),
  ...(level === null ? [] : [sql<boolean>`recipe.difficulty in (${sql.join(level.stored)})`]),
]

/** A search without words: SQLite finds recipes by their own indexes. */
const recipesOf = (db: Kysely<Schema>, search: Search) =>
  db
    .selectFrom('recipe')
    .where((eb) =>
      eb.and([...conditionsOf(search), ...search.within.map(isIn(sql.ref('recipe.documentId')))]),
    )

/** The cross join makes SQLite read documents in the order of their ids. */
const recipesFound = (db: Kysely<Schema>, search: Search, where: 'title' | 'anywhere') =>
  db
    .selectFrom(documentsWith(db, search.words, where).as('found'))
    .crossJoin('recipe')
    .whereRef('recipe.documentId', '=', 'found.documentId')
    .where((eb) =>
      eb.and([...conditionsOf(search), ...search.within.map(isIn(unindexed(db, 'found.documentId')))]),
    )

/** Up to `most` + 1, in no order. */
const counted = (db: Kysely<Schema>, search: Search, most = mostCounted): Promise<number> => {
  const { words, within } = search
  const many = within.find(({ areMany }) => areMany)
  if (words.length === 0 && many !== undefined) return countedIn(db, search, many)
  const recipes = words.length > 0 ? recipesFound(db, search, 'anywhere') : recipesOf(db, search)
  return numberOf(db, recipes.select('recipe.documentId').limit(most + 1))
}

/** Up to so many recipes the words are looked for one by one. */
const mostApart = 1_000

/**
 * As `counted`. For several words together FTS5 walks through the documents of the shop before it heeds where those of recipes begin; for
 * one word it leaps there.
 */
const countedApart = async (db: Kysely<Schema>, search: Search, most: number): Promise<number> => {
  const { words } = search
  if (engineOf(db) === 'postgres' || words.length < 2) return counted(db, search, most)
  if ((await numberOf(db, sql`(select 1 from recipe limit ${mostApart + 1})`)) > mostApart)
    return counted(db, search, most)
  const documents = sql.join(
    words.map((word) => sql`select document_id from ${documentsWith(db, [word], 'anywhere')} as found`),
    sql` intersect `,
  )
  const recipes = recipesOf(db, search).where(sql<boolean>`recipe.document_id in (${documents})`)
  return numberOf(db, recipes.select('recipe.documentId').limit(most + 1))
}

/** The cross join fixes SQLite's order, so that it stops at the limit. */
const countedIn = (db: Kysely<Schema>, search: Search, group: Group): Promise<number> =>
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
      .limit(mostCounted + 1),
  )

const placesOf = (db: Kysely<Schema>, search: Search, areMany: boolean) => {
  const { words, order, count } = search
  if (words.length === 0) return inOrder(recipesOf(db, search), order, count)
  if (order !== 'popular') return newestFound(db, search, count + leeway)
  // Walks the most liked recipes until enough match; where few match, sorting those is faster.
  const walks = engineOf(db) === 'postgres' || areMany
  const recipes = walks
    ? recipesOf(db, search).where(
        sql<boolean>`${unindexed(db, 'recipe.documentId')} in ${documentsWith(db, words, 'anywhere')}`,
      )
    : recipesFound(db, search, 'anywhere')
  return inOrder(recipes, order, count)
}

const inOrder = (recipes: ReturnType<typeof recipesOf>, order: Listing['order'], count: number) =>
  (order === 'popular' ? recipes.orderBy('recipe.likes', 'desc') : recipes)
    .orderBy('recipe.createdAt', 'desc')
    .orderBy('recipe.id', 'desc')
    .limit(count)
    .select('recipe.documentId')

/** Document ids may disagree with times within one ms, or after the clock went back. */
const leeway = 100

const newestFound = (
  db: Kysely<Schema>,
  search: Search,
  most: number,
  where: 'title' | 'anywhere' = 'anywhere',
) =>
  recipesFound(db, search, where)
    .orderBy('found.documentId', 'desc')
    .limit(most)
    .select(['found.documentId', 'recipe.likes'])
