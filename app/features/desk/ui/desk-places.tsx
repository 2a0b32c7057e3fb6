import { Link, useLocation } from 'react-router'
import { href } from '~/href.ts'
import type { DeskCard } from '~/kernel/desk-card.ts'
import { placeAt, shownCount, waitingAt } from '../places.rules.ts'
import css from './desk-places.module.css'

const places = [
  { to: href('/admin'), name: 'きょう', place: 'today', ownerOnly: false },
  { to: href('/admin/orders'), name: '注文', place: 'orders', ownerOnly: false },
  { to: href('/admin/products'), name: '商品', place: 'products', ownerOnly: false },
  { to: href('/admin/shop'), name: 'お店', place: 'shop', ownerOnly: true },
  { to: href('/admin/more'), name: 'その他', place: 'more', ownerOnly: false },
] as const

/** What the bar counts at 商品, one heading for each reason (N93). */
const toDo = href('/admin/products', { state: 'todo' })

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
  const here = placeAt(pathname)
  return (
    <nav aria-label={label} className={css.places}>
      {places
        .filter(({ ownerOnly }) => isOwner || !ownerOnly)
        .map(({ to, name, place }) => (
          <Link
            key={to}
            to={place === 'products' && waitingAt(cards, place) > 0 ? toDo : to}
            className={css.place}
            aria-current={pathname === to ? 'page' : place === here ? 'true' : undefined}
          >
            {name}
            <Waiting count={waitingAt(cards, place)} isRed={place === 'today'} />
          </Link>
        ))}
    </nav>
  )
}

function Waiting({ count, isRed }: { readonly count: number; readonly isRed: boolean }) {
  if (count === 0) return null
  return (
    <span className={`${css.count} ${isRed ? css.red : ''}`}>
      <span className="visually-hidden">（</span>
      {shownCount(count)}
      <span className="visually-hidden">件）</span>
    </span>
  )
}
