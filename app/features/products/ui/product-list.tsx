import type { ReactNode } from 'react'
import { Link, useNavigation } from 'react-router'
import { href } from '~/href.ts'
import { BlankCards, useComing } from '~/ui/blank-cards.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { FiltersButton, filteredListId } from '~/ui/filters.tsx'
import { Portions } from '~/ui/portions.tsx'
import { SearchBox } from '~/ui/search-box.tsx'
import { useFocusOnFirstNew } from '~/ui/use-focus-on-first-new.ts'
import {
  allFabrics,
  allKits,
  type Choice,
  isNarrowed,
  type KitListing,
  kitListingQuery,
  listingQuery,
  madeText,
  type ProductListing,
  productCountText,
  type ShownKits,
} from '../listing.rules.ts'
import type { FabricPage } from '../narrowing.rules.ts'
import type { Kit, SellableProduct } from '../rules.ts'
import fabricCss from './fabric-list.module.css'
import kitCss from './kit-list.module.css'
import madeCss from './made.module.css'
import { NoFabric, NoKit } from './nothing-found.tsx'
import { ProductCard, productCardId } from './product-card.tsx'
import { Chosen, chosenOf, FabricFilters, KitFilters, LevelButtons } from './product-filters.tsx'
import grid from './product-grid.module.css'
import css from './product-list.module.css'

const kinds = {
  fabric: {
    area: 'fabric',
    path: href('/all-products'),
    headingId: 'fabrics-heading',
    heading: '生地の一覧',
    insteadHeading: 'お店の生地',
    search: '生地をさがす',
    none: 'ただいま販売中の生地はありません。販売の再開まで、しばらくお待ちください。',
    look: fabricCss,
    /** As wide as one of six; three have fewer than two pixels per point, which keeps a first visit below 400 kB (P34). */
    sizes: '(min-width: 48rem) 12.4rem, 30vw',
    hashOfNext: (place: number) => `#${productCardId(place)}`,
  },
  kit: {
    area: 'kit',
    path: href('/kits'),
    headingId: 'kits-heading',
    heading: 'キットの一覧',
    insteadHeading: 'お店のキット',
    search: 'キットをさがす',
    none: 'ただいま販売中のキットはありません。次の入荷をお待ちください。',
    look: kitCss,
    sizes: undefined,
    hashOfNext: () => '',
  },
} as const

interface ListProps<Product> {
  readonly kind: (typeof kinds)[keyof typeof kinds]
  /** Whether anything of this kind is on sale at all. */
  readonly isAnySold: boolean
  readonly q: string
  readonly total: number
  readonly products: readonly Product[]
  /** Shown where nothing was found, under what says so (W55); else null. */
  readonly instead: readonly Product[] | null
  /** The count that もっと見る asks for; null at the end. */
  readonly more: number | null
  readonly query: (change: { readonly q?: string; readonly count?: number }) => string
  /** Number of filters set. */
  readonly chosen: number
  readonly filters: ReactNode
  /** Stands above the cards; `isChanging` while another list loads. */
  readonly said: (isChanging: boolean) => ReactNode
  readonly beside: ReactNode
  readonly nothing: ReactNode
  readonly sale: (product: Product) => ReactNode
  readonly need?: ((product: Product) => ReactNode) | undefined
  /** Number of recipes by product number. */
  readonly made: Made
}

type Made = Readonly<Record<string, number>>

/** Search, filters, count, cards and もっと見る (P6, P7). */
function ProductList<Product extends SellableProduct>({
  kind: { area, path, headingId, heading, insteadHeading, search, none, look, sizes, hashOfNext },
  isAnySold,
  q,
  total,
  products,
  instead,
  more,
  query,
  chosen,
  filters,
  said,
  beside,
  nothing,
  sale,
  need,
  made,
}: ListProps<Product>) {
  const shown = products.length
  const isChanging = useNavigation().location?.pathname === path
  const moreAt = more === null ? null : `${path}${query({ count: more })}`
  const coming = useComing(moreAt, { shown, more, total })
  const { list, askedForMore } = useFocusOnFirstNew(shown)
  if (!isAnySold) return <EmptyBox>{none}</EmptyBox>
  return (
    <section aria-labelledby={headingId} className={`${css.area} ${look.area}`}>
      <h2 id={headingId} className="visually-hidden">
        {heading}
      </h2>
      <div className={css.bar}>
        <SearchBox action={path} label={search} q={q} rest={query({ q: '' })} area={area} />
        <FiltersButton chosen={chosen} />
      </div>
      {filters}
      <div className={`${css.results} ${look.results}`}>
        {said(isChanging)}
        {beside}
        {instead === null ? null : (
          <>
            {nothing}
            <h2 className={css.instead}>{insteadHeading}</h2>
          </>
        )}
        <ul
          ref={list}
          id={filteredListId}
          tabIndex={-1}
          className={`${grid.grid} ${css.cards} ${look.cards}`}
          aria-busy={isChanging && coming === 0}
        >
          <Portions>
            {(instead ?? products).map((product, place) => (
              <ProductCard
                key={product.number}
                product={product}
                place={place}
                sale={sale(product)}
                need={need?.(product)}
                made={<MadeOf product={product} recipes={made[product.number]} />}
                {...(sizes && { sizes })}
              />
            ))}
          </Portions>
          <BlankCards count={coming} />
        </ul>
        {moreAt !== null ? (
          <p className={css.end}>
            <ButtonLink
              look="secondary"
              to={`${moreAt}${hashOfNext(shown)}`}
              replace
              preventScrollReset
              onClick={askedForMore}
            >
              もっと見る
            </ButtonLink>
          </p>
        ) : shown < total ? (
          <p className={css.end}>続きは、しぼりこんでご覧ください。</p>
        ) : null}
      </div>
    </section>
  )
}

function MadeOf({
  product: { name, number },
  recipes,
}: {
  readonly product: SellableProduct
  readonly recipes: number | undefined
}) {
  return recipes ? (
    <Link
      to={href('/gallery/search', { product: number })}
      className={madeCss.made}
      discover="none"
      aria-label={`${madeText(recipes)}（${name}）`}
    >
      {madeText(recipes)}
    </Link>
  ) : null
}

const finds = (choices: readonly Choice<unknown>[]): boolean => choices.some(({ count }) => count > 0)

/** What filters narrow where nothing was found: the list itself, if one of them finds something, else all fabrics (W55). */
const narrowingOf = (page: FabricPage, pageSize: number): FabricPage => {
  const { instead, choices } = page
  if (instead === null || Object.values(choices).some(finds)) return page
  return { ...page, listing: allFabrics(pageSize), choices: instead.choices }
}

/** Why they are there: their own texts do not hold the words (W54). */
const tiedText = (q: string, tied: number, total: number): string =>
  tied === total
    ? `「${q}」の作品に使われている生地です。`
    : `うち${tied}点は、「${q}」の作品に使われている生地です。`

/** `sale` renders a fabric's button. */
export function FabricList({
  page,
  pageSize,
  beside,
  sale,
  made,
}: {
  readonly page: FabricPage
  readonly pageSize: number
  readonly beside: ReactNode
  readonly sale: (fabric: SellableProduct) => ReactNode
  readonly made: Made
}) {
  const { listing, filter, shown, total, more } = page
  const query = (change: Partial<ProductListing>) =>
    listingQuery({ ...listing, count: pageSize, ...change }, pageSize)
  const to = (change: Partial<ProductListing>) => `${kinds.fabric.path}${query(change)}`
  const chosen = chosenOf(page)
  const narrowing = narrowingOf(page, pageSize)
  const isAll = listing.name === '' && !isNarrowed(listing)
  return (
    <ProductList
      kind={kinds.fabric}
      isAnySold={filter.hasMore || filter.names.length > 0}
      q={page.typed}
      total={total}
      products={shown}
      instead={page.instead?.shown ?? null}
      more={more}
      query={query}
      chosen={chosen.length}
      filters={
        <FabricFilters
          page={narrowing}
          to={(change) =>
            `${kinds.fabric.path}${listingQuery({ ...narrowing.listing, count: pageSize, ...change }, pageSize)}`
          }
          pageSize={pageSize}
        />
      }
      said={() => (
        <div className={fabricCss.said}>
          <p role="status" className={css.numbers}>
            {productCountText({ q: listing.q, total, shown: shown.length }, isAll)}
          </p>
          {total === 0 ? null : <Chosen chosen={chosen} to={to} />}
          {page.tied === 0 ? null : <p>{tiedText(listing.q, page.tied, total)}</p>}
        </div>
      )}
      beside={beside}
      nothing={<NoFabric page={page} to={to} pageSize={pageSize} />}
      sale={sale}
      made={made}
    />
  )
}

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
    page.instead === null || finds(page.prices)
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
