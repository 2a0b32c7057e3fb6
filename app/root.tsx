import { href } from '~/href.ts'
import './ui/layers.css'
import './ui/tokens.css'
import './ui/base.css'
import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, Meta, Outlet, Scripts } from 'react-router'
import type { Route } from './+types/root'
import { OpenCartProvider } from './features/cart/ui/open-cart.tsx'
import { CartProvider } from './features/cart/ui/use-cart.tsx'
import { PaymentReturnProvider } from './features/checkout/ui/payment-return.tsx'
import { shopFactsOf } from './kernel/shop-settings.ts'
import { appContext } from './services.server.ts'
import { ErrorPage } from './ui/error-page.tsx'
import { NavigationGuard } from './ui/navigation-guard.tsx'
import { PageProgress } from './ui/page-progress.tsx'
import { PageStyle, useOwnMark } from './ui/page-style.tsx'
import { preHydrationClicksScript } from './ui/pre-hydration-clicks.ts'
import { ScrollAndFocus } from './ui/scroll-and-focus.tsx'
import { type SiteFacts, SiteFactsProvider } from './ui/site-facts.tsx'

export const loader = ({ context }: Route.LoaderArgs): SiteFacts => {
  const { siteOrigin, apiBase, demo, settings } = context.get(appContext)
  return { origin: siteOrigin, apiBase, demo, ...shopFactsOf(settings) }
}

/** The facts cannot change while a page is open. */
export const shouldRevalidate = () => false

/**
 * Marks pictures that could not be loaded, for base.css: a browser like Safari shows its torn page whatever styles say. A page
 * whose style sheet could not be loaded, as after a new build, is read anew: then it brings its styles itself. The sheet of a part
 * on demand, which the bundler never asks for twice, is asked for again after pauses: the page may hold what was typed.
 */
const failedFilesScript = `for (const [event, does] of [['error', 'setAttribute'], ['load', 'removeAttribute']])
  window.addEventListener(event, ({ target }) => target.tagName === 'IMG' && target[does]('data-failed', ''), true)
window.addEventListener('error', ({ target }) => {
  if (target.rel !== 'stylesheet') return
  if (target.dataset.precedence) return location.reload()
  target.dataset.pause = 2 * (target.dataset.pause ?? 500)
  setTimeout(() => target.replaceWith(target.cloneNode()), target.dataset.pause)
}, true)`

export function Layout({ children }: { children: ReactNode }) {
  // Not in Root, so that an error page is hydrated as well.
  useEffect(() => window.preHydrationClicks?.replay(), [])
  return (
    <html lang="ja">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf9f4" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={href('/manifest.webmanifest')} />
        <script
          nonce={useOwnMark()}
          dangerouslySetInnerHTML={{ __html: `${failedFilesScript};${preHydrationClicksScript}` }}
        />
        <Meta />
        <PageStyle />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <SiteFactsProvider value={loaderData}>
      <CartProvider terms={loaderData.cart}>
        <OpenCartProvider>
          <PaymentReturnProvider>
            <NavigationGuard>
              <Outlet />
            </NavigationGuard>
          </PaymentReturnProvider>
        </OpenCartProvider>
      </CartProvider>
      <ScrollAndFocus />
      <PageProgress />
    </SiteFactsProvider>
  )
}

/** The fallback error page: details are in the log alone. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main">
      <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
    </main>
  )
}
