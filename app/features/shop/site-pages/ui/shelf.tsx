import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { sixCards } from '~/features/products/ui/product-grid.ts'
import css from './shelf.module.css'

/** Two rows of it on phones, whose further ones are behind its link; no row with a hole at any width (W60). */
export const shelfCards = `${sixCards.className} ${css.cards}`

/** One row on phones, else as `shelfCards`. */
export const fewShelfCards = `${shelfCards} ${css.few}`

interface ShelfProps {
  readonly id: string
  readonly heading: string
  readonly lead?: string | undefined
  readonly to: string
  /** What the link to `to` leads to: it reads `what`をすべて見る. */
  readonly what: string
  readonly children: ReactNode
}

/** Products or recipes on the home page, with a link to all of them. */
export function Shelf({ id, heading, lead, to, what, children }: ShelfProps) {
  return (
    <section aria-labelledby={id} className={css.shelf}>
      <div className={css.head}>
        <h2 id={id}>{heading}</h2>
        <Link to={to} className="tap">
          <span className="visually-hidden">{what}を</span>すべて見る
        </Link>
      </div>
      {lead === undefined ? null : <p className={css.lead}>{lead}</p>}
      {children}
    </section>
  )
}
