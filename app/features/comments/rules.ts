import { href } from '~/href.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { codePointLength, isVisible, plainLines } from '~/kernel/text.ts'

export const commentsPerPage = 30
/** In code points (R14). */
export const longestComment = 500

export interface CommentAuthor {
  /** Null if the account is deleted (A17). */
  readonly id: MemberId | null
  readonly name: string
  readonly photoUrl: string
}

export interface Comment {
  readonly id: string
  readonly text: string
  /** Epoch ms. */
  readonly createdAt: number
  readonly author: CommentAuthor
}

export interface CommentList {
  /** Rises with each change; 0 before the first. */
  readonly version: number
  readonly total: number
  readonly count: number
  readonly comments: readonly Comment[]
}

/** The viewer's own comment, hidden by the owner (A7). */
export interface HiddenComment extends Comment {
  readonly reason: string
}

export interface CommentsPage {
  readonly list: CommentList
  readonly hidden: readonly HiddenComment[]
  /** The owner has stopped the viewer's comments (A27), or the author blocks her, which looks the same (R61). */
  readonly isMuted: boolean
  /** '' while she is not, and where none was given. */
  readonly mutedReason: string
  readonly viewer: CommentAuthor | null
  /** For the form, which works without script. */
  readonly newId: string
}

export type CommentFault = 'empty' | 'too_long'

/** Without control characters and long runs of empty lines. */
const asKept = (typed: string): string => plainLines(typed).replace(/\n{3,}/g, '\n\n')

/** 1 to 500 characters as stored; used in the browser and on the server (R14). */
export const readComment = (typed: string): Result<string, CommentFault> => {
  const text = asKept(typed)
  if (!isVisible(text)) return refused('empty')
  return codePointLength(text) > longestComment ? refused('too_long') : ok(text)
}

export const commentLength = (typed: string): number => codePointLength(asKept(typed))

export const commentsCallPath = (recipe: string): string =>
  href('/api/recipes/:recipeId/comments', { recipeId: recipe })

/** The list as the signed-in reader sees it (R58). */
export const ownCommentsPath = (recipe: string): string =>
  href('/api/recipes/:recipeId/own-comments', { recipeId: recipe })

export const commentEventsPath = (recipe: string): string =>
  href('/api/recipes/:recipeId/comment-events', { recipeId: recipe })

export const commentFormsPath = (recipe: string): string =>
  href('/gallery/detail/:recipeId/comments', { recipeId: recipe })

const topicStart = 'comments:'

export const commentTopic = (recipe: string): string => `${topicStart}${recipe}`

export const recipeOfTopic = (topic: string): string | undefined =>
  topic.startsWith(topicStart) ? topic.slice(topicStart.length) : undefined

export const possibleCommentId = /^[\w-]{8,64}$/

/** The fragment of a comment's address, which can be copied and given to the shop. */
export const commentAnchor = (id: string): string => `comment-${id}`

/** New comments since `before`, without older ones that were only further down. */
export const arrivals = (before: CommentList, after: CommentList): readonly Comment[] => {
  const known = new Set(before.comments.map(({ id }) => id))
  const [newest] = before.comments
  return after.comments.filter(({ id, createdAt }) => !known.has(id) && createdAt >= (newest?.createdAt ?? 0))
}
