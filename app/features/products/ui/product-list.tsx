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
import { type Choice, madeText } from '../listing.rules.ts'
import type { SellableProduct } from '../rules.ts'
import fabricCss from './fabric-list.module.css'
import kitCss from './kit-list.module.css'
import madeCss from './made.module.css'
import { ProductCard, productCardId } from './product-card.tsx'
import grid from './product-grid.module.css'
import css from './product-list.module.css'

export const kinds = {
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
    sizes: '(min-width: 105rem) 17rem, (min-width: 48rem) 12.4rem, 30vw',
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

export type Made = Readonly<Record<string, number>>

/** Search, filters, count, cards and もっと見る (P6, P7). */
export function ProductList<Product extends SellableProduct>({
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
          // Another choice is another list: nothing of the one before moves about in it (P50).
          key={query({})}
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

/** Whether filters of a list without a hit lead to something (W55): another choice does, or what is chosen can be undone one by one. */
export const leadOn = (choices: readonly Choice<unknown>[], areChosen: boolean): boolean =>
  choices.some(({ count, most }) => (areChosen ? most : count) > 0)
