import { isVisible, oneLine } from '~/kernel/text.ts'

/** In the log: an act on a member, told with the name that she had, which is no change of it. */
export const memberSubject = { kind: 'member', name: '会員', idText: () => '', namedBy: 'name' } as const

/** Of a reason that a member reads, in characters as the database counts them. */
export const longestReason = 200

/** One line; '' where nothing can be seen of it. */
export const reasonTyped = (typed: string): string => {
  const line = oneLine(typed)
  return isVisible(line) ? line : ''
}

/** What the owner decides about a member; each `allow` and `lift` takes back what the one before it did. */
export type StandingChange =
  | 'stop-posting'
  | 'allow-posting'
  | 'stop-commenting'
  | 'allow-commenting'
  | 'suspend'
  | 'lift'

/** Whether it takes something from her, and so needs a reason. */
export const needsReason = (change: StandingChange): boolean => stopChanges.some((stop) => stop === change)

/** What a member may not do any more. */
export const stopChanges = ['stop-posting', 'stop-commenting', 'suspend'] as const
export type StopChange = (typeof stopChanges)[number]

/** What the owner decided about a member (A27, A27.2); reasons are '' where none was given. */
export interface Standing {
  readonly version: number
  readonly mayPost: boolean
  readonly uploadReason: string
  readonly mayComment: boolean
  readonly commentReason: string
  /** Since when, in epoch ms, and why; null while she is not suspended. */
  readonly suspended: { readonly since: number; readonly reason: string } | null
}

/** A stop that stands: why, and the outcome of a report that began it, '' for one of her page (N148). */
export interface Stop {
  readonly reason: string
  readonly begunBy: string
}
