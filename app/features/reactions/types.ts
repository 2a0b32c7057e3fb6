import type { RecipeCardFacts } from '~/features/recipes/types.ts'

export const reactionKinds = ['like', 'favourite'] as const
export type ReactionKind = (typeof reactionKinds)[number]

export interface OwnReactions {
  readonly like: boolean
  readonly favourite: boolean
  /** Count over all members. */
  readonly likes: number
  /** Server time (epoch ms) before reading: orders answers that arrive out of order. */
  readonly asOf: number
}

/** `not_found`: the recipe was deleted or is hidden from the member (A7). */
export type ReactionRefusal = 'not_signed_in' | 'too_many' | 'not_found'

/** Why a tap had no effect; `failed` is anything else, such as no network. */
export type ReactionFailure = ReactionRefusal | 'failed'

/** A favourite; without a card when its recipe was deleted or is hidden from the member (R12). */
export interface Favourite {
  readonly recipeId: string
  readonly card: RecipeCardFacts | null
}
