import type { ReactNode } from 'react'
import { ChosenFilters, ClearFilters, Filters } from '~/ui/filters.tsx'
import {
  allFabrics,
  isNarrowed,
  listingQuery,
  type ProductListing,
  productCountText,
} from '../listing.rules.ts'
import type { FabricPage } from '../narrowing.rules.ts'
import type { SellableProduct } from '../rules.ts'
import fabricCss from './fabric-list.module.css'
import { NameFilter } from './name-filter.tsx'
import { NoFabric } from './nothing-found.tsx'
import { CountedChoices, closing, OrderChoices } from './product-filters.tsx'
import css from './product-list.module.css'
import { kinds, leadOn, type Made, ProductList } from './product-list.tsx'

/** What filters narrow where nothing was found: the list itself, if one of them finds something, else all fabrics (W55). */
const narrowingOf = (page: FabricPage, pageSize: number): FabricPage => {
  const { instead, listing, choices } = page
  if (instead === null || leadOn(Object.values(choices).flat(), isNarrowed({ ...listing, q: '' })))
    return page
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
          <ChosenFilters
            chosen={chosen.map(({ name, undone }) => ({ name, undoneAt: to(undone) }))}
            allUndoneAt={to(Object.assign({}, ...chosen.map(({ undone }) => undone)))}
          />
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

function FabricFilters({
  page: { listing, filter, choices, exact, total },
  to,
  pageSize,
}: {
  readonly page: FabricPage
  readonly to: (change: Partial<ProductListing>) => string
  readonly pageSize: number
}) {
  const { name, colour, pattern, material, price } = listing
  return (
    <Filters key={listing.q} close={closing(total)}>
      <NameFilter
        filter={filter}
        name={name}
        rest={listingQuery({ ...listing, name: '', count: pageSize }, pageSize)}
        searched={filter.hasMore && !exact}
      />
      <CountedChoices
        withDots
        name="色"
        choices={choices.colour}
        chosen={colour}
        to={(id) => to({ colour: id })}
      />
      <CountedChoices name="柄" choices={choices.pattern} chosen={pattern} to={(id) => to({ pattern: id })} />
      <CountedChoices
        name="素材"
        choices={choices.material}
        chosen={material}
        to={(id) => to({ material: id })}
      />
      <CountedChoices name="価格" choices={choices.price} chosen={price} to={(id) => to({ price: id })} />
      <OrderChoices listing={listing} usual="おすすめ順" to={(order) => to({ order })} />
      <ClearFilters
        to={
          name === '' && !isNarrowed({ ...listing, q: '' })
            ? null
            : to({ name: '', colour: null, pattern: null, material: null, price: null })
        }
      />
    </Filters>
  )
}

interface ChosenFilter {
  readonly name: string
  readonly undone: Partial<ProductListing>
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
