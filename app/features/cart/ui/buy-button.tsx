import { Button } from '~/ui/button.tsx'
import { canBeBought, type Goods } from '../cart-item.rules.ts'
import { PriceUnknownButton } from './price-unknown-button.tsx'
import { useCartStore } from './use-cart.tsx'

/** Puts one 50 cm square of a fabric into the cart; what is 価格確認中 cannot be bought (S:L37, C9). */
export function BuyButton({ goods }: { readonly goods: Goods }) {
  const store = useCartStore()
  if (!canBeBought(goods)) return <PriceUnknownButton />
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
