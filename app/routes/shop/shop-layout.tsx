import type { ReactNode } from 'react'
import { isRouteErrorResponse, Outlet, useLocation } from 'react-router'
import { CartProvider } from '~/features/cart/ui/use-cart.tsx'
import { ErrorPage } from '~/ui/error-page.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/shop-layout'
import { CartDoorProvider } from './cart-door.tsx'
import { PaymentReturnProvider } from './payment-return.tsx'
import { PaymentReturnNotice } from './payment-return-notice.tsx'
import { ShopFooter } from './shop-footer.tsx'
import { ShopHeader } from './shop-header.tsx'
import css from './shop-layout.module.css'

/** Header and footer of the shop's pages; the gallery has its own (S:L24, P10). */
export default function ShopLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** A page of the shop that failed keeps the shop around it: the ways on are where they always are. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
    </Frame>
  )
}

/** Does the page say itself how the payment ended? /success does where it is told of a payment. */
const saysItself = (pathname: string, search: string) =>
  pathname === '/success' && new URLSearchParams(search).has('session_id')

function Frame({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation()
  const { cart } = useSiteFacts()
  const isOff = saysItself(pathname, search)
  return (
    <CartProvider terms={cart}>
      <PaymentReturnProvider isOff={isOff}>
        <CartDoorProvider>
          <a className={css.skip} href="#main">
            本文へ移動
          </a>
          <ShopHeader />
          <main id="main" className={css.main}>
            {isOff ? null : <PaymentReturnNotice />}
            {children}
          </main>
          <ShopFooter />
        </CartDoorProvider>
      </PaymentReturnProvider>
    </CartProvider>
  )
}
