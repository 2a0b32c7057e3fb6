import { Link } from 'react-router'
import css from './way-to-desk.module.css'

/** Only in pages that were drawn for a person of the desk (N99). */
export function WayToDesk({ to }: { readonly to: string }) {
  return (
    <Link to={to} className={css.way}>
      ← お店の机にもどる
    </Link>
  )
}
