import type { SellableProduct } from '~/features/products/rules.ts'
import type { MemberId } from '~/kernel/actor.ts'
import type { MaterialTie } from './materials/rules.ts'

declare const recipeIdBrand: unique symbol
export type RecipeId = string & { readonly [recipeIdBrand]: true }

/** Only for ids from the database. */
export const recipeId = (id: string): RecipeId => id as RecipeId

export const cookingTimes = [
  '30min',
  '1hour',
  '2hours',
  '3hours',
  'half-day',
  'full-day',
  'multiple-days',
] as const
export type CookingTime = (typeof cookingTimes)[number]

export const difficulties = ['初級', '中級', '上級'] as const
export type Difficulty = (typeof difficulties)[number]

export const explanationTypes = ['none', 'video', 'website', 'pdf'] as const
export type ExplanationType = (typeof explanationTypes)[number]

export interface Step {
  /** Unique within the recipe, from 1; stays the same when steps move (R29). */
  readonly id: number
  readonly description: string
  readonly imageUrl?: string
}

/** Recommended by the author; always shown with the badge PR (P11). */
export interface AffiliateProduct {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly productUrl: string
  readonly price?: string
  readonly imageUrl?: string
}

export interface RecipeInput {
  readonly title: string
  readonly description: string
  readonly ingredients: readonly string[]
  /** Only her own choices; other lines are tied by their text (W1). */
  readonly ties: readonly MaterialTie[]
  readonly steps: readonly Step[]
  readonly affiliateProducts: readonly AffiliateProduct[]
  readonly tags: readonly string[]
  readonly cookingTime: CookingTime
  readonly difficulty: Difficulty
  /** Only the field of this type is filled (R10). */
  readonly explanationType: ExplanationType
  readonly youtubeUrl: string
  readonly websiteExplanation: string
  readonly pdfUrl: string
  /** Path of an upload, or ''. */
  readonly mainImageUrl: string
  /** Further photographs, five at most (W7). */
  readonly moreImages: readonly string[]
}

/** With the author's present name and picture (R13). */
export interface Recipe extends RecipeInput {
  readonly id: RecipeId
  readonly author: Author
  readonly likes: number
  readonly createdAt: number
  readonly updatedAt: number
}

export interface Author {
  readonly id: MemberId
  readonly name: string
  /** Path of an upload, or ''. */
  readonly photoUrl: string
}

/** A list's card: little text, a small picture (R2). */
export interface RecipeCardFacts {
  readonly id: RecipeId
  readonly title: string
  readonly description: string
  readonly mainImageUrl: string
  readonly difficulty: Difficulty
  readonly cookingTime: CookingTime
  readonly likes: number
  readonly createdAt: number
  /** Visible to its author only (A7). */
  readonly isHidden?: true
  /** In the owner's words; may be empty. */
  readonly hiddenReason?: string
  readonly author: Author
}

export interface RecipeList {
  readonly cards: readonly RecipeCardFacts[]
  /** Counted up to `mostCounted` + 1. */
  readonly total: number
}

/** `pictures` are safe for `src`: its own first, four at most. */
export interface ShopPick {
  readonly product: SellableProduct
  readonly pictures: readonly string[]
}
