import { isPossibleRecipeId, recipePath } from '~/features/recipes/list.rules.ts'
import type { RecipeCardFacts } from '~/features/recipes/types.ts'
import { href } from '~/href.ts'

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

/** `not_found`: the recipe was deleted or is hidden from the member (A7). `muted`: its author blocks her, which is not said (R61). */
export type ReactionRefusal = 'not_signed_in' | 'too_many' | 'not_found' | 'muted'

/** Why a tap had no effect; `failed` is anything else, such as no network. */
export type ReactionFailure = ReactionRefusal | 'failed'

/** A favourite; without a card when its recipe was deleted or is hidden from the member (R12). */
export interface Favourite {
  readonly recipeId: string
  readonly card: RecipeCardFacts | null
}

/** Address that reads and writes a recipe's likes and favourites. */
export const reactionsPath = (recipe: string): string =>
  href('/gallery/detail/:recipeId/reactions', { recipeId: recipe })

/** What a visitor pressed at a recipe, which is done for who signs in on that page (R47). */
export interface WantedReaction {
  readonly recipe: string
  readonly kind: ReactionKind
}

/** What the sign-in page of `wanted` tells for `next`, which is read as it is written; undefined when that is nothing. */
export const wantedReaction = (next: string, wanted: string | null): WantedReaction | undefined => {
  const [pathname = ''] = next.split(/[?#]/)
  const recipe = pathname.slice(recipePath('').length)
  const kind = reactionKinds.find((each) => each === wanted)
  const isRecipe = isPossibleRecipeId(recipe) && recipePath(recipe) === pathname
  return kind === undefined || !isRecipe ? undefined : { recipe, kind }
}

/** What that page has told and is to do; nothing when it leads elsewhere than to that recipe. `path` is `next` as it is followed. */
export const toldReaction = (
  { next, path }: { readonly next: string | null; readonly path: string },
  wanted: string | null,
): WantedReaction | undefined => {
  const told = wantedReaction(next ?? '', wanted)
  return told?.recipe === wantedReaction(path, wanted)?.recipe ? told : undefined
}

/** The newer of two answers; of equally old ones the second, which followed a write. */
export const laterOf = (one: OwnReactions, own: OwnReactions | null): OwnReactions =>
  own !== null && own.asOf >= one.asOf ? own : one

/** The count of likes to show while the member's own tap is under way. */
export const shownLikes = ({ like, likes }: OwnReactions, isOn: boolean): number =>
  Math.max(0, likes + Number(isOn) - Number(like))
