import { Chip, Choices } from '~/ui/filters.tsx'
import type { Choice, Narrowing, Order } from '../listing.rules.ts'
import css from './product-filters.module.css'

/** Chips with how many goods each leaves; a chosen one is undone. Nothing where there is nothing to choose. */
export function CountedChoices<Id extends string | number>({
  name,
  choices,
  chosen,
  to,
}: {
  readonly name: string
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
          {name === '色' ? <Dot colour={String(choice.id)} /> : null}
          {choice.name}
          <small className={css.count}>{choice.count}</small>
        </Chip>
      ))}
    </Choices>
  )
}

/** The colour beside its word. */
function Dot({ colour }: { readonly colour: string }) {
  return <span aria-hidden="true" className={`${css.dot} ${css[colour]}`} />
}

const orderNames: Readonly<Record<Exclude<Order, 'usual'>, string>> = {
  new: '新着順',
  cheap: '価格の安い順',
  name: '名前順',
}

/** `usual` is what the list is called in its own order, unless it is searched. */
export function OrderChoices({
  listing: { q, order },
  usual,
  to,
}: {
  readonly listing: Narrowing
  readonly usual: string
  readonly to: (order: Order) => string
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
