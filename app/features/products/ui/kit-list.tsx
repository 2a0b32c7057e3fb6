import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Filters } from '~/ui/filters.tsx'
import {
  allKits,
  type KitListing,
  kitListingQuery,
  productCountText,
  type ShownKits,
} from '../listing.rules.ts'
import { type Kit, type KitLevel, levelName } from '../rules.ts'
import kitCss from './kit-list.module.css'
import { NoKit } from './nothing-found.tsx'
import { CountedChoices, closing, OrderChoices } from './product-filters.tsx'
import css from './product-list.module.css'
import { kinds, leadOn, type Made, ProductList } from './product-list.tsx'

/** `sale` renders a kit's price and button, `need` how much fabric is missing for it (C28). */
export function KitList({
  page,
  pageSize,
  beside,
  sale,
  need,
  made,
}: {
  readonly page: ShownKits
  readonly pageSize: number
  readonly beside: ReactNode
  readonly sale: (kit: Kit) => ReactNode
  readonly need: (kit: Kit) => ReactNode
  readonly made: Made
}) {
  const { listing, kits, total, levels, more } = page
  const query = (change: Partial<KitListing>) =>
    kitListingQuery({ ...listing, count: pageSize, ...change }, pageSize)
  const to = (change: Partial<KitListing>) => `${kinds.kit.path}${query(change)}`
  const isAll = listing.q === '' && listing.level === null && listing.price === null
  const narrowing =
    page.instead === null || leadOn(page.prices, listing.price !== null)
      ? page
      : { ...page, listing: allKits(pageSize), prices: page.instead.prices }
  const toNarrowed = (change: Partial<KitListing>) =>
    `${kinds.kit.path}${kitListingQuery({ ...narrowing.listing, count: pageSize, ...change }, pageSize)}`
  return (
    <ProductList
      kind={kinds.kit}
      isAnySold={levels.length > 0}
      q={page.typed}
      total={total}
      products={kits}
      instead={page.instead?.kits ?? null}
      more={more}
      query={query}
      chosen={listing.price === null ? 0 : 1}
      filters={<KitFilters page={narrowing} to={toNarrowed} />}
      said={(isChanging) => (
        <>
          <LevelButtons levels={levels} level={listing.level} to={toNarrowed} />
          <p role="status" className={css.numbers}>
            {isChanging
              ? '読み込んでいます…'
              : productCountText({ q: listing.q, total, shown: kits.length }, isAll)}
          </p>
        </>
      )}
      beside={beside}
      nothing={<NoKit page={page} to={to} pageSize={pageSize} />}
      sale={sale}
      need={need}
      made={made}
    />
  )
}
/** All but the level, which stands apart. */
function KitFilters({
  page: { listing, prices, total },
  to,
}: {
  readonly page: ShownKits
  readonly to: (change: Partial<KitListing>) => string
}) {
  return (
    <Filters key={listing.q} close={closing(total)}>
      <CountedChoices name="価格" choices={prices} chosen={listing.price} to={(price) => to({ price })} />
      <OrderChoices listing={listing} usual="おすすめ順" to={(order) => to({ order })} />
    </Filters>
  )
}

function LevelButtons({
  levels,
  level,
  to,
}: {
  readonly levels: readonly KitLevel[]
  readonly level: KitLevel | null
  readonly to: (change: Partial<KitListing>) => string
}) {
  return (
    <nav aria-label="レベルでしぼりこむ">
      <ul className={kitCss.levels}>
        {[null, ...levels].map((each) => (
          <li key={each ?? 'all'}>
            <Link
              className={kitCss.level}
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
