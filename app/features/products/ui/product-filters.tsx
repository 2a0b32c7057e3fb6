import { Link } from 'react-router'
import { formatNumber } from '~/kernel/money.ts'
import { Chip, Chips, Choices, ClearFilters, Filters } from '~/ui/filters.tsx'
import type { ColourId } from '../facets.rules.ts'
import {
  type Choice,
  isNarrowed,
  type KitListing,
  listingQuery,
  type Narrowing,
  type ProductListing,
  type ProductOrder,
  type ShownKits,
} from '../listing.rules.ts'
import type { FabricPage } from '../narrowing.rules.ts'
import { type KitLevel, levelName } from '../rules.ts'
import kitCss from './kit-list.module.css'
import { NameFilter } from './name-filter.tsx'
import css from './product-filters.module.css'

/** Choices with counts; a chosen one links to its removal. */
function CountedChoices<Id extends string | number>({
  name,
  choices,
  chosen,
  to,
  withDots = false,
}: {
  readonly name: string
  /** Beside each choice its colour. */
  readonly withDots?: boolean
  readonly choices: readonly Choice<Id>[]
  readonly chosen: Id | null
  readonly to: (choice: Id | null) => string
}) {
  if (choices.length === 0) return null
  return (
    <Choices name={name}>
      {choices.map((choice) => (
        <Chip
          key={choice.id}
          to={to(choice.id === chosen ? null : choice.id)}
          isChosen={choice.id === chosen}
          canBeUndone
        >
          {withDots ? <Dot colour={String(choice.id)} /> : null}
          {choice.name}
          <small className={css.count}>{choice.count}</small>
        </Chip>
      ))}
    </Choices>
  )
}

/** The colours of the shop, as ways on from a list without a hit (W55). */
export function ColourWays({
  choices,
  to,
}: {
  readonly choices: readonly Choice<ColourId>[]
  readonly to: (colour: ColourId) => string
}) {
  return choices.map(({ id, name, count }) => (
    <Chip key={id} to={to(id)} leadsAway>
      <Dot colour={id} />
      {name}
      <small className={css.count}>{count}</small>
    </Chip>
  ))
}

function Dot({ colour }: { readonly colour: string }) {
  return <span aria-hidden="true" className={`${css.dot} ${css[colour]}`} />
}

const orderNames: Readonly<Record<Exclude<ProductOrder, 'usual'>, string>> = {
  new: '新着順',
  cheap: '価格の安い順',
  name: '名前順',
}

/** `usual` names the default order of a list without a search. */
function OrderChoices({
  listing: { q, order },
  usual,
  to,
}: {
  readonly listing: Narrowing
  readonly usual: string
  readonly to: (order: ProductOrder) => string
}) {
  const first = q === '' ? usual : '関連の高い順'
  const others = (['new', 'cheap', 'name'] as const).filter((id) => orderNames[id] !== first)
  return (
    <Choices name="並び順">
      <Chip to={to('usual')} isChosen={order === 'usual'}>
        {first}
      </Chip>
      {others.map((id) => (
        <Chip key={id} to={to(id)} isChosen={id === order}>
          {orderNames[id]}
        </Chip>
      ))}
    </Choices>
  )
}

const closing = (total: number): string => (total === 0 ? '閉じる' : `${formatNumber(total)}点を見る`)

export function FabricFilters({
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
    <Filters close={closing(total)}>
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
      {name === '' && !isNarrowed({ ...listing, q: '' }) ? null : (
        <ClearFilters to={to({ name: '', colour: null, pattern: null, material: null, price: null })} />
      )}
    </Filters>
  )
}

/** All but the level, which stands apart. */
export function KitFilters({
  page: { listing, prices, total },
  to,
}: {
  readonly page: ShownKits
  readonly to: (change: Partial<KitListing>) => string
}) {
  return (
    <Filters close={closing(total)}>
      <CountedChoices name="価格" choices={prices} chosen={listing.price} to={(price) => to({ price })} />
      <OrderChoices listing={listing} usual="おすすめ順" to={(order) => to({ order })} />
    </Filters>
  )
}

interface ChosenFilter {
  readonly name: string
  readonly undone: Partial<ProductListing>
}

export const chosenOf = ({ listing, choices }: FabricPage): readonly ChosenFilter[] => {
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

/** Each filter can be removed by itself. */
export function Chosen({
  chosen,
  to,
}: {
  readonly chosen: readonly ChosenFilter[]
  readonly to: (change: Partial<ProductListing>) => string
}) {
  if (chosen.length === 0) return null
  const none: Partial<ProductListing> = Object.assign({}, ...chosen.map(({ undone }) => undone))
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

export function LevelButtons({
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
