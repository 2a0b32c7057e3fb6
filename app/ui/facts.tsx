import type { ReactNode } from 'react'
import css from './facts.module.css'

export interface Fact {
  readonly id?: string
  readonly name: string
  readonly value: ReactNode
}

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
