import type { SellableProduct } from '~/features/catalogue/rules.ts'
import { Button } from '~/ui/button.tsx'
import { canBeBought, goodsOf, lineNumbered } from '../rules.ts'
import { shownName } from '../totals.rules.ts'
import { useCart, useCartStore } from './use-cart.tsx'

interface BuyButtonProps {
  readonly product: SellableProduct
  /** The button's text while it is not sold. */
  readonly stopped?: string | undefined
}

/** Puts 50 cm squares of a fabric into the cart, one unless told otherwise (C9). */
export function BuyButton({ product, stopped, units = 1 }: BuyButtonProps & { readonly units?: number }) {
  const store = useCartStore()
  const goods = goodsOf(product)
  if (stopped !== undefined || !canBeBought(goods)) return <NotForSale why={stopped} />
  return (
    <Button
      wide
      aria-label={`${shownName(goods)}（${goods.managementNumber}）の生地を購入`}
      onClick={() => store.add(goods, units)}
    >
      生地を購入
    </Button>
  )
}

/** Puts a kit into the cart, once (C14). Only aria-disabled: the focus stays on it, and a press shows the cart. */
export function AddKitButton({ product, stopped }: BuyButtonProps) {
  const { cart, actions } = useCart()
  const goods = goodsOf(product)
  const inCart = lineNumbered(cart, goods.managementNumber) !== undefined
  if (stopped !== undefined || !canBeBought(goods)) return <NotForSale why={stopped} />
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

function NotForSale({ why = '価格確認中' }: { readonly why?: string | undefined }) {
  return (
    <Button wide disabled>
      {why}
    </Button>
  )
}
