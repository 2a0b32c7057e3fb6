import { useRef, useSyncExternalStore } from 'react'
import { leftText, type SellableProduct } from '~/features/products/rules.ts'
import { useBuyable } from '~/features/products/ui/shop-closure.tsx'
import { Button } from '~/ui/button.tsx'
import { Icon } from '~/ui/icon.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { shownName } from '../offer.rules.ts'
import { canBeBought, cartProductOf, lineNumbered, unitLimit } from '../rules.ts'
import type { CartState } from './cart-store.ts'
import css from './quantity-stepper.module.css'
import { useCart, useCartStore } from './use-cart.tsx'

/** In narrow cards it breaks between its words, also where the browser knows none. */
export const buyFabric = (
  <>
    生地を
    <wbr />
    購入
  </>
)

export interface BuyButtonProps {
  readonly product: SellableProduct
  readonly stopped?: string | undefined
}

/** One 50 cm square (C9). The element stays when minus appears: taps before hydration count, and the focus stays. */
export function BuyButton({ product: shown, stopped }: BuyButtonProps) {
  const store = useCartStore()
  const product = useBuyable(shown)
  const cartProduct = cartProductOf(product)
  const number = cartProduct.managementNumber
  const inCart = useUnitsInCart(number)
  const add = useRef<HTMLButtonElement>(null)
  if (stopped !== undefined || !canBeBought(cartProduct)) return <NotForSale why={stopped} />
  const called = `${shownName(cartProduct)}（${number}）`
  const isIn = inCart > 0
  const takeOne = () => {
    if (inCart > 1) return store.setQuantity(number, inCart - 1)
    store.remove(number)
    add.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <LeftOf product={product} look={css.left} />
      <div
        className={isIn ? `${css.stepper} ${css.wide}` : undefined}
        {...(isIn ? { role: 'group', 'aria-label': `${called}の数量` } : {})}
      >
        {isIn ? (
          <>
            <Button
              look="icon"
              aria-label={inCart > 1 ? `${called}を1枚減らす` : `${called}をカートから取り出す`}
              onClick={takeOne}
            >
              <Icon name={inCart > 1 ? 'minus' : 'trash'} size={20} />
            </Button>
            <output className={css.quantity} aria-live="off">
              {inCart}枚
            </output>
          </>
        ) : null}
        <Button
          ref={add}
          look={isIn ? 'icon' : 'primary'}
          wide={!isIn}
          aria-label={isIn ? `${called}を1枚増やす` : `${called}の生地を購入`}
          aria-disabled={inCart >= unitLimit(product, store.terms)}
          onClick={() => store.add(cartProduct)}
        >
          {isIn ? <Icon name="plus" size={20} /> : buyFabric}
        </Button>
        <NeedsScript />
      </div>
    </>
  )
}

/** How much cloth is left of a fabric, where it is little (K10). */
export function LeftOf({
  product,
  look,
}: {
  readonly product: SellableProduct
  readonly look?: string | undefined
}) {
  const { joined } = useSiteFacts()
  const text = leftText(product, joined)
  return text === null ? null : <p className={look}>{text}</p>
}

/** 0 on the server and until the cart has been read. */
export const useUnitsInCart = (managementNumber: string): number => {
  const { subscribe, getSnapshot, getServerSnapshot } = useCartStore()
  const unitsIn = ({ cart }: CartState) => lineNumbered(cart, managementNumber)?.quantity ?? 0
  return useSyncExternalStore(
    subscribe,
    () => unitsIn(getSnapshot()),
    () => unitsIn(getServerSnapshot()),
  )
}

/** A kit is added once (C14). Only aria-disabled: the focus stays, and a press shows the cart. */
export function AddKitButton({ product, stopped }: BuyButtonProps) {
  const { cart, actions } = useCart()
  const cartProduct = cartProductOf(useBuyable(product))
  const inCart = lineNumbered(cart, cartProduct.managementNumber) !== undefined
  if (stopped !== undefined || !canBeBought(cartProduct)) return <NotForSale why={stopped} />
  return (
    <>
      <Button
        wide
        aria-disabled={inCart}
        aria-label={
          inCart ? `${cartProduct.name}はカートに入っています` : `${cartProduct.name}をカートに入れる`
        }
        onClick={() => actions.add(cartProduct)}
      >
        カートに
        <wbr />
        {inCart ? '入っています' : '入れる'}
      </Button>
      <NeedsScript />
    </>
  )
}

/** Not rendered in the browser: scripts do not need the text. */
export function NeedsScript() {
  return (
    <noscript>{import.meta.env.SSR ? <p>ご購入には、ブラウザーのJavaScriptが必要です。</p> : null}</noscript>
  )
}

export function NotForSale({ why = '価格確認中' }: { readonly why?: string | undefined }) {
  return (
    <Button wide disabled>
      {why}
    </Button>
  )
}
