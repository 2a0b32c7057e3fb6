import type { MaterialTie } from '~/features/materials/types.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
import type { MemberId } from '~/kernel/actor.ts'

declare const recipeIdBrand: unique symbol
export type RecipeId = string & { readonly [recipeIdBrand]: true }

/** For ids that come from the database. */
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
  /** Unique within its recipe, from 1; kept when steps move (R29). */
  readonly id: number
  readonly description: string
  readonly imageUrl?: string
}

/** A product that the author recommends: always shown with the badge PR (P11). */
export interface AffiliateProduct {
  readonly id: string
  readonly name: string
  readonly description: string
  /** https */
  readonly productUrl: string
  readonly price?: string
  readonly imageUrl?: string
}

/** What an author writes; checked by the form. */
export interface RecipeInput {
  readonly title: string
  readonly description: string
  readonly ingredients: readonly string[]
  /** Only what she chose herself; of the other lines their text tells (W1). */
  readonly ties: readonly MaterialTie[]
  readonly steps: readonly Step[]
  readonly affiliateProducts: readonly AffiliateProduct[]
  readonly tags: readonly string[]
  readonly cookingTime: CookingTime
  readonly difficulty: Difficulty
  /** Only the chosen type's own field holds anything (R10). */
  readonly explanationType: ExplanationType
  readonly youtubeUrl: string
  readonly websiteExplanation: string
  readonly pdfUrl: string
  /** Path of one of our own pictures, or empty. */
  readonly mainImageUrl: string
  /** Photographs after `mainImageUrl`, which is the first; five at most (W7). */
  readonly moreImages: readonly string[]
}

/** A recipe as its own page shows it; the author is the present one (R13). */
export interface Recipe extends RecipeInput {
  readonly id: RecipeId
  readonly author: Author
  readonly likes: number
  /** Epoch ms. */
  readonly createdAt: number
  readonly updatedAt: number
}

export interface Author {
  readonly id: MemberId
  readonly name: string
  /** Path of her photograph, or empty. */
  readonly photoUrl: string
}

/** A recipe in a list: a little text and a small picture (R2). */
export interface RecipeCard {
  readonly id: RecipeId
  readonly title: string
  /** At most 100 characters. */
  readonly description: string
  readonly mainImageUrl: string
  readonly difficulty: Difficulty
  readonly cookingTime: CookingTime
  readonly likes: number
  readonly createdAt: number
  /** Its author alone sees it (A7). */
  readonly isHidden?: true
  /** Why, in the owner's words; of a hidden one alone, and may be empty. */
  readonly hiddenReason?: string
  readonly author: Author
}

/** A product of the shop beside a recipe; `pictures` are fit for `src`, its own first, four at most. */
export interface ShopPick {
  readonly product: SellableProduct
  readonly pictures: readonly string[]
}
