import { href, isAt } from '~/href.ts'

/** The forms of /gallery/login, named by `?view=`; without it the first. */
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

/** Where a page sends a visitor who must sign in first; `next` is checked when it is followed (A15). */
export const loginPath = (next: string): string => signInAddress('sign-in', next)

/** Where a form goes whose session has ended meanwhile; the page says that nothing was saved. */
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

/** The texts about faults in the fields of a form. */
export type SignInErrors = Partial<Record<'name' | 'email' | 'password' | 'confirmation', string>>

/** What the server answers to a form that it refused. */
export interface SignInAnswer {
  readonly typed?: { readonly name: string; readonly email: string }
  readonly errors?: SignInErrors
  readonly failure?: string
}
