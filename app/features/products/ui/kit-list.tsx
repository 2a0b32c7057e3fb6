import type { ReactNode } from 'react'
import { Link, useNavigation } from 'react-router'
import { href } from '~/href.ts'
import { BlankCards, useComing } from '~/ui/blank-cards.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { Filters, FiltersButton } from '~/ui/filters.tsx'
import { SearchBox } from '~/ui/search-box.tsx'
import { useFocusOnFirstNew } from '~/ui/use-focus-on-first-new.ts'
import {
  allKits,
  type Kit,
  type KitLevel,
  type KitListing,
  type KitPage,
  kitListingQuery,
  levelName,
} from '../kit.ts'
import { countText } from '../listing.rules.ts'
import type { SearchHints } from '../search.rules.ts'
import { KitCard } from './kit-card.tsx'
import css from './kit-list.module.css'
import { NothingFound } from './nothing-found.tsx'
import { CountedChoices, OrderChoices } from './product-filters.tsx'
import goods from './product-list.module.css'

/** `more` is the count that the next もっと見る asks for, null when there is none. */
export interface ShownKits extends KitPage {
  readonly listing: KitListing
  readonly more: number | null
  readonly hints: SearchHints
}

type AddressOf = (change: Partial<KitListing>) => string

/** `sale` renders a kit's price and button. */
export function KitList({
  page,
  pageSize,
  sale,
}: {
  readonly page: ShownKits
  readonly pageSize: number
  readonly sale: (kit: Kit) => ReactNode
}) {
  const { listing, kits, total, levels, more } = page
  const isLoading = useNavigation().location?.pathname === href('/kits')
  const coming = useComing(
    more === null ? null : `${href('/kits')}${kitListingQuery({ ...listing, count: more }, pageSize)}`,
    { shown: kits.length, more, total },
  )
  const { list, askedForMore } = useFocusOnFirstNew(kits.length)
  if (levels.length === 0)
    return <EmptyBox>ただいま販売中のキットはありません。次の入荷をお待ちください。</EmptyBox>
  const to: AddressOf = (change) =>
    `${href('/kits')}${kitListingQuery({ ...listing, count: pageSize, ...change }, pageSize)}`
  const isAll = listing.q === '' && listing.level === null && listing.price === null
  return (
    <section className={`${goods.area} ${css.area}`} aria-labelledby="kits-heading">
      <h2 id="kits-heading" className="visually-hidden">
        キットの一覧
      </h2>
      <div className={goods.bar}>
        <SearchBox
          action={href('/kits')}
          label="キットをさがす"
          q={listing.q}
          rest={kitListingQuery({ ...listing, q: '', count: pageSize }, pageSize)}
        />
        <FiltersButton chosen={listing.price === null ? 0 : 1} />
      </div>
      <Filters close={`${total}点を見る`}>
        <CountedChoices
          name="価格"
          choices={page.prices}
          chosen={listing.price}
          to={(price) => to({ price })}
        />
        <OrderChoices listing={listing} usual="新着順" to={(order) => to({ order })} />
      </Filters>
      <div className={`${goods.results} ${css.results}`}>
        <LevelButtons levels={levels} level={listing.level} to={to} />
        <p role="status" className={goods.numbers}>
          {isLoading ? '読み込んでいます…' : countText({ q: listing.q, total, shown: kits.length }, isAll)}
        </p>
        {kits.length === 0 ? <NoKit page={page} to={to} pageSize={pageSize} /> : null}
        <ul ref={list} className={`${goods.cards} ${css.cards}`} aria-busy={isLoading && coming === 0}>
          {kits.map((kit, place) => (
            <KitCard key={kit.number} kit={kit} place={place} sale={sale(kit)} />
          ))}
          <BlankCards count={coming} />
        </ul>
        {more === null ? null : (
          <p className={goods.end}>
            <ButtonLink
              look="secondary"
              to={to({ count: more })}
              replace
              preventScrollReset
              onClick={askedForMore}
            >
              もっと見る
            </ButtonLink>
          </p>
        )}
      </div>
    </section>
  )
}

function NoKit({
  page: { listing, hints },
  to,
  pageSize,
}: {
  readonly page: ShownKits
  readonly to: AddressOf
  readonly pageSize: number
}) {
  const { q, level, price } = listing
  const other = { ...allKits(pageSize), order: listing.order }
  const said =
    q !== ''
      ? `「${q}」に合うキットは見つかりませんでした。`
      : price === null
        ? 'このレベルのキットは、いま販売していません。'
        : 'この条件に合うキットは、いま販売していません。'
  return (
    <NothingFound
      said={said}
      q={q}
      hints={hints}
      wider={q !== '' && (level !== null || price !== null) ? to({ ...other, q }) : null}
      searched={(word) => to({ ...other, q: word })}
    >
      {q === '' ? null : <Link to={href('/all-products', { q })}>生地で「{q}」をさがす</Link>}
      <Link to={href('/kits')}>すべてのキットを見る</Link>
    </NothingFound>
  )
}

function LevelButtons({
  levels,
  level,
  to,
}: {
  readonly levels: readonly KitLevel[]
  readonly level: KitLevel | null
  readonly to: AddressOf
}) {
  return (
    <nav aria-label="レベルでしぼりこむ">
      <ul className={css.levels}>
        {[null, ...levels].map((each) => (
          <li key={each ?? 'all'}>
            <Link
              className={css.level}
              to={to({ level: each })}
              aria-current={each === level ? 'page' : undefined}
              preventScrollReset
            >
              {each === null ? 'すべて' : levelName(each)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
