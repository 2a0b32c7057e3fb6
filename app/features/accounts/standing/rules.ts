import { isVisible, oneLine } from '~/kernel/text.ts'

/** In the log: an act on a member, whom her name in its facts tells. */
export const memberSubject = { kind: 'member', name: '会員', idText: () => '' } as const

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

const stops: readonly StandingChange[] = ['stop-posting', 'stop-commenting', 'suspend']

/** Whether it takes something from her, and so needs a reason. */
export const needsReason = (change: StandingChange): boolean => stops.includes(change)

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
