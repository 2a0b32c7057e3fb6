import type { PicturedLink } from '~/features/pictures/rules.ts'
import type { ProductType } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { cardCount, listQuery } from '~/kernel/list-address.ts'
import { formatNumber } from '~/kernel/money.ts'
import { readSearch, searchText } from '~/kernel/search-text.ts'
import { nfkc } from '~/kernel/text.ts'
import type { CookingTime, Difficulty, RecipeCardFacts } from './types.ts'

export const recipeIndex = 'recipe'

export const recipesPerPage = 6

/** Rows of a member's own list (W52). */
export const ownRecipesPerPage = 10

/** Cards of a member's public page (W52), which fill rows of two and of three. */
export const cardsOfMemberPerPage = 12

/** The screen says 1,000件以上 beyond it. */
export const mostRecipesCounted = 1_000

/** Names in addresses, with each level's colour class and shape (R34). */
export const levels = [
  { id: 'beginner', name: '初級', dots: '●○○', stored: ['初級', 'easy'] },
  { id: 'intermediate', name: '中級', dots: '●●○', stored: ['中級', 'medium'] },
  { id: 'advanced', name: '上級', dots: '●●●', stored: ['上級', 'hard'] },
] as const satisfies ReadonlyArray<{ name: Difficulty; [field: string]: unknown }>

export type Level = (typeof levels)[number]

/** Understands old words too (R23); an unknown difficulty is the default, 初級. */
export const difficultyLevelOf = (difficulty: string): Level =>
  levels.find(({ stored }) => stored.some((word) => word === difficulty)) ?? levels[0]

export const recipeOrders = [
  { id: 'relevance', name: '関連の高い順' },
  { id: 'new', name: '新着順' },
  { id: 'popular', name: '人気順' },
] as const

export type RecipeOrder = (typeof recipeOrders)[number]['id']

/** Its name also serves as a tag (R22). */
export interface Situation {
  readonly id: string
  readonly name: string
}

/** Narrows the list to recipes that use this product (W2). */
export interface ProductUsed {
  readonly number: string
  readonly type: ProductType
  readonly name: string
  /** Includes its colour. */
  readonly shownName: string
}

export interface RecipeListing {
  /** As typed; '' means no search. */
  readonly q: string
  readonly level: Level | null
  readonly situation: Situation | null
  readonly product: ProductUsed | null
  /** Sets the heading only; always a name that the gallery knows (R22). */
  readonly category: string
  readonly order: RecipeOrder
  readonly count: number
  /** Only this member's; her pages list them, no search. */
  readonly author?: MemberId
}

/** How a member's recipes are listed (W52). */
export type MemberListing = Pick<RecipeListing, 'q' | 'order' | 'count'>

/** Reads an address as `listingOf` does; whole pages of `pageSize`. */
export const memberListingOf = (search: URLSearchParams, pageSize: number): MemberListing => {
  const { q, order } = listingOf(search, [])
  return { q, order, count: cardCount(search.get('count'), pageSize) }
}

/** Leaves defaults out; a changed choice starts at the first page (P7). */
const memberListingQuery = (
  { q, order, count }: MemberListing,
  pageSize: number,
): { readonly q?: string; readonly sort?: string; readonly count?: string } => ({
  ...(q === '' ? {} : { q }),
  ...(order === usualOrder(q) ? {} : { sort: order }),
  ...(count === pageSize ? {} : { count: String(count) }),
})

/** Her own list, on her page. */
export const ownRecipesPath = (listing: MemberListing): string =>
  href('/gallery/mypage', { tab: 'recipes', ...memberListingQuery(listing, ownRecipesPerPage) })

/** Her public page. */
export const recipesOfMemberPath = (member: string, listing: MemberListing): string =>
  href('/gallery/user/:userId', { userId: member, ...memberListingQuery(listing, cardsOfMemberPerPage) })

const usualOrder = (q: string): RecipeOrder => (q === '' ? 'new' : 'relevance')

/** Reads an address; impossible values fall back to the nearest list (P24), newest first without `q`. */
export const listingOf = (
  search: URLSearchParams,
  situations: readonly Situation[],
  product: ProductUsed | null = null,
): RecipeListing => {
  const value = (name: string) => nfkc(search.get(name) ?? '').trim()
  const q = readSearch(search.get('q'))
  const level = levels.find(({ id }) => id === value('level')) ?? null
  const situation = situations.find(({ id }) => id === value('situation')) ?? null
  const chosen = [level?.name, situation?.name].filter((name) => name !== undefined)
  const order = recipeOrders.find(({ id }) => id === value('sort'))?.id
  return {
    q,
    level,
    situation,
    product,
    category: chosen.find((name) => nfkc(name) === value('category')) ?? '',
    order: q === '' && order !== 'popular' ? 'new' : (order ?? 'relevance'),
    count: cardCount(search.get('count'), recipesPerPage),
  }
}

/** Leaves defaults out; a changed choice starts at the first page (P7). */
export const listingPath = ({
  q,
  level,
  situation,
  product,
  category,
  order,
  count,
}: RecipeListing): string =>
  `${href('/gallery/search')}${listQuery(
    {
      q,
      level: level?.id ?? '',
      situation: situation?.id ?? '',
      product: product?.number ?? '',
      category,
      sort: order === usualOrder(q) ? '' : order,
    },
    count,
    recipesPerPage,
  )}`

/** The form in which `recipe_tag` and `situation_tag` store tags. */
export const comparedTag = (tag: string): string => searchText(tag)

/** 「巾着」128件 or 「巾着」初級 12件; a `total` above `mostCounted` reads 1,000件以上. */
export const recipeCountText = ({ q, level, situation, product }: RecipeListing, total: number): string => {
  const narrowed = [level?.name, situation?.name].filter((name) => name !== undefined).join('・')
  const of = `${q === '' ? '' : `「${q}」`}${narrowed}`
  const number = totalText(total)
  const all = product === null ? 'すべての作品 ' : '作品 '
  return of === '' ? `${all}${number}` : `${of}${narrowed === '' ? '' : ' '}${number}`
}

export const totalText = (total: number): string =>
  `${numberOf(total)}件${total > mostRecipesCounted ? '以上' : ''}`

const numberOf = (total: number): string => formatNumber(Math.min(total, mostRecipesCounted))

export const headingOf = ({ q, level, situation, product, category }: RecipeListing): string => {
  const named = category || level?.name || situation?.name
  if (product !== null) return `「${product.shownName}」でつくられた作品`
  if (q !== '') return `「${q}」の作品`
  return named === undefined ? '作品をさがす' : `${named}の作品`
}

/** The address of a search by words, level or situation; `category` only sets the heading (R22). */
export const searchPath = (
  search: {
    readonly [name in 'q' | 'level' | 'situation' | 'category' | 'product' | 'sort']?: string
  },
): string => href('/gallery/search', search)

export const recipePath = (id: string): string => href('/gallery/detail/:recipeId', { recipeId: id })

export const memberPath = (id: string): string => href('/gallery/user/:userId', { userId: id })

/** False for ids that PostgreSQL would refuse with an error (R30). */
export const isPossibleRecipeId = (id: string): boolean => /^[\w-]{1,100}$/.test(id)

/** For shelves outside the gallery, which do not load the script of the gallery's cards. */
export const picturedLink = ({
  id,
  title,
  mainImageUrl,
}: Pick<RecipeCardFacts, 'id' | 'title' | 'mainImageUrl'>): PicturedLink => ({
  to: recipePath(id),
  title,
  imageUrl: mainImageUrl,
})

export const cookingTimeNames: Readonly<Record<CookingTime, string>> = {
  '30min': '30分',
  '1hour': '1時間',
  '2hours': '2時間',
  '3hours': '3時間',
  'half-day': '半日',
  'full-day': '1日',
  'multiple-days': '数日間',
}

/** What the author of a hidden recipe or comment reads (A7); the owner's `reason` may be empty. */
export const hiddenText = (what: 'この作品' | 'このコメント', reason = ''): string =>
  `${what}はお店が非表示にしました。いまはあなただけに表示されています。${reason === '' ? '' : `理由：${reason}`}`
