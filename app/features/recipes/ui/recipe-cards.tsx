import type { ReactNode, Ref } from 'react'
import { BlankCards } from '~/ui/blank-cards.tsx'
import type { RecipeCard as Card } from '../types.ts'
import css from './recipe-card.module.css'
import { type CardLooks, RecipeCard } from './recipe-card.tsx'

/** Works side by side; `busy` while another list is on its way, `coming` further ones of this one. */
export function RecipeCards({
  cards,
  busy = false,
  coming = 0,
  list,
  ...looks
}: CardLooks & {
  readonly cards: readonly Card[]
  readonly busy?: boolean
  readonly coming?: number
  readonly list?: Ref<HTMLUListElement>
}) {
  return (
    <CardList busy={busy && coming === 0} list={list}>
      {cards.map((card, place) => (
        <RecipeCard key={card.id} card={card} place={place} {...looks} />
      ))}
      <BlankCards count={coming} />
    </CardList>
  )
}

/** The place of cards, for lists that hold something else as well. */
export function CardList({
  busy = false,
  list,
  children,
}: {
  readonly busy?: boolean
  readonly list?: Ref<HTMLUListElement> | undefined
  readonly children: ReactNode
}) {
  return (
    <ul ref={list} className={css.cards} aria-busy={busy}>
      {children}
    </ul>
  )
}
