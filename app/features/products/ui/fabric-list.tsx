import type { ReactNode } from 'react'
import { Link, useNavigation } from 'react-router'
import { href } from '~/href.ts'
import { BlankCards, useComing } from '~/ui/blank-cards.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { Chip, Chips, ClearFilters, FiltersButton } from '~/ui/filters.tsx'
import { SearchBox } from '~/ui/search-box.tsx'
import { useFocusOnFirstNew } from '~/ui/use-focus-on-first-new.ts'
import { allFabrics, countText, isNarrowed, type Listing, listingQuery } from '../listing.rules.ts'
import type { FilterNames } from '../names.rules.ts'
import type { NarrowedFabrics } from '../narrowing.rules.ts'
import type { SellableProduct } from '../rules.ts'
import type { SearchHints } from '../search.rules.ts'
import { cardId, FabricCard } from './fabric-card.tsx'
import { FabricFilters } from './fabric-filters.tsx'
import css from './fabric-list.module.css'
import { NothingFound } from './nothing-found.tsx'
import goods from './product-list.module.css'

/** On a large screen less than two pixels for each point, so that a first visit with photographs stays under 400 kB (P34). */
const listSizes = '(min-width: 48rem) 12.4rem, 30vw'

export interface FabricPage extends NarrowedFabrics<SellableProduct> {
  readonly listing: Listing
  readonly filter: FilterNames
  readonly hints: SearchHints
}

/** Search, filters, number of fabrics, cards and もっと見る (P6, P7); `buy` renders a card's button. */
export function FabricList({
  page,
  pageSize,
  buy,
}: {
  readonly page: FabricPage
  readonly pageSize: number
  readonly buy: (fabric: SellableProduct) => ReactNode
}) {
  const { listing, filter, shown, total, more } = page
  const isChanging = useNavigation().location?.pathname === href('/all-products')
  const coming = useComing(
    more === null ? null : `${href('/all-products')}${listingQuery({ ...listing, count: more }, pageSize)}`,
    { shown: shown.length, more, total },
  )
  const { list, askedForMore } = useFocusOnFirstNew(shown.length)
  if (filter.names.length === 0)
    return <EmptyBox>ただいま販売中の生地はありません。販売の再開まで、しばらくお待ちください。</EmptyBox>
  const to = (change: Partial<Listing>) =>
    `${href('/all-products')}${listingQuery({ ...listing, count: pageSize, ...change }, pageSize)}`
  const chosen = chosenOf(page)
  return (
    <section aria-labelledby="fabrics-heading" className={`${goods.area} ${css.area}`}>
      <h2 id="fabrics-heading" className="visually-hidden">
        生地の一覧
      </h2>
      <div className={goods.bar}>
        <SearchBox
          action={href('/all-products')}
          label="生地をさがす"
          q={listing.q}
          rest={listingQuery({ ...listing, q: '', count: pageSize }, pageSize)}
        />
        <FiltersButton chosen={chosen.length} />
      </div>
      <FabricFilters page={page} to={to} pageSize={pageSize} />
      <div className={`${goods.results} ${css.results}`}>
        <div className={css.said}>
          <Numbers listing={listing} total={total} shown={shown.length} />
          <Chosen chosen={chosen} to={to} />
        </div>
        {shown.length === 0 ? <NoFabric page={page} to={to} pageSize={pageSize} /> : null}
        <ul ref={list} className={`${goods.cards} ${css.cards}`} aria-busy={isChanging && coming === 0}>
          {shown.map((fabric, place) => (
            <FabricCard
              key={fabric.number}
              fabric={fabric}
              place={place}
              buy={buy(fabric)}
              sizes={listSizes}
            />
          ))}
          <BlankCards count={coming} />
        </ul>
        <More page={page} pageSize={pageSize} onAsk={askedForMore} />
      </div>
    </section>
  )
}

type AddressOf = (change: Partial<Listing>) => string

function Numbers({
  listing,
  total,
  shown,
}: {
  readonly listing: Listing
  readonly total: number
  readonly shown: number
}) {
  const isAll = listing.name === '' && !isNarrowed(listing)
  return (
    <p role="status" className={goods.numbers}>
      {countText({ q: listing.q, total, shown }, isAll)}
    </p>
  )
}

interface ChosenFilter {
  readonly name: string
  readonly undone: Partial<Listing>
}

const chosenOf = ({ listing, choices }: FabricPage): readonly ChosenFilter[] => {
  const nameOf = <Id,>(all: ReadonlyArray<{ readonly id: Id; readonly name: string }>, id: Id | null) =>
    all.find((choice) => choice.id === id)?.name ?? ''
  const all: readonly ChosenFilter[] = [
    { name: listing.name, undone: { name: '' } },
    { name: nameOf(choices.colour, listing.colour), undone: { colour: null } },
    { name: nameOf(choices.pattern, listing.pattern), undone: { pattern: null } },
    { name: nameOf(choices.material, listing.material), undone: { material: null } },
    { name: nameOf(choices.price, listing.price), undone: { price: null } },
  ]
  return all.filter(({ name }) => name !== '')
}

/** What narrows the list, each to be undone by itself. */
function Chosen({ chosen, to }: { readonly chosen: readonly ChosenFilter[]; readonly to: AddressOf }) {
  if (chosen.length === 0) return null
  const none: Partial<Listing> = Object.assign({}, ...chosen.map(({ undone }) => undone))
  return (
    <>
      <Chips name="しぼりこんでいる条件">
        {chosen.map(({ name, undone }) => (
          <Chip key={name} to={to(undone)} isChosen canBeUndone>
            {name}
          </Chip>
        ))}
      </Chips>
      {chosen.length > 1 ? <ClearFilters to={to(none)} /> : null}
    </>
  )
}

function NoFabric({
  page: { listing, filter, exact, hints },
  to,
  pageSize,
}: {
  readonly page: FabricPage
  readonly to: AddressOf
  readonly pageSize: number
}) {
  const { q, name } = listing
  const other = { ...allFabrics(pageSize), order: listing.order }
  const isOnlyNamed = name !== '' && !isNarrowed(listing)
  const said = isOnlyNamed
    ? filter.hasMore && !exact
      ? `「${name}」に合う生地は見つかりませんでした。`
      : `「${name}」の生地は、いま販売していません。`
    : q === ''
      ? 'この条件に合う生地は、いま販売していません。'
      : `「${q}」に合う生地は見つかりませんでした。`
  const isWiderThere = q !== '' && (name !== '' || isNarrowed({ ...listing, q: '' }))
  return (
    <NothingFound
      said={said}
      q={q}
      hints={hints}
      wider={isWiderThere ? to({ ...other, q }) : null}
      searched={(word) => to({ ...other, q: word })}
    >
      {q === '' ? null : <Link to={href('/kits', { q })}>キットで「{q}」をさがす</Link>}
      <Link to={href('/all-products')}>すべての生地を見る</Link>
    </NothingFound>
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
    return shown.length < total ? <p className={goods.end}>続きは、しぼりこんでご覧ください。</p> : null
  return (
    <p className={goods.end}>
      <ButtonLink
        look="secondary"
        to={`${href('/all-products')}${listingQuery({ ...listing, count: more }, pageSize)}#${cardId(shown.length)}`}
        replace
        preventScrollReset
        onClick={onAsk}
      >
        もっと見る
      </ButtonLink>
    </p>
  )
}
