import { Button } from '~/ui/button.tsx'
import { canBeBought } from '../rules.ts'
import type { Goods } from '../types.ts'
import { NotForSaleButton } from './not-for-sale-button.tsx'
import { useCartStore } from './use-cart.tsx'

/** Puts one 50 cm square of a fabric into the cart; what is 価格確認中 cannot be bought (S:L37, C9), nor what `stopped` names. */
export function BuyButton({
  goods,
  stopped,
}: {
  readonly goods: Goods
  readonly stopped?: string | undefined
}) {
  const store = useCartStore()
  if (stopped !== undefined || !canBeBought(goods)) return <NotForSaleButton why={stopped} />
  return (
    <Button
      wide
      aria-label={`${goods.name}（${goods.managementNumber}）の生地を購入`}
      onClick={() => store.add(goods)}
    >
      生地を購入
    </Button>
  )
}
