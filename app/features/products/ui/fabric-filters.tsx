import { ClearFilters, Filters } from '~/ui/filters.tsx'
import { isNarrowed, type Listing, listingQuery } from '../listing.rules.ts'
import type { FabricPage } from './fabric-list.tsx'
import { NameFilter } from './name-filter.tsx'
import { CountedChoices, OrderChoices } from './product-filters.tsx'

/** Every way to narrow and order the list of fabrics. */
export function FabricFilters({
  page: { listing, filter, choices, exact, total },
  to,
  pageSize,
}: {
  readonly page: FabricPage
  readonly to: (change: Partial<Listing>) => string
  readonly pageSize: number
}) {
  const { name, colour, pattern, material, price } = listing
  return (
    <Filters close={`${total.toLocaleString('ja-JP')}点を見る`}>
      <NameFilter
        names={filter.names}
        name={name}
        rest={listingQuery({ ...listing, name: '', count: pageSize }, pageSize)}
        searched={filter.hasMore && !exact}
      />
      <CountedChoices name="色" choices={choices.colour} chosen={colour} to={(id) => to({ colour: id })} />
      <CountedChoices name="柄" choices={choices.pattern} chosen={pattern} to={(id) => to({ pattern: id })} />
      <CountedChoices
        name="素材"
        choices={choices.material}
        chosen={material}
        to={(id) => to({ material: id })}
      />
      <CountedChoices name="価格" choices={choices.price} chosen={price} to={(id) => to({ price: id })} />
      <OrderChoices listing={listing} usual="おすすめ順" to={(order) => to({ order })} />
      {name === '' && !isNarrowed({ ...listing, q: '' }) ? null : (
        <ClearFilters to={to({ name: '', colour: null, pattern: null, material: null, price: null })} />
      )}
    </Filters>
  )
}
