import { Link, useLocation } from 'react-router'
import { href } from '~/href.ts'
import type { DeskCard, DeskCardKind, DeskPlace } from '~/kernel/desk-card.ts'
import { placeAt, type RailPage, railPageAt, waitingAt, waitingOfKinds } from '../places.rules.ts'
import { places, Waiting, wayTo } from './desk-places.tsx'
import css from './desk-rail.module.css'

interface Entry {
  readonly page: RailPage
  readonly to: string
  readonly name: string
  readonly who: 'anybody' | 'counter' | 'owner'
  /** What it counts: what the list holds to which it leads (N93). */
  readonly counts: readonly DeskCardKind[]
}

const below: Partial<Readonly<Record<DeskPlace, readonly Entry[]>>> = {
  orders: [
    { page: 'packing', to: href('/admin/packing'), name: '発送作業', who: 'anybody', counts: ['ship'] },
    {
      page: 'review',
      to: href('/admin/orders', { state: 'review' }),
      name: '確認',
      who: 'owner',
      counts: ['review'],
    },
    {
      page: 'awaiting',
      to: href('/admin/orders', { state: 'awaiting' }),
      name: '入金待ち',
      who: 'owner',
      counts: ['awaiting-payment'],
    },
    {
      page: 'returning',
      to: href('/admin/orders', { state: 'returning' }),
      name: '返品',
      who: 'owner',
      counts: ['return'],
    },
    { page: 'sales', to: href('/admin/sales'), name: '月の売上', who: 'owner', counts: [] },
  ],
  products: [
    {
      page: 'stock',
      to: href('/admin/stock'),
      name: '在庫',
      who: 'counter',
      counts: ['stock-short', 'stock-found', 'stock-recount', 'stock-low', 'sold-out'],
    },
    { page: 'receive', to: href('/admin/receive'), name: '受け取り', who: 'counter', counts: [] },
    {
      page: 'prices',
      to: `${href('/admin/feed')}#prices`,
      name: '価格の確認',
      who: 'owner',
      counts: ['held-price'],
    },
    { page: 'file', to: href('/admin/products/file'), name: 'ファイル', who: 'owner', counts: [] },
  ],
  more: [
    { page: 'reports', to: href('/admin/reports'), name: '通報', who: 'owner', counts: ['report'] },
    { page: 'members', to: href('/admin/members'), name: '会員', who: 'owner', counts: [] },
  ],
}

/** The desk's navigation where a screen has room beside the page: each place with what is below it, and what waits there (N122). */
export function DeskRail({
  label,
  isOwner,
  mayCount,
  cards,
}: {
  readonly label: string
  readonly isOwner: boolean
  /** Whether she counts stock. */
  readonly mayCount: boolean
  readonly cards: readonly DeskCard[]
}) {
  const { pathname, search } = useLocation()
  // A search is of no place.
  const here = pathname === href('/admin/search') ? undefined : placeAt(pathname)
  const page = railPageAt(pathname, new URLSearchParams(search).get('state'))
  const isHers = ({ who }: Entry) => isOwner || who === 'anybody' || (who === 'counter' && mayCount)
  const current = (to: string, isHere: boolean) =>
    isHere ? (to === pathname + search ? 'page' : 'true') : undefined
  return (
    <nav aria-label={label} className={css.rail}>
      <ul className={css.entries}>
        {places
          .filter(({ ownerOnly }) => isOwner || !ownerOnly)
          .map((each) => {
            const { to, name, place } = each
            const entries = (place === 'today' ? [] : (below[place] ?? [])).filter(isHers)
            const isHere = place === placeOf(here, page) && !entries.some((entry) => entry.page === page)
            return (
              <li key={to}>
                <Link to={wayTo(each, cards)} className={css.entry} aria-current={current(to, isHere)}>
                  {name}
                  <Waiting count={waitingAt(cards, place)} isRed={place === 'today'} />
                </Link>
                {entries.length === 0 ? null : (
                  <ul className={css.entries}>
                    {entries.map((entry) => (
                      <li key={entry.page}>
                        <Link
                          to={entry.to}
                          className={`${css.entry} ${css.below}`}
                          aria-current={current(entry.to, entry.page === page)}
                        >
                          {entry.name}
                          <Waiting count={waitingOfKinds(cards, entry.counts)} isRed={false} />
                        </Link>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            )
          })}
      </ul>
    </nav>
  )
}

/** 価格の確認 is a page of お店 in the bar, where it has no entry of its own. */
const placeOf = (place: ReturnType<typeof placeAt>, page: RailPage | undefined) =>
  page === 'prices' ? 'products' : place
