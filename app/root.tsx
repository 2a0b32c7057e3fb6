import { href } from '~/href.ts'
import './ui/layers.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/patterns.css'
import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, useLocation } from 'react-router'
import type { Route } from './+types/root'
import { OpenCartProvider } from './features/cart/ui/open-cart.tsx'
import { StockOfOpenPage } from './features/cart/ui/stock-of-page.tsx'
import { CartProvider } from './features/cart/ui/use-cart.tsx'
import { PaymentReturnProvider } from './features/orders/checkout/ui/payment-return.tsx'
import { shopFactsOf } from './kernel/shop-settings.ts'
import { appContext } from './services.server.ts'
import { ErrorPage } from './ui/error-page.tsx'
import { failedFilesScript, laterFailedFilesScript } from './ui/failed-files.ts'
import { NavigationGuard } from './ui/navigation-guard.tsx'
import { usePageNonce } from './ui/page-nonce.ts'
import { PageProgress } from './ui/page-progress.tsx'
import { keptMessagesScript } from './ui/page-visibility.ts'
import { preHydrationClicksScript, replayClicks } from './ui/pre-hydration-clicks.ts'
import { ScrollAndFocus } from './ui/scroll-and-focus.tsx'
import { type SiteFacts, SiteFactsProvider } from './ui/site-facts.tsx'
import { useStaticPage } from './ui/static-page.ts'
import { PageStyles } from './ui/style-sheets.tsx'

export const loader = ({ context }: Route.LoaderArgs): SiteFacts => {
  const { siteOrigin, apiBase, demo, settings } = context.get(appContext)
  return { origin: siteOrigin, apiBase, demo, ...shopFactsOf(settings) }
}

/** These facts cannot change while a page is open. */
export const shouldRevalidate = () => false

/** It has run when React comes, so no browser loads its text a second time. */
const headScripts = (isStatic: boolean): string => {
  if (!import.meta.env.SSR) return ''
  if (isStatic) return failedFilesScript
  // A build has the others in the file that the page's scripts begin with (scripts/visitors-manifest.js).
  const others = import.meta.env.DEV ? [laterFailedFilesScript, keptMessagesScript] : []
  return [failedFilesScript, ...others, preHydrationClicksScript].join(';')
}

export function Layout({ children }: { children: ReactNode }) {
  const isStatic = useStaticPage()
  // Not in Root, so that an error page replays clicks too.
  useEffect(replayClicks, [])
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
          nonce={usePageNonce()}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: headScripts(isStatic) }}
        />
        <Meta />
        {import.meta.env.DEV ? <Links /> : <PageStyles />}
      </head>
      <body>
        {children}
        {isStatic ? null : <Scripts />}
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <SiteFactsProvider value={loaderData}>
      <CartProvider terms={loaderData.cart}>
        <OpenCartProvider>
          <StockOfOpenPage>
            <PaymentReturnProvider>
              <NavigationGuard>
                <Outlet />
              </NavigationGuard>
            </PaymentReturnProvider>
          </StockOfOpenPage>
        </OpenCartProvider>
      </CartProvider>
      <ScrollAndFocus />
      <PageProgress />
    </SiteFactsProvider>
  )
}

/** Also of a page whose frame could not be read with it, as on a line that is dead: its ways lead back to where she was (N161). */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const isAt = (place: string) => pathname.startsWith(place)
  // What is not there says nothing of the desk to anybody.
  const isAtDesk = isAt(href('/admin')) && status >= 500
  const frame = isAtDesk ? 'desk' : isAt(href('/gallery')) ? 'gallery' : 'shop'
  return (
    <main id="main">
      <ErrorPage status={status} frame={frame} isOffline={isUnanswered(error)} />
    </main>
  )
}

/** How browsers begin to say that a request had no answer; a fault of a program, which may name a fetch as well, begins otherwise. */
const unansweredWords = /^(failed to fetch|load failed|network ?error|the (network|internet) connection)/i

const isUnanswered = (error: unknown): boolean =>
  error instanceof TypeError && unansweredWords.test(error.message)
