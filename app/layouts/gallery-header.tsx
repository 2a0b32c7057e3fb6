import { Link, useLocation } from 'react-router'
import type { MemberFace } from '~/features/members/rules.ts'
import { Icon } from '~/ui/icon.tsx'
import { SearchBox } from '~/ui/search-box.tsx'
import { CartBadge } from './cart-badge.tsx'
import css from './gallery-header.module.css'
import { MemberMenu } from './member-menu.tsx'

/** One row: shop, gallery, search, cart, member; on a phone the search stands below it. */
export function GalleryHeader({
  viewer,
  curates,
}: {
  readonly viewer: MemberFace | null
  readonly curates: boolean
}) {
  return (
    <header className={css.header}>
      <Link to="/" className={css.shop}>
        布と<span>キット</span>
      </Link>
      <Link to="/gallery" className={css.gallery}>
        <Icon name="gallery" />
        作品ギャラリー
      </Link>
      <GallerySearch />
      <div className={css.own}>
        <CartBadge compact />
        {viewer === null ? <LoginLink /> : <MemberMenu viewer={viewer} curates={curates} />}
      </div>
    </header>
  )
}

function GallerySearch() {
  const { pathname, search } = useLocation()
  const words = pathname === '/gallery/search' ? (new URLSearchParams(search).get('q') ?? '') : ''
  return (
    <div className={css.search}>
      <SearchBox action="/gallery/search" label="作品をさがす" q={words} />
    </div>
  )
}

function LoginLink() {
  const { pathname, search } = useLocation()
  const isThere = pathname === '/gallery/login'
  const comesBack = !isThere && pathname !== '/gallery'
  return (
    <Link
      to={`/gallery/login${comesBack ? `?${new URLSearchParams({ next: `${pathname}${search}` })}` : ''}`}
      className={css.login}
      aria-current={isThere ? 'page' : undefined}
    >
      ログイン
    </Link>
  )
}
