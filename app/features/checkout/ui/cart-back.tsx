import { useCart } from '~/features/cart/ui/use-cart.tsx'
import { Button } from '~/ui/button.tsx'
import { focusHeading } from '~/ui/focus-heading.ts'
import { Notice } from '~/ui/notice.tsx'

/** Offers the cart back that /success has emptied, by one button (S13). Nothing when there is none. */
export function CartBack() {
  const { isRestorable, actions } = useCart()
  if (!isRestorable) return null
  const putBack = () => {
    actions.restoreBeforePayment()
    // The button goes: the focus stays on the page, at its heading.
    focusHeading()
  }
  return (
    <Notice announce actions={<Button onClick={putBack}>カートを元に戻す</Button>}>
      お支払いのページへ進む前のカートを保管しています。
    </Notice>
  )
}
