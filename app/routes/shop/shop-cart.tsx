import { useCallback, useRef } from 'react'
import { useLocation } from 'react-router'
import { CartButton } from '~/features/cart/ui/cart-button.tsx'
import { CartPanel } from '~/features/cart/ui/cart-panel.tsx'
import { CartStatus } from '~/features/cart/ui/cart-status.tsx'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import { useFreshPrices } from '~/features/cart/ui/use-fresh-prices.ts'
import { Dialog } from '~/ui/dialog.tsx'
import { useCartDoor } from './cart-door.tsx'
import { CartView } from './cart-view.tsx'
import css from './shop-cart.module.css'

/**
 * The cart of the shop's pages: the header's button with its panel, the catalogue's modal cart (S:L28, S:L39), and what
 * the last action has to say while neither is open.
 */
export function ShopCart() {
  const { totals } = useCart()
  const { view, show } = useCartDoor()
  const button = useRef<HTMLButtonElement>(null)
  const { pathname } = useLocation()
  useFreshPrices(view !== 'closed')
  const close = useCallback(() => {
    show('closed')
    // A dialog gives the focus back to what opened it, unless that is gone.
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    if (isLost || activeElement.closest('[role="dialog"]')) button.current?.focus({ preventScroll: true })
  }, [show])

  return (
    <div className={css.place}>
      <CartButton
        ref={button}
        units={totals.units}
        expanded={view === 'panel'}
        onClick={() => show(view === 'panel' ? 'closed' : 'panel')}
      />
      <noscript>
        <p className={css.noScript}>カートのご利用には、ブラウザーのJavaScriptを有効にしてください。</p>
      </noscript>
      <CartPanel open={view === 'panel'} onClose={close} opener={button}>
        <CartView from="header-cart" />
      </CartPanel>
      <Dialog open={view === 'modal'} onClose={close} heading="カート" closeLabel="カートを閉じる">
        <CartView from="react-cart" />
      </Dialog>
      {view === 'closed' ? (
        <CartStatus onShowCart={() => show(pathname === '/all-products' ? 'modal' : 'panel')} />
      ) : null}
    </div>
  )
}
