import { data, useLocation } from 'react-router'
import { loginPath } from '~/features/accounts/sign-in.rules.ts'
import { isBelow } from '~/href.ts'
import { hiddenPageContext } from '~/services.server.ts'
import { ErrorPage } from '~/ui/error-page.tsx'
import type { Route } from './+types/not-found'

/** 404 in the layout of the shop or the gallery (P10, P22); below the desk's addresses with the way in (A15, N108). */
export const loader = ({ context }: Route.LoaderArgs) => {
  const signInFor = context.get(hiddenPageContext)?.signInFor ?? null
  return data({ login: signInFor === null ? null : loginPath(signInFor) }, { status: 404 })
}

/**
 * A page outside the desk does not know the desk's routes (docs/decisions/0169). Back leads there all the same, once the page was loaded anew or
 * put away by a phone: history still counts both as one document.
 */
export const clientLoader = ({ request, params, serverLoader }: Route.ClientLoaderArgs) => {
  const { pathname } = new URL(request.url)
  // Not of the desk's own route for what is not there, whose `*` is what follows /admin.
  if (!isBelow(pathname, '/admin') || `/${params['*']}` !== pathname) return serverLoader()
  window.location.replace(request.url)
  return new Promise<never>(() => {})
}

const signInHelp = 'お店の方は、ログインしてください。ご覧になれる方には、お探しのページが続けて開きます。'

export default function NotFound({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const frame = isBelow(pathname, '/gallery') ? 'gallery' : 'shop'
  const { login } = loaderData
  const signIn = login === null ? null : { to: login, help: signInHelp }
  return <ErrorPage status={404} frame={frame} signIn={signIn} />
}
