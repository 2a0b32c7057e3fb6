import { href } from '~/href.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { codePointLength, isVisible, plainLines } from '~/kernel/text.ts'

export const commentsPerPage = 30
/** In characters, as code points (R14). */
export const longestComment = 500

export interface CommentAuthor {
  /** Null when the account is gone (A17). */
  readonly id: MemberId | null
  readonly name: string
  /** Path of her photograph, or empty. */
  readonly photoUrl: string
}

export interface Comment {
  readonly id: string
  readonly text: string
  /** Epoch ms. */
  readonly createdAt: number
  readonly author: CommentAuthor
}

/** The newest comments of a recipe; the same for all who look at it. */
export interface CommentList {
  /** Rises with each change; 0 before the first. */
  readonly version: number
  readonly total: number
  /** How many were asked for. */
  readonly count: number
  /** The newest first. */
  readonly comments: readonly Comment[]
}

/** One of the viewer's own that the owner has hidden (A7). */
export interface HiddenComment extends Comment {
  /** In the owner's words; may be empty. */
  readonly reason: string
}

export interface CommentsPage {
  readonly list: CommentList
  /** Her own, the newest first. */
  readonly hidden: readonly HiddenComment[]
  /** The owner has stopped her comments (A27). */
  readonly isMuted: boolean
  /** Who may write; null for anyone who is not signed in. */
  readonly viewer: CommentAuthor | null
  /** For the form, which works without script. */
  readonly newId: string
}

export type CommentFault = 'empty' | 'too_long'

/** As it is kept: plain lines, without pages of empty ones. */
const asKept = (typed: string): string => plainLines(typed).replace(/\n{3,}/g, '\n\n')

/** A comment as it is kept, 1 to 500 characters; the same in the browser and on the server (R14). */
export const readComment = (typed: string): Result<string, CommentFault> => {
  const text = asKept(typed)
  if (!isVisible(text)) return refused('empty')
  return codePointLength(text) > longestComment ? refused('too_long') : ok(text)
}

/** In characters, of what would be kept. */
export const commentLength = (typed: string): number => codePointLength(asKept(typed))

export const commentsCallPath = (recipe: string): string =>
  href('/api/recipes/:recipeId/comments', { recipeId: recipe })

export const commentEventsPath = (recipe: string): string =>
  href('/api/recipes/:recipeId/comment-events', { recipeId: recipe })

/** Where the forms are sent without script. */
export const commentFormsPath = (recipe: string): string =>
  href('/gallery/detail/:recipeId/comments', { recipeId: recipe })

const topicStart = 'comments:'

/** What listeners to a recipe's comments are told of; see `Notices`. */
export const commentTopic = (recipe: string): string => `${topicStart}${recipe}`

/** The recipe whose comments a topic is about; undefined for another topic. */
export const recipeOfTopic = (topic: string): string | undefined =>
  topic.startsWith(topicStart) ? topic.slice(topicStart.length) : undefined

export const possibleCommentId = /^[\w-]{8,64}$/

/** Of a comment on the page of its recipe, to be copied and given to the shop. */
export const commentAnchor = (id: string): string => `comment-${id}`

/** What came to a list since `before` was shown: nothing that was only further down. */
export const arrivals = (before: CommentList, after: CommentList): readonly Comment[] => {
  const known = new Set(before.comments.map(({ id }) => id))
  const [newest] = before.comments
  return after.comments.filter(({ id, createdAt }) => !known.has(id) && createdAt >= (newest?.createdAt ?? 0))
}
