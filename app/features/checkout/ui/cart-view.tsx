import { useRef } from 'react'
import { Link } from 'react-router'
import type { CheckoutFrom } from '~/features/cart/types.ts'
import { CartLines } from '~/features/cart/ui/cart-lines.tsx'
import { CartSums } from '~/features/cart/ui/cart-sums.tsx'
import { useOpenCart } from '~/features/cart/ui/open-cart.tsx'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import { formatYen } from '~/kernel/money.ts'
import { Button } from '~/ui/button.tsx'
import { CartCheckout } from './cart-checkout.tsx'
import css from './cart-view.module.css'

/** `header-cart` is the header's panel, where minus at one unit removes the line; `react-cart` the catalogue's modal (C16). */
export function CartView({ from }: { readonly from: CheckoutFrom }) {
  const { cart, totals, actions } = useCart()
  const { show } = useOpenCart()
  const count = useRef<HTMLParagraphElement>(null)
  // The pressed button goes with its line: the focus moves to the new sum.
  const thenFocusCount =
    <A extends readonly unknown[]>(action: (...given: A) => void) =>
    (...given: A) => {
      action(...given)
      count.current?.focus()
    }
  const firstKit = cart.findIndex(({ productType }) => productType === 'kit')

  return (
    <div className={css.view}>
      <div className={css.head}>
        <p className={css.count} ref={count} role="status" tabIndex={-1}>
          {totals.units}点　合計 <strong>{formatYen(totals.total)}円</strong>
        </p>
        {cart.length > 0 ? (
          <Button look="quiet" onClick={thenFocusCount(actions.clear)}>
            カートを空にする
          </Button>
        ) : null}
      </div>
      {cart.length === 0 ? (
        <p className={css.empty}>カートは空です。</p>
      ) : (
        <CartLines
          lines={totals.lines}
          minusAtOne={from === 'header-cart' ? 'remove' : 'stop'}
          unitsPerLine={actions.terms.unitsPerLine}
          actions={{
            setQuantity: actions.setQuantity,
            remove: thenFocusCount(actions.remove),
            moveToFront: thenFocusCount((number) => actions.move(number, Math.max(0, firstKit))),
          }}
        />
      )}
      <CartSums totals={totals} />
      <p className={css.legal}>
        <Link to="/legal" onClick={() => show('closed')}>
          特定商取引法に基づく表記
        </Link>
      </p>
      <CartCheckout from={from} />
    </div>
  )
}
