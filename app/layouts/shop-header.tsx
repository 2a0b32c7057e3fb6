import { Link, NavLink } from 'react-router'
import { LaterWish } from '~/features/wishlist/ui/later-wish.tsx'
import { Icon, type IconName } from '~/ui/icon.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { CartBadge } from './cart-badge.tsx'
import css from './shop-header.module.css'

const sections: ReadonlyArray<{ to: string; label: string; icon: IconName }> = [
  { to: '/all-products', label: '生地', icon: 'fabric' },
  { to: '/kits', label: 'キット', icon: 'kit' },
  { to: '/influencer_subscription', label: 'コラボ', icon: 'collab' },
  { to: '/subscription', label: 'サブスク', icon: 'subscription' },
]

export function ShopHeader() {
  const { name } = useSiteFacts()
  return (
    <header className={css.header}>
      <div className={css.bar}>
        <Link to="/" className={css.brand}>
          <img src="/Image/logo.svg" alt="" width="40" height="40" fetchPriority="low" />
          <span>{name}</span>
        </Link>
        <Link to="/wishlist" className={css.wishes}>
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
