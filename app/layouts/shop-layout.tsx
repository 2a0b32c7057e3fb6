import type { ReactNode } from 'react'
import { isRouteErrorResponse, Outlet, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { PaymentNotice } from '~/features/orders/checkout/ui/payment-notice.tsx'
import { pageShowsPayment } from '~/features/orders/checkout/ui/payment-return.tsx'
import { ClosureNotice, ShopClosureProvider } from '~/features/products/ui/shop-closure.tsx'
import { isAt } from '~/href.ts'
import { appContext, wayToDeskContext } from '~/services.server.ts'
import { ErrorPage } from '~/ui/error-page.tsx'
import type { Route } from './+types/shop-layout'
import { closedMessage } from './closed-message.server.ts'
import { ShopFooter } from './shop-footer.tsx'
import { ShopHeader } from './shop-header.tsx'
import css from './shop-layout.module.css'
import { WayToDesk } from './way-to-desk.tsx'

interface FrameFacts {
  readonly closed: string | null
  /** Where a person of the desk was there; for everybody else there is no such field, and her page is nobody else's (N99). */
  readonly desk?: string
}

export const loader = async ({ context }: Route.LoaderArgs): Promise<FrameFacts> => {
  const desk = context.get(wayToDeskContext)
  return { closed: await closedMessage(context.get(appContext)), ...(desk === null ? {} : { desk }) }
}

/** Not for pages without a loader, which then open at once and offline. */
export const shouldRevalidate = ({ nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate && !isAt(nextUrl.pathname, PAGES_WITHOUT_LOADER)

export default function ShopLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame {...(loaderData ?? { closed: null })}>
      <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
    </Frame>
  )
}

function Frame({ closed, desk, children }: FrameFacts & { readonly children: ReactNode }) {
  const showsPayment = pageShowsPayment(useLocation())
  return (
    <ShopClosureProvider value={closed}>
      <a href="#main">本文へ移動</a>
      {desk === undefined ? null : <WayToDesk to={desk} className={css.closed} />}
      <ShopHeader />
      <main id="main">
        {closed === null || showsPayment ? null : (
          <div className={css.closed}>
            <ClosureNotice />
          </div>
        )}
        <PaymentNotice />
        {children}
      </main>
      <ShopFooter />
    </ShopClosureProvider>
  )
}
