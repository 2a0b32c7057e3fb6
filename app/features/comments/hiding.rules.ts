import { isPossibleRecipeId, recipePath } from '~/features/recipes/list.rules.ts'
import { commentAnchor, possibleCommentId } from './rules.ts'

/** What the owner can hide: a recipe, or a comment below one. */
export interface Hideable {
  readonly kind: 'recipe' | 'comment'
  readonly id: string
}

const anywhere = 'https://site.invalid'
const anchorStart = commentAnchor('')

/**
 * What an address means, as it is copied from a browser, with its host or without; the id of a comment alone means that
 * comment. Null for any other text.
 */
export const hideableAddress = (typed: string): Hideable | null => {
  const text = typed.trim()
  if (possibleCommentId.test(text)) return { kind: 'comment', id: text }
  const url = URL.parse(text, anywhere)
  if (url === null) return null
  const comment = url.hash.startsWith(`#${anchorStart}`) ? url.hash.slice(anchorStart.length + 1) : null
  if (comment !== null) return possibleCommentId.test(comment) ? { kind: 'comment', id: comment } : null
  const recipe = url.pathname.split(recipePath(''))[1]?.replace(/(?:\/|\.data)$/, '')
  return recipe !== undefined && isPossibleRecipeId(recipe) ? { kind: 'recipe', id: recipe } : null
}
