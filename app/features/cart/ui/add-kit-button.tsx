import { Button } from '~/ui/button.tsx'
import { canBeBought, lineNumbered } from '../rules.ts'
import type { Goods } from '../types.ts'
import { NotForSaleButton } from './not-for-sale-button.tsx'
import { useCart } from './use-cart.tsx'

/**
 * Puts a kit into the cart, once: a kit that is there already says so and cannot be added again (S:L47, C14). It is
 * disabled by word only: the focus stays on it, and a press on it shows the cart. `stopped` says why it is not sold now.
 */
export function AddKitButton({
  goods,
  stopped,
}: {
  readonly goods: Goods
  readonly stopped?: string | undefined
}) {
  const { cart, actions } = useCart()
  const inCart = lineNumbered(cart, goods.managementNumber) !== undefined
  if (stopped !== undefined || !canBeBought(goods)) return <NotForSaleButton why={stopped} />
  return (
    <Button
      wide
      aria-disabled={inCart}
      aria-label={inCart ? `${goods.name}はカートに入っています` : `${goods.name}をカートに入れる`}
      onClick={() => actions.add(goods)}
    >
      {inCart ? 'カートに入っています' : 'カートに入れる'}
    </Button>
  )
}
