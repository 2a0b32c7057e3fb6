import { recipePath } from '~/features/recipes/list.rules.ts'
import type { RecipeCard } from '~/features/recipes/types.ts'

export const reactionKinds = ['like', 'favourite'] as const

export type ReactionKind = (typeof reactionKinds)[number]

/** What a member has to do with a work. */
export interface OwnReactions {
  readonly like: boolean
  readonly favourite: boolean
  /** Of all members. */
  readonly likes: number
  /** Epoch ms of the shop, before it was read: of two answers the later one is right, in whatever order they arrive. */
  readonly asOf: number
}

/** Where a work's likes and favourites are sent to, and asked for. */
export const reactionsPath = (recipe: string): string => `${recipePath(recipe)}/reactions`

/** One of what a member keeps; without a card the work was deleted, or is hidden from her (R12). */
export interface Favourite {
  readonly recipeId: string
  readonly card: RecipeCard | null
}

/** The hearts that somebody sees who has just tapped: of the last answer, and her own tap that is under way. */
export const shownLikes = ({ like, likes }: OwnReactions, isOn: boolean): number =>
  Math.max(0, likes + Number(isOn) - Number(like))

/** The newer of two answers; of equal age the first. */
export const newer = (one: OwnReactions, other: OwnReactions | null): OwnReactions =>
  other !== null && other.asOf > one.asOf ? other : one
