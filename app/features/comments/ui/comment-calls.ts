import { memberId } from '~/kernel/actor.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { type Comment, type CommentList, commentsCallPath, ownCommentsPath } from '../rules.ts'
import { deleteRefusals, postRefusals } from '../texts.ts'

/** Ends a dead connection; the id makes sending again safe. */
const longestWaitMs = 15_000

const commentIn = (value: unknown): Comment[] => {
  const { id, text, createdAt, author } = fieldsOf(value)
  const { id: authorId, name, photoUrl } = fieldsOf(author)
  if (typeof id !== 'string' || typeof text !== 'string' || typeof createdAt !== 'number') return []
  if (typeof name !== 'string' || typeof photoUrl !== 'string') return []
  const author_ = { id: typeof authorId === 'string' ? memberId(authorId) : null, name, photoUrl }
  return [{ id, text, createdAt, author: author_ }]
}

const listIn = (value: unknown): CommentList | undefined => {
  const { version, total, count, comments } = fieldsOf(value)
  if (typeof version !== 'number' || typeof total !== 'number' || typeof count !== 'number') return undefined
  return Array.isArray(comments)
    ? { version, total, count, comments: comments.flatMap(commentIn) }
    : undefined
}

/** The list from `version` on, as anybody sees it or, for a member, as she does (R58); undefined if it could not be read, `gone` if the recipe is not public. */
export const readComments = async (
  recipe: string,
  { version, count, isOwn }: { readonly version: number; readonly count: number; readonly isOwn: boolean },
  signal: AbortSignal,
): Promise<CommentList | 'gone' | undefined> => {
  try {
    const response = await fetch(
      `${isOwn ? ownCommentsPath(recipe) : commentsCallPath(recipe)}?v=${version}&count=${count}`,
      {
        signal: AbortSignal.any([signal, AbortSignal.timeout(longestWaitMs)]),
      },
    )
    if (response.status === 404) return 'gone'
    return response.ok ? listIn(await response.json()) : undefined
  } catch {
    return undefined
  }
}

export type Sent =
  | { readonly ok: true; readonly version: number }
  | { readonly ok: false; readonly reason: string; readonly text: string }

export const sendComment = async (
  recipe: string,
  { id, text }: { readonly id: string; readonly text?: string },
): Promise<Sent> => {
  const failures = text === undefined ? deleteRefusals : postRefusals
  const body = new URLSearchParams(text === undefined ? { intent: 'delete', id } : { id, text })
  try {
    const response = await fetch(commentsCallPath(recipe), {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(longestWaitMs),
    })
    // What stands before the shop answers with a page.
    const said = fieldsOf(await response.json().catch(() => null))
    if (response.ok && typeof said.version === 'number') return { ok: true, version: said.version }
    return typeof said.text === 'string' && typeof said.reason === 'string'
      ? { ok: false, reason: said.reason, text: said.text }
      : { ok: false, reason: 'failed', text: failures.failed.text }
  } catch {
    return { ok: false, reason: 'offline', text: failures.offline.text }
  }
}
