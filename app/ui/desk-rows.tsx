import { Link } from 'react-router'
import css from './desk-rows.module.css'

export interface DeskRowShown {
  readonly to: string
  /** What it is called by, such as a number. */
  readonly mark: string
  readonly name: string
  readonly facts: readonly string[]
}

/** Rows of what was found or waits, each a link. */
export function DeskRows({ rows }: { readonly rows: readonly DeskRowShown[] }) {
  return (
    <ul className={css.rows}>
      {rows.map(({ to, mark, name, facts }) => (
        <li key={to + mark}>
          <Link to={to} className={css.row}>
            <span className={css.mark}>{mark}</span>
            <span className={css.name}>{name}</span>
            <span className={css.facts}>{facts.join('・')}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
