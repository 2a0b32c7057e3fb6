import { Link, useLocation } from 'react-router'
import { href } from '~/href.ts'
import type { DeskCard } from '~/kernel/desk-card.ts'
import { placeOnPhone, shownCount, waitingAt } from '../places.rules.ts'
import css from './desk-places.module.css'

/** In the order of bar and rail. */
export const places = [
  { to: href('/admin'), name: 'きょう', place: 'today', ownerOnly: false },
  { to: href('/admin/orders'), name: '注文', place: 'orders', ownerOnly: false },
  { to: href('/admin/products'), name: '商品', place: 'products', ownerOnly: false },
  { to: href('/admin/shop'), name: 'お店', place: 'shop', ownerOnly: true },
  { to: href('/admin/more'), name: 'その他', place: 'more', ownerOnly: false },
] as const

type Place = (typeof places)[number]

/** 商品 leads to what the bar counts there, one heading for each reason (N93). */
export const wayTo = ({ to, place }: Place, cards: readonly DeskCard[]): string =>
  place === 'products' && waitingAt(cards, place) > 0 ? href('/admin/products', { state: 'todo' }) : to

/** The bar at the foot of screens that have no room for the rail. */

export function DeskPlaces({
  label,
  isOwner,
  cards,
}: {
  readonly label: string
  readonly isOwner: boolean
  readonly cards: readonly DeskCard[]
}) {
  const { pathname } = useLocation()
  const here = placeOnPhone(pathname)
  return (
    <nav aria-label={label} className={css.places}>
      {places
        .filter(({ ownerOnly }) => isOwner || !ownerOnly)
        .map((each) => (
          <Link
            key={each.to}
            to={wayTo(each, cards)}
            className={css.place}
            aria-current={pathname === each.to ? 'page' : each.place === here ? 'true' : undefined}
          >
            {each.name}
            <Waiting count={waitingAt(cards, each.place)} isRed={each.place === 'today'} />
          </Link>
        ))}
    </nav>
  )
}

export function Waiting({ count, isRed }: { readonly count: number; readonly isRed: boolean }) {
  if (count === 0) return null
  return (
    <span className={`${css.count} ${isRed ? css.red : ''}`}>
      <span className="visually-hidden">（</span>
      {shownCount(count)}
      <span className="visually-hidden">件）</span>
    </span>
  )
}
