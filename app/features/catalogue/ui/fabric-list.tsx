import type { ReactNode } from 'react'
import { Link, useNavigation } from 'react-router'
import { ButtonLink } from '~/ui/button.tsx'
import { useFocusOnFirstNew } from '~/ui/use-focus-on-first-new.ts'
import {
  type FilterNames,
  type ListedPage,
  type Listing,
  listingQuery,
  type SellableProduct,
} from '../rules.ts'
import { cardId, FabricCard } from './fabric-card.tsx'
import css from './fabric-list.module.css'
import { NameFilter, NameSearch } from './name-filter.tsx'

export interface FabricPage extends ListedPage<SellableProduct> {
  readonly listing: Listing
  readonly filter: FilterNames
}

/** Filter, number of fabrics, cards and もっと見る (P6, P7); `buy` renders a card's button. */
export function FabricList({
  page,
  pageSize,
  buy,
}: {
  readonly page: FabricPage
  readonly pageSize: number
  readonly buy: (fabric: SellableProduct) => ReactNode
}) {
  const { listing, filter, shown } = page
  const isChanging = useNavigation().location?.pathname === '/all-products'
  const isSearched = filter.hasMore && !page.exact
  const { list, askedForMore } = useFocusOnFirstNew(shown.length)
  if (filter.names.length === 0)
    return (
      <p className={css.empty}>ただいま販売中の生地はありません。販売の再開まで、しばらくお待ちください。</p>
    )
  return (
    <section aria-labelledby="fabrics-heading" className={css.area}>
      <h2 id="fabrics-heading" className="visually-hidden">
        生地の一覧
      </h2>
      <div className={css.tools}>
        <div className={css.filters}>
          <NameFilter names={filter.names} name={listing.name} searched={isSearched} />
          {filter.hasMore ? <NameSearch searched={page.exact ? '' : listing.name} /> : null}
        </div>
        <Numbers page={page} />
      </div>
      {shown.length === 0 ? <NothingFound name={listing.name} searched={isSearched} /> : null}
      <ul ref={list} className={css.cards} aria-busy={isChanging}>
        {shown.map((fabric, place) => (
          <FabricCard key={fabric.number} fabric={fabric} place={place} buy={buy(fabric)} />
        ))}
      </ul>
      <More page={page} pageSize={pageSize} onAsk={askedForMore} />
    </section>
  )
}

function Numbers({ page: { total, shown } }: { readonly page: FabricPage }) {
  const part = shown.length < total ? `（${shown.length}件を表示）` : ''
  return (
    <p role="status" className={css.numbers}>
      {`商品数 ${total}件${part}`}
    </p>
  )
}

function NothingFound({ name, searched }: { readonly name: string; readonly searched: boolean }) {
  return (
    <div className={css.empty}>
      <p>
        {searched
          ? `「${name}」に合う生地は見つかりませんでした。`
          : `「${name}」の生地は、いま販売していません。`}
      </p>
      <p>
        <Link to="/all-products">すべての生地を見る</Link>
      </p>
    </div>
  )
}

function More({
  page: { listing, more, total, shown },
  pageSize,
  onAsk,
}: {
  readonly page: FabricPage
  readonly pageSize: number
  readonly onAsk: () => void
}) {
  if (more === null)
    return shown.length < total ? <p className={css.end}>続きは、生地名でしぼり込んでご覧ください。</p> : null
  return (
    <p className={css.end}>
      <ButtonLink
        look="secondary"
        to={`${listingQuery({ ...listing, count: more }, pageSize)}#${cardId(shown.length)}`}
        replace
        preventScrollReset
        onClick={onAsk}
      >
        もっと見る
      </ButtonLink>
    </p>
  )
}
