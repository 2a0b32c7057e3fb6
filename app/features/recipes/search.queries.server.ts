import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { productNamed, usesProduct } from '~/features/materials/queries.server.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
import type { Actor } from '~/kernel/actor.ts'
import { type Alternatives, plainTerms, type SearchTerms } from '~/kernel/search-text.ts'
import { engineOf } from '~/server/database/engine.ts'
import { documentsWith } from '~/server/search/search-index.ts'
import { cardOf, visibleTo, withAuthor } from './list.queries.server.ts'
import {
  comparedTag,
  type Listing,
  listingOf,
  mostCounted,
  type ProductUsed,
  picturedLink,
  totalText,
} from './list.rules.ts'
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
  terms = plainTerms(listing.q),
): Promise<RecipeList> => {
  if (listing.q !== '' && terms.wide.length === 0) return { cards: [], total: 0 }
  const search = await searchOf(db, viewer, listing, plans, terms)
  const total = await counted(db, search)
  if (total === 0) return { cards: [], total }
  const cardsWith = async (words: readonly Alternatives[], count: number) => {
    const walks = total > plans.mostSorted
    return cardsOf(db, { ...search, words, count }, walks)
  }
  const { exact, wide } = terms
  if (exact === wide || listing.order !== 'relevance')
    return { cards: await cardsWith(wide, listing.count), total }
  // What is only near stands behind, and is looked at where there is room for it (W31).
  const held = await cardsWith(exact, listing.count)
  if (held.length === listing.count) return { cards: held, total }
  const ids = new Set(held.map(({ id }) => id))
  const near = await cardsWith(wide, listing.count + held.length)
  return { cards: [...held, ...near.filter(({ id }) => !ids.has(id))].slice(0, listing.count), total }
}

/** The recipes that hold the words, at most as many as are asked for; `areMany` tells whether there are more than are all sorted. */
const cardsOf = async (db: Kysely<Schema>, search: Search, areMany: boolean): Promise<RecipeCard[]> => {
  const cards = withAuthor(db.selectFrom('recipe'))
    .innerJoin(
      sql<Place>`${placesOf(db, search, areMany)}`.as('shown'),
      'shown.documentId',
      'recipe.documentId',
    )
    .orderBy('shown.rank')
  const rows = await (search.order === 'popular' ? cards.orderBy('recipe.likes', 'desc') : cards)
    .orderBy('recipe.createdAt', 'desc')
    .orderBy('recipe.id', 'desc')
    .limit(search.count)
    .execute()
  return rows.map(cardOf)
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

/** How many recipes `viewer` would see in this list, counted to `most`, then one more. */
export const countedRecipes = async (
  db: Kysely<Schema>,
  viewer: Actor,
  listing: Listing,
  terms: SearchTerms,
  most: number,
): Promise<number> =>
  listing.q !== '' && terms.wide.length === 0
    ? 0
    : counted(db, await searchOf(db, viewer, listing, plansOfSqlite, terms), most)

/** The product that an address of /gallery/search names; null for none, and for one that is not on sale (P24). */
export const productOfListing = async (
  db: Kysely<Schema>,
  written: string | null,
): Promise<ProductUsed | null> => {
  const product = written === null || written === '' ? null : await productNamed(db, written)
  return product && productUsed(product)
}

/** The newest four recipes that everybody sees and that use a product, and how many do (A7, W4). */
export const recipesUsing = async (db: Kysely<Schema>, product: SellableProduct) => {
  const all = listingOf(new URLSearchParams(), [], productUsed(product))
  const { cards, total } = await listedRecipes(db, anybody, { ...all, count: recipesOfProductPage })
  return { links: cards.map(picturedLink), total: totalText(total) }
}

const recipesOfProductPage = 4
const anybody: Actor = { kind: 'system', name: 'page of a product' }

const productUsed = (product: SellableProduct): ProductUsed => ({
  number: product.number,
  type: product.type,
  name: product.name,
  shownName: nameWithColour(product),
})

/** Where no words are, a product's are fewer in a set: its recipes are read one by one. So many documents are a set, and so many recipes are all sorted; of more, recipes are looked at in their order until it is enough. */
const plansOfSqlite = { mostInSet: 10_000, mostTied: 1_000, mostSorted: mostCounted }

interface Search extends Listing {
  readonly viewer: Actor
  /** Each of them is in what is found. */
  readonly words: readonly Alternatives[]
  /** Each document has to be in all of them. */
  readonly within: readonly Group[]
}

/** Documents by an index of their own: `rows` are a table with a `document_id`, and which of its rows count. */
interface Group {
  readonly rows: RawBuilder<unknown>
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
): Promise<Group> => {
  const tied = await db.selectFrom('situationTag').where('situationId', '=', id).select('tag').execute()
  const tags = [...new Set([comparedTag(name), ...tied.map(({ tag }) => tag)])]
  return groupOf(db, sql`recipe_tag where tag in (${sql.join(tags)})`, mostInSet)
}

/** The recipes that use a product (W2). */
const using = (product: NonNullable<Listing['product']>) => sql`recipe_product where ${usesProduct(product)}`

/** On PostgreSQL, which counts by itself, no group is many. */
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

/**
 * PostgreSQL decides by what it knows of these very tags. SQLite is told: few documents make a set, of many each is asked for
 * while it walks.
 */
const isIn =
  (document: RawBuilder<unknown>) =>
  ({ rows, areMany }: Group) =>
    areMany
      ? sql<boolean>`exists (select 1 from ${rows} and document_id = ${document})`
      : sql<boolean>`${document} in (select document_id from ${rows})`

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
      eb.and([...conditionsOf(search), ...search.within.map(isIn(sql.ref('recipe.documentId')))]),
    )

/** SQLite takes the two in this order, and so the documents in the order of their ids. */
const recipesFound = (db: Kysely<Schema>, search: Search, where: 'title' | 'anywhere') =>
  db
    .selectFrom(documentsWith(db, search.words, where).as('found'))
    .crossJoin('recipe')
    .whereRef('recipe.documentId', '=', 'found.documentId')
    .where((eb) =>
      eb.and([...conditionsOf(search), ...search.within.map(isIn(unindexed(db, 'found.documentId')))]),
    )

/** To `most`, then one more, in no order. */
const counted = (db: Kysely<Schema>, search: Search, most = mostCounted): Promise<number> => {
  const { words, within } = search
  const many = within.find(({ areMany }) => areMany)
  if (words.length === 0 && many !== undefined) return countedIn(db, search, many)
  const recipes = words.length > 0 ? recipesFound(db, search, 'anywhere') : recipesOf(db, search)
  return numberOf(db, recipes.select('recipe.documentId').limit(most + 1))
}

/** SQLite takes the two in this order, and stops when it has enough. */
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
