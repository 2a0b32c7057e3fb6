import { isReservedName } from '~/features/accounts/reserved-names.rules.ts'
import { href, isAt } from '~/href.ts'
import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { codePointLength, firstCharacters, isVisible, nfkc } from '~/kernel/text.ts'

export type NameFault = 'name_missing' | 'name_too_long' | 'name_unreadable' | 'name_reserved'
export type EmailFault = 'email_missing' | 'email_invalid'
export type PasswordFault = 'password_too_short' | 'password_too_long' | 'password_weak'

/** In characters, as are those of passwords. */
export const longestName = 30
export const shortestPassword = 6
export const longestPassword = 200

/** What has no shape of its own, or turns or piles up the text around it; emoji need two of them. */
const unreadable =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?![\u200d\p{Variation_Selector}])[\p{Cf}\p{Default_Ignorable_Code_Point}]|\p{M}{5}/u

/** A display name as it is kept; `shopNames` are those of the shop and its company, which nobody may bear (A18). */
export const readDisplayName = (typed: string, shopNames: readonly string[]): Result<string, NameFault> => {
  const name = nfkc(typed).trim()
  if (unreadable.test(name)) return refused('name_unreadable')
  if (!isVisible(name)) return refused('name_missing')
  const spaced = name.replaceAll(/\s+/g, ' ')
  if (codePointLength(spaced) > longestName) return refused('name_too_long')
  return isReservedName(spaced, shopNames) ? refused('name_reserved') : ok(spaced)
}

/** What the sign-in library and the mail server take as well. */
const oneAddress =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]{0,63}[a-z0-9_+-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/
const longestAddress = 254

/** An e-mail address as it is kept: one address, in lower case; full-width letters of a Japanese keyboard are understood. */
export const readEmail = (typed: string): Result<string, EmailFault> => {
  const email = nfkc(typed).trim().toLowerCase()
  if (email === '') return refused('email_missing')
  return email.length <= longestAddress && oneAddress.test(email) ? ok(email) : refused('email_invalid')
}

/** The forms of /gallery/login; the address names all but the first with `?view=`. */
export type SignInView = 'sign-in' | 'register' | 'reset'

/** The form that an address of /gallery/login names. */
export const signInViewOf = (search: URLSearchParams): SignInView => {
  const view = search.get('view')
  return view === 'register' || view === 'reset' ? view : 'sign-in'
}

/** The address of a form of /gallery/login that keeps where the sign-in leads. */
export const signInAddress = (view: SignInView, next: string | null, notice?: string): string => {
  const shown = view === 'sign-in' ? undefined : view
  return href('/gallery/login', { view: shown, next: next ?? undefined, notice })
}

/** Of a page that asks for a sign-in; the path is checked when it is followed (A15). */
export const loginPath = (next: string): string => signInAddress('sign-in', next)

/** Of a form whose session has ended meanwhile: the page says that nothing was saved. */
export const loginAgainPath = (next: string): string => signInAddress('sign-in', next, 'session-ended')

const longestNext = 500

/**
 * Where a sign-in leads: `next` when it is a page of this site, or the gallery (A15). `isPage` knows the paths of pages.
 */
export const returnPath = (next: string | null, isPage: (path: string) => boolean): string => {
  const home = href('/gallery')
  if (next === null || next.length > longestNext || !/^\/(?![/\\])/.test(next)) return home
  const url = URL.parse(next, 'https://site.invalid')
  if (url === null || url.origin !== 'https://site.invalid' || !isPage(url.pathname)) return home
  return isAt(url.pathname, ['/gallery/login', '/gallery/logout'])
    ? home
    : `${url.pathname}${url.search}${url.hash}`
}

/** Such as 2026年11月, in Tokyo; `moment` in epoch ms (R27). */
export const joinDateOf = (moment: number): string => {
  const inTokyo = new Date(moment + 9 * 3_600_000)
  return `${inTokyo.getUTCFullYear()}年${inTokyo.getUTCMonth() + 1}月`
}

/** What everybody reads in the place of a name: one that nobody sees, or of an account that is gone, is none (A17, R43). */
export const publicName = (name: string): string => (isVisible(name) ? name : '匿名ユーザー')

export interface MemberFace {
  readonly name: string
  /** What stands in the circle of a member without a photograph. */
  readonly initial: string
  /** Fit for `src`. */
  readonly photo: string | null
}

export const memberFaceOf = (name: string, photo: string | null): MemberFace => {
  const shown = isVisible(name) ? name.trim() : 'ユーザー'
  return { name: shown, initial: firstCharacters(shown, 1), photo }
}

export type PostingRefusal = 'not_signed_in' | 'not_permitted' | 'not_verified'

/** Why somebody may not post; null when she may (A8). */
export const postingRefusal = (actor: Actor): PostingRefusal | null => {
  if (actor.kind !== 'member') return 'not_signed_in'
  if (actor.canUpload) return null
  return actor.awaitsVerification ? 'not_verified' : 'not_permitted'
}
