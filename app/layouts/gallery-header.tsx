import { Link, useLocation } from 'react-router'
import type { MemberFace } from '~/features/accounts/profile/rules.ts'
import { href } from '~/href.ts'
import { Icon } from '~/ui/icon.tsx'
import { inPhrases } from '~/ui/phrases.tsx'
import { SearchBox } from '~/ui/search-box.tsx'
import { CartBadge } from './cart-badge.tsx'
import css from './gallery-header.module.css'
import { MemberMenu } from './member-menu.tsx'

/** One row: the shop's fabrics and kits, gallery, search, cart, member; on phones the search is below. */
export function GalleryHeader({
  viewer,
  curates,
}: {
  readonly viewer: MemberFace | null
  readonly curates: boolean
}) {
  return (
    <header className={css.header}>
      <nav aria-label="お店" className={css.shop}>
        <Link to={href('/all-products')}>生地</Link>
        <Link to={href('/kits')}>キット</Link>
      </nav>
      <Link to={href('/gallery')} className={css.gallery}>
        <Icon name="gallery" />
        <span>{inPhrases('作品ギャラリー')}</span>
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
  const words = pathname === href('/gallery/search') ? (new URLSearchParams(search).get('q') ?? '') : ''
  return (
    <div className={css.search}>
      <SearchBox action={href('/gallery/search')} label="作品をさがす" q={words} area="recipe" />
    </div>
  )
}

function LoginLink() {
  const { pathname, search } = useLocation()
  const isThere = pathname === href('/gallery/login')
  const comesBack = !isThere && pathname !== href('/gallery')
  return (
    <Link
      to={href('/gallery/login', { next: comesBack ? `${pathname}${search}` : undefined })}
      className={css.login}
      aria-current={isThere ? 'page' : undefined}
    >
      <Icon name="member" />
      <span>ログイン</span>
    </Link>
  )
}
