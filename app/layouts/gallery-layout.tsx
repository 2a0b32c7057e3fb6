import type { ReactNode } from 'react'
import { isRouteErrorResponse, Link, Outlet } from 'react-router'
import { ShopClosureProvider } from '~/features/catalogue/ui/shop-closure.tsx'
import { PaymentNotice } from '~/features/checkout/ui/payment-notice.tsx'
import { appContext } from '~/services.server.ts'
import { ErrorPage } from '~/ui/error-page.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/gallery-layout'
import { CartBadge } from './cart-badge.tsx'
import { closedMessage } from './closed-message.server.ts'
import css from './gallery-layout.module.css'

const support = [
  { to: '/legal', name: '特定商取引法に基づく表記' },
  { to: '/privacy', name: 'プライバシーポリシー' },
  { to: '/terms', name: '利用規約' },
  { to: '/contact', name: 'お問い合わせ' },
]

export const loader = async ({ context }: Route.LoaderArgs) => ({
  closed: await closedMessage(context.get(appContext)),
})

/** Neither header nor footer of the shop, but its cart and the legal pages (P10). */
export default function GalleryLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame closed={loaderData.closed}>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame closed={loaderData?.closed ?? null}>
      <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
    </Frame>
  )
}

function Frame({ closed, children }: { readonly closed: string | null; readonly children: ReactNode }) {
  const { name: shopName } = useSiteFacts()
  return (
    <ShopClosureProvider value={closed}>
      <header className={css.header}>
        <div className={css.bar}>
          <Link to="/">{shopName}</Link>
          <Link to="/gallery">作品ギャラリー</Link>
          <div className={css.cart}>
            <CartBadge />
          </div>
        </div>
      </header>
      <main id="main">
        <PaymentNotice />
        {children}
      </main>
      <footer className={css.bar}>
        {support.map(({ to, name }) => (
          <Link key={to} to={to}>
            {name}
          </Link>
        ))}
      </footer>
    </ShopClosureProvider>
  )
}
