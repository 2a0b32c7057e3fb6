import { Link } from 'react-router'

/** Only in pages that were drawn for a person of the desk (N99), and never on paper. */
export function WayToDesk({
  to,
  className,
}: {
  readonly to: string
  readonly className: string | undefined
}) {
  return (
    // Pages outside the desk do not know its routes.
    <Link to={to} reloadDocument className={`tap order-screen ${className}`}>
      ← お店の机にもどる
    </Link>
  )
}
