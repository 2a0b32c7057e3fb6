import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { CheckoutFrom } from '~/features/cart/types.ts'
import type { CartView } from '~/features/cart/ui/open-cart.tsx'
import { useFreshPrices } from '~/features/cart/ui/products-now.ts'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import { Button } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog.tsx'
import { Icon } from '~/ui/icon.tsx'
import css from './cart-panel.module.css'
import { CartContents } from './cart-view.tsx'

export interface CartPanelProps {
  readonly view: CartView
  readonly onClose: () => void
  readonly opener: RefObject<HTMLElement | null>
}

const heading = 'カート'
const closeLabel = 'カートを閉じる'

/** The header's cart is a dropdown, or a bottom sheet up to 768 px; the product list's is a modal dialog (C16). */
export function CartPanel({ view, onClose, opener }: CartPanelProps) {
  useFreshPrices(view !== 'closed')
  const isNarrow = useNarrowScreen()
  const sheet = { onClose, heading, closeLabel, fitted: true, closesOnBack: true }
  return (
    <>
      {isNarrow ? (
        <Dialog {...sheet} open={view === 'panel'} look="sheet">
          <ContentsNext from="header-cart" />
        </Dialog>
      ) : view === 'panel' ? (
        <Dropdown onClose={onClose} opener={opener}>
          <ContentsNext from="header-cart" />
        </Dropdown>
      ) : null}
      <Dialog {...sheet} open={view === 'modal'}>
        <ContentsNext from="react-cart" />
      </Dialog>
    </>
  )
}

/** The panel is seen before its lines are drawn: on a slow phone they take longer than a press should (P51). */
function ContentsNext({ from }: { readonly from: CheckoutFrom }) {
  const { cart } = useCart()
  const isSeen = useDeferredValue(true, cart.length === 0)
  return isSeen ? (
    <CartContents from={from} />
  ) : (
    <div className={cart.length === 1 ? css.oneNext : css.someNext} aria-busy />
  )
}

function Dropdown({
  onClose,
  opener,
  children,
}: Omit<CartPanelProps, 'view'> & { readonly children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      const { target } = event
      const inside =
        target instanceof Element && (panel.current?.contains(target) || opener.current?.contains(target))
      if (!inside) onClose()
    }
    // On keyup the target is where the focus went. The opener is the next stop backwards, and closes the cart by itself.
    const closeOnLeave = ({ key, target }: KeyboardEvent) => {
      const stays = target instanceof Node && (panel.current?.contains(target) || target === opener.current)
      if (key === 'Tab' && !stays) onClose()
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) onClose()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    document.addEventListener('keyup', closeOnLeave)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('keyup', closeOnLeave)
    }
  }, [onClose, opener])
  return (
    <div ref={panel} className={css.dropdown} role="dialog" aria-label={heading} tabIndex={-1}>
      <div className={css.head}>
        <h2>{heading}</h2>
        <Button look="icon" aria-label={closeLabel} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      {children}
    </div>
  )
}

const narrow = '(max-width: 768px)'

const subscribeToWidth = (onChange: () => void) => {
  const query = window.matchMedia(narrow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

const useNarrowScreen = (): boolean =>
  useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(narrow).matches,
    () => false,
  )
