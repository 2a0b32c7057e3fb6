import { href } from '~/href.ts'
import type { OwnReactions } from './types.ts'

/** Where a recipe's likes and favourites are sent to, and asked for. */
export const reactionsPath = (recipe: string): string =>
  href('/gallery/detail/:recipeId/reactions', { recipeId: recipe })

/** What is true of two answers: the later one; of one moment the second, which came after a write of its own. */
export const laterOf = (one: OwnReactions, own: OwnReactions | null): OwnReactions =>
  own !== null && own.asOf >= one.asOf ? own : one

/** The likes that somebody sees whose own tap is under way. */
export const shownLikes = ({ like, likes }: OwnReactions, isOn: boolean): number =>
  Math.max(0, likes + Number(isOn) - Number(like))
