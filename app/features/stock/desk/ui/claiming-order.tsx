import { Link } from 'react-router'
import { href } from '~/href.ts'

/** The number of an order that claims stock; packers open paid orders alone (N12). */
export function ClaimingOrder({
  order,
  isPaid,
  isOwner,
}: {
  readonly order: string
  readonly isPaid: boolean
  readonly isOwner: boolean
}) {
  return isPaid || isOwner ? (
    <Link to={href('/admin/orders/:number', { number: order })}>{order}</Link>
  ) : (
    order
  )
}
