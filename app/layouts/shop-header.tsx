import { Link, NavLink, useLocation } from 'react-router'
import { LaterWish } from '~/features/products/wishlist/ui/later-wish.tsx'
import { href, isAt } from '~/href.ts'
import { Icon, type IconName } from '~/ui/icon.tsx'
import { SearchBox } from '~/ui/search-box.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { CartBadge } from './cart-badge.tsx'
import css from './shop-header.module.css'

const sections: ReadonlyArray<{ to: string; label: string; icon: IconName }> = [
  { to: href('/all-products'), label: '生地', icon: 'fabric' },
  { to: href('/kits'), label: 'キット', icon: 'kit' },
  { to: href('/influencer_subscription'), label: 'コラボ', icon: 'collab' },
  { to: href('/subscription'), label: 'サブスク', icon: 'subscription' },
  { to: href('/gallery'), label: '作品', icon: 'gallery' },
]

export function ShopHeader() {
  const { name } = useSiteFacts()
  return (
    <header className={css.header}>
      <div className={css.bar}>
        <div className={css.row}>
          <Link to={href('/')} className={css.brand}>
            <img src="/Image/logo.svg" alt="" width="40" height="40" fetchPriority="low" />
            <span>{name}</span>
          </Link>
          <ShopSearch />
        </div>
        <Link to={href('/wishlist')} className={css.wishes}>
          <Icon name="heart" />
          <span>
            気になる<span className="visually-hidden">リスト</span>
          </span>
          <LaterWish />
        </Link>
        <div className={css.cart}>
          <CartBadge preload compact />
        </div>
      </div>
      <nav aria-label="お店の売り場">
        <ul className={css.sections}>
          {sections.map(({ to, label, icon }) => (
            <li key={to}>
              <NavLink to={to} className={css.section ?? ''}>
                <Icon name={icon} />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}

/** Beside the name, at no height of its own; lists have a field that keeps their filters, and each page has one (W57). */
function ShopSearch() {
  const { pathname } = useLocation()
  if (isAt(pathname, ['/all-products', '/kits'])) return null
  return (
    // In Safari a pressed button takes no focus, and would fold up the field under it: this takes it.
    <div className={css.search} tabIndex={-1}>
      <SearchBox
        action={href('/all-products')}
        label="生地・キット・作品をさがす"
        placeholder="さがす"
        q=""
        area="fabric"
      />
    </div>
  )
}
