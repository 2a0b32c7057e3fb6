import type { MemberId } from '~/kernel/actor.ts'

export type MemberSort = 'name' | 'joined' | 'recipes' | 'comments'

export type MemberFilterKey = 'verified' | 'recipes' | 'posting' | 'commenting' | 'suspended'

/** A member as the desk lists her. */
export interface ListedMember {
  readonly id: MemberId
  readonly name: string
  readonly email: string
  /** Epoch ms. */
  readonly joinedAt: number
  readonly isVerified: boolean
  readonly recipes: number
  readonly comments: number
  readonly mayPost: boolean
  readonly mayComment: boolean
  readonly isSuspended: boolean
}

/** What is not as usual of a member, in words; none for most. */
export const marksOfMember = ({
  isVerified,
  mayPost,
  mayComment,
  isSuspended,
}: Pick<ListedMember, 'isVerified' | 'mayPost' | 'mayComment' | 'isSuspended'>): string[] => [
  ...(isSuspended ? ['停止中'] : []),
  ...(mayPost ? [] : ['投稿を止めています']),
  ...(mayComment ? [] : ['コメントを止めています']),
  ...(isVerified ? [] : ['メール未確認']),
]

/** The newest members that a list or a search looks at. */
export const mostMembersLookedAt = 20_000

/** Of each kind on a member's page; the newest. */
export const shownOfMember = 20
