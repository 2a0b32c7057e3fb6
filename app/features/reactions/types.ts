import type { RecipeCard } from '~/features/recipes/types.ts'

export const reactionKinds = ['like', 'favourite'] as const
export type ReactionKind = (typeof reactionKinds)[number]

/** What a member has to do with a recipe. */
export interface OwnReactions {
  readonly like: boolean
  readonly favourite: boolean
  /** Of all members. */
  readonly likes: number
  /** Epoch ms of the shop, before it was read: of two answers the later one is right, in whatever order they arrive. */
  readonly asOf: number
}

/** `not_found`: the recipe was deleted, or is hidden from her (A7). */
export type ReactionRefusal = 'not_signed_in' | 'too_many' | 'not_found'

/** Why a tap did not count; `failed` is anything else, such as no network. */
export type ReactionFailure = ReactionRefusal | 'failed'

/** One of what a member keeps; without a card the recipe was deleted, or is hidden from her (R12). */
export interface Favourite {
  readonly recipeId: string
  readonly card: RecipeCard | null
}
