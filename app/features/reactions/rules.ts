import { href } from '~/href.ts'
import type { OwnReactions } from './types.ts'

/** Address that reads and writes a recipe's likes and favourites. */
export const reactionsPath = (recipe: string): string =>
  href('/gallery/detail/:recipeId/reactions', { recipeId: recipe })

/** The newer of two answers; of equally old ones the second, which followed a write. */
export const laterOf = (one: OwnReactions, own: OwnReactions | null): OwnReactions =>
  own !== null && own.asOf >= one.asOf ? own : one

/** The count of likes to show while the member's own tap is under way. */
export const shownLikes = ({ like, likes }: OwnReactions, isOn: boolean): number =>
  Math.max(0, likes + Number(isOn) - Number(like))
