import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './desk-card.module.css'

/** A part of a page of the desk that stands beside others: `id` is of its heading. */
export function DeskCard({
  id,
  heading,
  children,
}: {
  readonly id: string
  readonly heading: string
  readonly children: ReactNode
}) {
  return (
    <section className={css.card} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  )
}

/** Cards in columns of like height, as many as there is room for: one below the other down each column. */
export function DeskCards({ children }: { readonly children: ReactNode }) {
  return <div className={css.cards}>{children}</div>
}

/** Each a `CardRow`; `none` stands where there are none. */
export function CardRows({ none = '', children }: { readonly none?: string; readonly children: ReactNode }) {
  return Array.isArray(children) && children.length === 0 ? (
    <CardNote>{none}</CardNote>
  ) : (
    <ul className={css.rows}>{children}</ul>
  )
}

/** What it is, and what can be done with it. */
export function CardRow({ children }: { readonly children: ReactNode }) {
  return <li className={css.row}>{children}</li>
}

/** A line below what it is about. */
export function CardNote({ children }: { readonly children: ReactNode }) {
  return <span className={css.note}>{children}</span>
}

/** A way on from a card. */
export function CardWay({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <p>
      <Link className={css.way} to={to}>
        {children}
      </Link>
    </p>
  )
}
