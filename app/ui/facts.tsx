import type { ReactNode } from 'react'
import css from './facts.module.css'

/** One heading with what belongs to it; `id` makes it an address to link to. */
export interface Fact {
  readonly id?: string
  readonly name: string
  readonly value: ReactNode
}

/** Names with their values, side by side where there is room, one below the other on a phone. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl>
      {facts.map(({ id, name, value }) => (
        <div key={name} className={css.row} id={id}>
          <dt className={css.name}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
