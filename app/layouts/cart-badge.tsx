import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { CartStatus } from '~/features/cart/ui/cart-status.tsx'
import { type CartView, useOpenCart } from '~/features/cart/ui/open-cart.tsx'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import type { CartPanelProps } from '~/features/orders/checkout/ui/cart-panel.tsx'
import { href } from '~/href.ts'
import { useCloseOnBack } from '~/ui/close-on-back.ts'
import { EdgeNotice } from '~/ui/edge-notice.tsx'
import { Icon } from '~/ui/icon.tsx'
import { Notice } from '~/ui/notice.tsx'
import css from './cart-badge.module.css'

/**
 * A header's cart: button with badge (C18), the panel, and the last action's notice while closed. The panel's script loads when
 * first opened, or right after the page with `preload`. `compact` hides the word on phones.
 */
export function CartBadge({
  preload = false,
  compact = false,
}: {
  readonly preload?: boolean
  readonly compact?: boolean
}) {
  const { units } = useCart()
  const { view, show } = useOpenCart()
  const button = useRef<HTMLButtonElement>(null)
  const { pathname } = useLocation()
  const { Panel, isFailed } = usePanel(view, show, preload)
  const close = useCallback(() => {
    show('closed')
    // A dialog returns the focus itself, unless its opener is gone, such as カートを見る of a message: it then keeps it, closed (C31).
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    if (isLost || activeElement.closest('dialog, [role="dialog"]'))
      button.current?.focus({ preventScroll: true })
  }, [show])
  // Before its script has come Back calls it off; then a sheet has the entry.
  useCloseOnBack(view !== 'closed' && Panel === null, close)

  return (
    <div className={css.place}>
      <button
        ref={button}
        type="button"
        className={compact ? `${css.button} ${css.compact}` : css.button}
        aria-expanded={view === 'panel'}
        aria-haspopup="dialog"
        aria-busy={view === 'panel' && Panel === null}
        onClick={() => show(view === 'panel' ? 'closed' : 'panel')}
      >
        <Icon name="cart" />
        <span className={css.word}>カート</span>
        {units > 0 ? (
          <span className={css.badge}>
            {units}
            <span className="visually-hidden">点</span>
          </span>
        ) : null}
      </button>
      <noscript>
        {import.meta.env.SSR ? (
          <p className={css.noScript}>カートのご利用には、ブラウザーのJavaScriptを有効にしてください。</p>
        ) : null}
      </noscript>
      {Panel === null ? null : <Panel view={view} onClose={close} opener={button} />}
      {view === 'closed' ? (
        <CartStatus onShowCart={() => show(pathname === href('/all-products') ? 'modal' : 'panel')} />
      ) : null}
      <EdgeNotice urgent>
        {isFailed ? (
          <Notice kind="error">
            カートを開けませんでした。インターネットへの接続をお確かめのうえ、もう一度お試しください。
          </Notice>
        ) : null}
      </EdgeNotice>
    </div>
  )
}

const usePanel = (view: CartView, show: (view: CartView) => void, preload: boolean) => {
  const [Panel, setPanel] = useState<ComponentType<CartPanelProps> | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  const isOpen = view !== 'closed'
  const isWanted = Panel === null && (isOpen || preload)
  useEffect(() => {
    if (isOpen) setIsFailed(false)
    if (!isWanted) return
    let isCurrent = true
    const fail = () => {
      if (!isCurrent || !isOpen) return
      setIsFailed(true)
      show('closed')
    }
    import('~/features/orders/checkout/ui/cart-panel.tsx').then(
      ({ CartPanel }) => isCurrent && setPanel(() => CartPanel),
      fail,
    )
    return () => {
      isCurrent = false
    }
  }, [isWanted, isOpen, show])
  return { Panel, isFailed }
}
