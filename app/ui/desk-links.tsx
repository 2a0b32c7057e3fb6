import { Link } from 'react-router'
import css from './desk-links.module.css'

/** A page that has no room in the bar. */
export interface DeskLink {
  readonly to: string
  readonly name: string
  readonly about: string
  /** It leads to a file that is kept, not to a page. */
  readonly isFile?: boolean
}

export function DeskLinks({ label, links }: { readonly label: string; readonly links: readonly DeskLink[] }) {
  return (
    <ul aria-label={label} className={css.links}>
      {links.map(({ to, name, about, isFile = false }) => (
        <li key={to}>
          <Link to={to} reloadDocument={isFile} download={isFile ? '' : undefined}>
            <span className={css.name}>{name}</span>
            <span className="small">{about}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
