import { formatNumber } from '~/kernel/money.ts'
import { Chip, Choices } from '~/ui/filters.tsx'
import type { ColourId } from '../facets.rules.ts'
import type { Choice, Narrowing, ProductOrder } from '../listing.rules.ts'
import css from './product-filters.module.css'

/** Choices with counts; a chosen one links to its removal, and one that would find nothing stays in its place (P50). */
export function CountedChoices<Id extends string | number>({
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
          to={choice.id === chosen ? to(null) : choice.count === 0 ? null : to(choice.id)}
          isChosen={choice.id === chosen}
          canBeUndone
        >
          {withDots ? <Dot colour={choice.id} /> : null}
          {choice.name}
          <small className={css.count} data-most={choice.most}>
            {choice.count}
          </small>
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

const colours: Readonly<Record<ColourId, string | undefined>> = {
  red: css.red,
  pink: css.pink,
  orange: css.orange,
  yellow: css.yellow,
  green: css.green,
  blue: css.blue,
  purple: css.purple,
  brown: css.brown,
  white: css.white,
  grey: css.grey,
  black: css.black,
}

const dots: ReadonlyMap<string | number, string | undefined> = new Map(Object.entries(colours))

function Dot({ colour }: { readonly colour: string | number }) {
  return <span aria-hidden="true" className={`${css.dot} ${dots.get(colour)}`} />
}

const orderNames: Readonly<Record<Exclude<ProductOrder, 'usual'>, string>> = {
  new: '新着順',
  cheap: '価格の安い順',
  name: '名前順',
}

/** `usual` names the default order of a list without a search. */
export function OrderChoices({
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

export const closing = (total: number): string => (total === 0 ? '閉じる' : `${formatNumber(total)}点を見る`)
