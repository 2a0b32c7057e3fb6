import type { ReactNode } from 'react'
import productCards from '~/features/products/ui/product-grid.module.css'
import { ButtonLink } from '~/ui/button.tsx'
import css from './shelf.module.css'

export const shelfCards = `${productCards.grid} ${css.cards}`

interface ShelfProps {
  readonly id: string
  readonly heading: string
  readonly lead?: string | undefined
  readonly to: string
  /** Text of the link to `to`. */
  readonly all: string
  readonly children: ReactNode
}

/** Products or recipes on the home page, with a link to all of them. */
export function Shelf({ id, heading, lead, to, all, children }: ShelfProps) {
  return (
    <section aria-labelledby={id} className="stack-3">
      <h2 id={id}>{heading}</h2>
      {lead === undefined ? null : <p>{lead}</p>}
      {children}
      <p className={css.all}>
        <ButtonLink to={to} look="secondary">
          {all}
        </ButtonLink>
      </p>
    </section>
  )
}
