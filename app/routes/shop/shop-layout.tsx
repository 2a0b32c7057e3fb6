import type { ReactNode } from 'react'
import { isRouteErrorResponse, Outlet, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { CartProvider } from '~/features/cart/ui/use-cart.tsx'
import { shopClosure } from '~/features/catalogue/closing.queries.server.ts'
import { ClosureNotice, ShopClosureProvider } from '~/features/catalogue/ui/shop-closure.tsx'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { withinLimit } from '~/server/time-limit.ts'
import { ErrorPage } from '~/ui/error-page.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/shop-layout'
import { CartDoorProvider } from './cart-door.tsx'
import { PaymentReturnProvider } from './payment-return.tsx'
import { PaymentReturnNotice } from './payment-return-notice.tsx'
import { ShopFooter } from './shop-footer.tsx'
import { ShopHeader } from './shop-header.tsx'
import css from './shop-layout.module.css'

/**
 * Whether the shop is closed. Checkout asks again for itself: a page that cannot find out in time shows no notice rather
 * than nothing at all.
 */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const read = readOrFailure(context, 'closure', shopClosure)
  const closure = await withinLimit(askLimitMs, read, () => null)
  return { closed: closure?.ok ? (closure.value?.message ?? null) : null }
}

const askLimitMs = 500
const asksTheServerAnyway: ReadonlySet<string> = new Set([
  '/',
  '/all-products',
  '/kits',
  '/influencer_subscription',
])

/** A page that needs nothing of the server stays instant, and opens without a line. */
export const shouldRevalidate = ({ nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate && asksTheServerAnyway.has(nextUrl.pathname)

/** Header and footer of the shop's pages; the gallery has its own (S:L24, P10). */
export default function ShopLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame closed={loaderData.closed}>
      <Outlet />
    </Frame>
  )
}

/** A page of the shop that failed keeps the shop around it: the ways on are where they always are. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame closed={loaderData?.closed ?? null}>
      <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
    </Frame>
  )
}

/** Does the page say itself how the payment ended? /success does where it is told of one, and has no word of a closed shop beside it. */
const saysItself = (pathname: string, search: string) =>
  pathname === '/success' && new URLSearchParams(search).has('session_id')

function Frame({ closed, children }: { readonly closed: string | null; readonly children: ReactNode }) {
  const { pathname, search } = useLocation()
  const { cart } = useSiteFacts()
  const isOff = saysItself(pathname, search)
  return (
    <ShopClosureProvider value={closed}>
      <CartProvider terms={cart}>
        <PaymentReturnProvider isOff={isOff}>
          <CartDoorProvider>
            <a className={css.skip} href="#main">
              本文へ移動
            </a>
            <ShopHeader />
            <main id="main" className={css.main}>
              {closed === null || isOff ? null : (
                <div className={css.closed}>
                  <ClosureNotice />
                </div>
              )}
              {isOff ? null : <PaymentReturnNotice />}
              {children}
            </main>
            <ShopFooter />
          </CartDoorProvider>
        </PaymentReturnProvider>
      </CartProvider>
    </ShopClosureProvider>
  )
}
