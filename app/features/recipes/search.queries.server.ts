import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
import { productNamed, usesProduct } from '~/features/recipes/materials/queries.server.ts'
import type { Actor, MemberId } from '~/kernel/actor.ts'
import { plainTerms, type SearchTerms } from '~/kernel/search-text.ts'
import { engineOf } from '~/server/database/engine.ts'
import { documentsWith } from '~/server/search/search-index.ts'
import {
  counted,
  type FoundSet,
  groupOf,
  matchingRecipes,
  newestFound,
  plansOfSqlite,
  publicByWord,
  rankedList,
  recipesFound,
  type Search,
  unindexed,
} from './found-recipes.queries.server.ts'
import { cardOf, withAuthor } from './list.queries.server.ts'
import {
  comparedTag,
  listingOf,
  type ProductUsed,
  picturedLink,
  type RecipeListing,
  totalText,
} from './list.rules.ts'
import type { RecipeCardFacts, RecipeList } from './types.ts'

/** Counts and picks documents by indexes alone, and only then reads the recipes shown (docs/decisions/0066). */
export const listedRecipes = async (
  db: Kysely<Schema>,
  viewer: Actor,
  listing: RecipeListing,
  plans = plansOfSqlite,
  terms = plainTerms(listing.q),
): Promise<RecipeList> => {
  if (listing.q !== '' && terms.wide.length === 0) return { cards: [], total: 0 }
  const search = await searchOf(db, viewer, listing, plans, terms)
  if (listing.order === 'relevance' && listing.q !== '') return rankedList(db, search, terms, plans)
  const total = await counted(db, search)
  if (total === 0) return { cards: [], total }
  await setImmediate()
  return { cards: await cardsOf(db, search, total > plans.mostSorted), total }
}

/** At most as many as are asked for; `areMany` tells that there are too many to sort all. */
const cardsOf = async (db: Kysely<Schema>, search: Search, areMany: boolean): Promise<RecipeCardFacts[]> => {
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

const searchOf = async (
  db: Kysely<Schema>,
  viewer: Actor,
  listing: RecipeListing,
  plans: typeof plansOfSqlite,
  terms: SearchTerms,
): Promise<Search> => ({
  ...listing,
  viewer,
  words: terms.wide,
  within: [
    ...(listing.author === undefined ? [] : [await groupOf(db, madeBy(listing.author), plans.mostInSet)]),
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
  listing: RecipeListing,
  terms: SearchTerms,
  most: number,
): Promise<number> => {
  if (listing.q !== '' && terms.wide.length === 0) return 0
  const search = await searchOf(db, viewer, listing, plansOfSqlite, terms)
  const isWhole = viewer.kind !== 'member' && search.level === null && search.within.length === 0
  const documents = isWhole ? await publicByWord(db, search.words) : null
  return documents === null ? counted(db, search, most) : Math.min(documents.length, most + 1)
}

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

/** How many of the newest recipes that were found lend their products to a search of the shop. */
const mostLending = 100

export interface ProductOfRecipe {
  /** As `numberKey` writes it. */
  readonly number: string
  /** '' where its author chose none: any product of the number (W2). */
  readonly chosenName: string
}

/** What the newest 100 public recipes with all words use, each once; hidden ones lend nothing (A7, W54). */
export const productsOfRecipes = async (
  db: Kysely<Schema>,
  { exact }: SearchTerms,
): Promise<ProductOfRecipe[]> => {
  if (exact.length === 0) return []
  const documents = await publicByWord(db, exact)
  if (documents?.length === 0) return []
  if (documents !== null)
    return db
      .selectFrom('recipe')
      .innerJoin('recipeProduct', 'recipeProduct.recipeId', 'recipe.id')
      .where('recipe.documentId', 'in', documents.slice(-mostLending))
      .select(['recipeProduct.number', 'recipeProduct.chosenName'])
      .distinct()
      .execute()
  const all = listingOf(new URLSearchParams(), [])
  const search = await searchOf(db, anybody, all, plansOfSqlite, { exact, wide: exact })
  const found = recipesFound(db, search, documentsWith(db, exact, 'anywhere'))
    .orderBy('found.documentId', 'desc')
    .limit(mostLending)
    .select('recipe.id')
  return db
    .selectFrom(found.as('lending'))
    .innerJoin('recipeProduct', 'recipeProduct.recipeId', 'lending.id')
    .select(['recipeProduct.number', 'recipeProduct.chosenName'])
    .distinct()
    .execute()
}

const productUsed = (product: SellableProduct): ProductUsed => ({
  number: product.number,
  type: product.type,
  name: product.name,
  shownName: nameWithColour(product),
})

/** A document's place in a list. */
interface Place {
  readonly documentId: number
}

/** Includes the tags tied to the situation (R22). */
const taggedWith = async (
  db: Kysely<Schema>,
  { id, name }: NonNullable<RecipeListing['situation']>,
  mostInSet: number,
): Promise<FoundSet> => {
  const tied = await db.selectFrom('situationTag').where('situationId', '=', id).select('tag').execute()
  const tags = [...new Set([comparedTag(name), ...tied.map(({ tag }) => tag)])]
  return groupOf(db, sql`recipe_tag where tag in (${sql.join(tags)})`, mostInSet)
}

/** Under another name, since what is asked about it stands beside `recipe`. */
const madeBy = (author: MemberId) => sql`recipe as own where own.author_id = ${author}`

const using = (product: NonNullable<RecipeListing['product']>) =>
  sql`recipe_product where ${usesProduct(product)}`

const placesOf = (db: Kysely<Schema>, search: Search, areMany: boolean) => {
  const { words, order, count } = search
  if (words.length === 0) return inOrder(matchingRecipes(db, search), order, count)
  if (order !== 'popular') return newestFound(db, search, count + leeway)
  // Walks the most liked recipes until enough match; where few match, sorting those is faster.
  const walks = engineOf(db) === 'postgres' || areMany
  const recipes = walks
    ? matchingRecipes(db, search).where(
        sql<boolean>`${unindexed(db, 'recipe.documentId')} in ${documentsWith(db, words, 'anywhere')}`,
      )
    : recipesFound(db, search, documentsWith(db, words, 'anywhere'))
  return inOrder(recipes, order, count)
}

const inOrder = (recipes: ReturnType<typeof matchingRecipes>, order: RecipeListing['order'], count: number) =>
  (order === 'popular' ? recipes.orderBy('recipe.likes', 'desc') : recipes)
    .orderBy('recipe.createdAt', 'desc')
    .orderBy('recipe.id', 'desc')
    .limit(count)
    .select('recipe.documentId')

/** Document ids may disagree with times within one ms, or after the clock went back. */
const leeway = 100
