import type { Actor } from '~/kernel/actor.ts'
import { inTokyo } from '~/kernel/days.ts'
import { firstCharacters, isVisible } from '~/kernel/text.ts'

/** Such as 2026年11月, in Tokyo; `moment` in epoch ms (R27). */
export const joinDateOf = (moment: number): string => {
  const day = inTokyo(moment)
  return `${day.getUTCFullYear()}年${day.getUTCMonth() + 1}月`
}

/** Replaces invisible names and those of deleted accounts (A17, R43). */
export const publicName = (name: string): string => (isVisible(name) ? name : '匿名ユーザー')

export interface MemberFace {
  readonly name: string
  /** In place of a photograph. */
  readonly initial: string
  /** Safe for `src`. */
  readonly photo: string | null
}

export const memberFaceOf = (name: string, photo: string | null): MemberFace => {
  const shown = isVisible(name) ? name.trim() : 'ユーザー'
  return { name: shown, initial: firstCharacters(shown, 1), photo }
}

export type WhyNoPosting = 'not_signed_in' | 'not_permitted' | 'not_verified'

/** Null when she may post (A8). */
export const postingRefusal = (actor: Actor): WhyNoPosting | null => {
  if (actor.kind !== 'member') return 'not_signed_in'
  if (actor.canUpload) return null
  return actor.awaitsVerification ? 'not_verified' : 'not_permitted'
}
