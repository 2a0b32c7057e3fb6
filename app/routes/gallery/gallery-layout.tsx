import type { ReactNode } from 'react'
import { isRouteErrorResponse, Link, Outlet } from 'react-router'
import { ErrorPage } from '~/ui/error-page.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/gallery-layout'
import css from './gallery-layout.module.css'

const support = [
  { to: '/legal', name: '特定商取引法に基づく表記' },
  { to: '/privacy', name: 'プライバシーポリシー' },
  { to: '/terms', name: '利用規約' },
  { to: '/contact', name: 'お問い合わせ' },
]

/** The gallery's own frame: neither header nor footer of the shop, but its footer keeps the legal pages (P10). */
export default function GalleryLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
    </Frame>
  )
}

function Frame({ children }: { readonly children: ReactNode }) {
  const { name: shopName } = useSiteFacts()
  return (
    <>
      <header className={css.bar}>
        <Link to="/">{shopName}</Link>
        <Link to="/gallery">作品ギャラリー</Link>
      </header>
      <main id="main">{children}</main>
      <footer className={css.bar}>
        {support.map(({ to, name }) => (
          <Link key={to} to={to}>
            {name}
          </Link>
        ))}
      </footer>
    </>
  )
}
