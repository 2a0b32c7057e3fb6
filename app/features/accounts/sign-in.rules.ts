import { href, isAt } from '~/href.ts'

/** Named by `?view=`; 'sign-in' without it. */
export type SignInView = 'sign-in' | 'register' | 'reset'

export const signInViewOf = (search: URLSearchParams): SignInView => {
  const view = search.get('view')
  return view === 'register' || view === 'reset' ? view : 'sign-in'
}

interface SignInWay {
  /** Where it leads afterwards; checked when it is followed (A15). */
  readonly next: string | null
  /** What was pressed at `next` and is done by who signs in on this page (R47). */
  readonly wanted?: string | null
  readonly notice?: string
}

export const signInAddress = (view: SignInView, { next, wanted, notice }: SignInWay): string => {
  const shown = view === 'sign-in' ? undefined : view
  return href('/gallery/login', {
    view: shown,
    next: next ?? undefined,
    wanted: wanted ?? undefined,
    notice,
  })
}

/** Where a visitor must sign in; `next` is checked when it is followed (A15). */
export const loginPath = (next: string): string => signInAddress('sign-in', { next })

/** For a session that ended before the form was sent; the page says that nothing was saved. */
export const loginAgainPath = (next: string, wanted?: string): string =>
  signInAddress('sign-in', { next, wanted: wanted ?? null, notice: 'session-ended' })

const longestNext = 500

/** `next` if a sign-in may lead there (`mayReturnTo`), else the gallery (A15). */
export const returnPath = (next: string | null, mayReturnTo: (path: string) => boolean): string => {
  const home = href('/gallery')
  if (next === null || next.length > longestNext || !/^\/(?![/\\])/.test(next)) return home
  const url = URL.parse(next, 'https://site.invalid')
  if (url === null || url.origin !== 'https://site.invalid' || !mayReturnTo(url.pathname)) return home
  // Parsing takes dot segments out, so that it may begin with two slashes now: another site's address.
  if (url.pathname.startsWith('//')) return home
  return isAt(url.pathname, ['/gallery/login', '/gallery/logout'])
    ? home
    : `${url.pathname}${url.search}${url.hash}`
}

export type SignInErrors = Partial<Record<'name' | 'email' | 'password' | 'confirmation', string>>

export interface SignInAnswer {
  readonly typed?: { readonly name: string; readonly email: string }
  readonly errors?: SignInErrors
  readonly failure?: string
}
