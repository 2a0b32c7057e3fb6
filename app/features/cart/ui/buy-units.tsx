import { useBuyable } from '~/features/products/ui/shop-closure.tsx'
import { Button } from '~/ui/button.tsx'
import { shownName } from '../offer.rules.ts'
import { canBeBought, cartProductOf, unitLimit } from '../rules.ts'
import { type BuyButtonProps, buyFabric, NeedsScript, NotForSale, useUnitsInCart } from './buy-buttons.tsx'
import css from './buy-units.module.css'
import { useCartStore } from './use-cart.tsx'
import { useOnePress } from './use-one-press.ts'

/** Adds the page's units of a fabric, and says how many are in the cart (C25). */
export function BuyUnits({ product: shown, stopped, units }: BuyButtonProps & { readonly units: number }) {
  const store = useCartStore()
  const product = useBuyable(shown)
  const cartProduct = cartProductOf(product)
  const inCart = useUnitsInCart(product.number)
  const isSamePress = useOnePress()
  if (stopped !== undefined || !canBeBought(cartProduct)) return <NotForSale why={stopped} />
  return (
    <div>
      <Button
        wide
        aria-label={`${shownName(cartProduct)}（${product.number}）の生地を購入${inCart > 0 ? ` カートに${inCart}枚` : ''}`}
        aria-disabled={inCart >= unitLimit(product, store.terms)}
        onClick={(event) => {
          // What was taken out again may be added at once.
          if (isSamePress(event, String(units)) && inCart > 0) return
          store.add(cartProduct, units)
        }}
      >
        <span className={css.said}>
          <span>{buyFabric}</span>{' '}
          {inCart === 0 ? null : <span className={css.inCart}>カートに{inCart}枚</span>}
        </span>
      </Button>
      <NeedsScript />
    </div>
  )
}
