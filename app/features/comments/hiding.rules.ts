import { isPossibleRecipeId, recipePath } from '~/features/recipes/list.rules.ts'
import { commentAnchor, possibleCommentId } from './rules.ts'

export interface Hideable {
  readonly kind: 'recipe' | 'comment'
  readonly id: string
}

const anywhere = 'https://site.invalid'
const anchorStart = commentAnchor('')

/** What a copied address, with or without host, or a comment's id means; null for any other text. */
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
