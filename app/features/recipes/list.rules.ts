import { pictureSources } from '~/features/pictures/rules.ts'
import type { ProductType } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { cardCount, listQuery } from '~/kernel/list-address.ts'
import { formatNumber } from '~/kernel/money.ts'
import { readSearch, searchText } from '~/kernel/search-text.ts'
import { nfkc } from '~/kernel/text.ts'
import type { CookingTime, Difficulty, RecipeCard } from './types.ts'

/** The name of the index of recipes. */
export const recipeIndex = 'recipe'

export const recipesPerPage = 6

/** Results are counted so far; beyond it stands 1,000件以上. */
export const mostCounted = 1_000

/** The levels as addresses name them, with their colours' classes and shapes (R34). */
export const levels = [
  { id: 'beginner', name: '初級', dots: '●○○', stored: ['初級', 'easy'] },
  { id: 'intermediate', name: '中級', dots: '●●○', stored: ['中級', 'medium'] },
  { id: 'advanced', name: '上級', dots: '●●●', stored: ['上級', 'hard'] },
] as const satisfies ReadonlyArray<{ name: Difficulty; [field: string]: unknown }>

export type Level = (typeof levels)[number]

/** Of a stored difficulty, old words included (R23); an unknown one counts as the default, 初級. */
export const levelOf = (difficulty: string): Level =>
  levels.find(({ stored }) => stored.some((word) => word === difficulty)) ?? levels[0]

export const orders = [
  { id: 'relevance', name: '関連の高い順' },
  { id: 'new', name: '新着順' },
  { id: 'popular', name: '人気順' },
] as const

export type Order = (typeof orders)[number]['id']

/** A situation by which recipes are found: its name is a tag too (R22). */
export interface Situation {
  readonly id: string
  readonly name: string
}

/** A product by which the recipes that use it are found (W2). */
export interface ProductUsed {
  readonly number: string
  readonly type: ProductType
  readonly name: string
  /** As people read it, with its colour. */
  readonly shownName: string
}

/** What /gallery/search lists. */
export interface Listing {
  /** As typed; '' is no search. */
  readonly q: string
  readonly level: Level | null
  readonly situation: Situation | null
  readonly product: ProductUsed | null
  /** A heading alone, and only a name that the gallery knows (R22). */
  readonly category: string
  readonly order: Order
  readonly count: number
}

/** What an address asks for: of an impossible value the nearest list (P24), without `q` the newest first. */
export const listingOf = (
  search: URLSearchParams,
  situations: readonly Situation[],
  product: ProductUsed | null = null,
): Listing => {
  const value = (name: string) => nfkc(search.get(name) ?? '').trim()
  const q = readSearch(search.get('q'))
  const level = levels.find(({ id }) => id === value('level')) ?? null
  const situation = situations.find(({ id }) => id === value('situation')) ?? null
  const chosen = [level?.name, situation?.name].filter((name) => name !== undefined)
  const order = orders.find(({ id }) => id === value('sort'))?.id
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

/** The address of a list, without defaults; another choice begins with its first page (P7). */
export const listingPath = ({ q, level, situation, product, category, order, count }: Listing): string =>
  `${href('/gallery/search')}${listQuery(
    {
      q,
      level: level?.id ?? '',
      situation: situation?.id ?? '',
      product: product?.number ?? '',
      category,
      sort: order === (q === '' ? 'new' : 'relevance') ? '' : order,
    },
    count,
    recipesPerPage,
  )}`

/** A tag, or a situation's name, as `recipe_tag` and `situation_tag` hold it. */
export const comparedTag = (tag: string): string => searchText(tag)

/** 「巾着」128件, or 「巾着」初級 12件; `total` counts to `mostCounted`, then one more. */
export const countText = ({ q, level, situation, product }: Listing, total: number): string => {
  const narrowed = [level?.name, situation?.name].filter((name) => name !== undefined).join('・')
  const of = `${q === '' ? '' : `「${q}」`}${narrowed}`
  const number = totalText(total)
  const all = product === null ? 'すべての作品 ' : '作品 '
  return of === '' ? `${all}${number}` : `${of}${narrowed === '' ? '' : ' '}${number}`
}

/** 12件, or 1,000件以上. */
export const totalText = (total: number): string => `${numberOf(total)}件${total > mostCounted ? '以上' : ''}`

/** Such as 1,000 of more than that. */
const numberOf = (total: number): string => formatNumber(Math.min(total, mostCounted))

/** What the page is called: the known name of its address, or what is looked for. */
export const headingOf = ({ q, level, situation, product, category }: Listing): string => {
  const named = category || level?.name || situation?.name
  if (product !== null) return `「${product.shownName}」でつくられた作品`
  if (q !== '') return `「${q}」の作品`
  return named === undefined ? '作品をさがす' : `${named}の作品`
}

/** Path and query of a search: of words, or of a level or a situation, whose `category` is the heading alone (R22). */
export const searchPath = (
  search: {
    readonly [name in 'q' | 'level' | 'situation' | 'category' | 'product' | 'sort']?: string
  },
): string => href('/gallery/search', search)

export const recipePath = (id: string): string => href('/gallery/detail/:recipeId', { recipeId: id })

export const memberPath = (id: string): string => href('/gallery/user/:userId', { userId: id })

/** Ids that can be stored; PostgreSQL refuses others with an error (R30). */
export const isPossibleRecipeId = (id: string): boolean => /^[\w-]{1,100}$/.test(id)

/** A recipe as a shelf outside the gallery shows it, made where the page is: the gallery's own cards bring their script. */
export const picturedLink = ({
  id,
  title,
  mainImageUrl,
}: Pick<RecipeCard, 'id' | 'title' | 'mainImageUrl'>) => ({
  to: recipePath(id),
  title,
  ...pictureSources(mainImageUrl),
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

/** What the author of a hidden recipe or comment reads (A7); `reason` is the owner's, and may be empty. */
export const hiddenText = (what: 'この作品' | 'このコメント', reason = ''): string =>
  `${what}はお店が非表示にしました。いまはあなただけに表示されています。${reason === '' ? '' : `理由：${reason}`}`
