import type { MemberId } from '~/kernel/actor.ts'
import type { Standing } from '../standing/rules.ts'

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

/** What the owner sees of a member; moments in epoch ms. */
export interface MemberOfDesk {
  readonly id: MemberId
  readonly name: string
  readonly email: string
  readonly isVerified: boolean
  readonly joinedAt: number
  /** To which mails with a link about her address were sent that still count: a new one to confirm, an old one to go back to. */
  readonly otherEmails: readonly string[]
  readonly standing: Standing
  /** She enters the desk, and so is not suspended and keeps her account. */
  readonly isAtDesk: boolean
  readonly likesGiven: number
  readonly recipes: {
    readonly total: number
    readonly newest: ReadonlyArray<{
      readonly id: string
      readonly title: string
      readonly createdAt: number
      readonly likes: number
      /** By the owner; a suspension hides all. */
      readonly isHidden: boolean
    }>
  }
  readonly comments: {
    readonly total: number
    readonly newest: ReadonlyArray<{
      readonly id: string
      readonly recipe: string
      readonly title: string
      readonly text: string
      readonly createdAt: number
      readonly isHidden: boolean
    }>
  }
  readonly devices: ReadonlyArray<{
    readonly id: string
    readonly userAgent: string
    readonly visitedAt: number
  }>
}
