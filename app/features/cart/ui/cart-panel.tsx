import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog.tsx'
import { Icon } from '~/ui/icon.tsx'
import { useNarrowScreen } from '~/ui/use-narrow-screen.ts'
import css from './cart-panel.module.css'

interface CartPanelProps {
  readonly open: boolean
  readonly onClose: () => void
  /** The button that opens and closes the cart: a press on it is no press outside. */
  readonly opener: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

const heading = 'カート'

/**
 * The shell of the header's cart: a dropdown beside the page on wide screens, closed by a click outside or Escape; a bottom
 * sheet on screens of 768 px and less (S:L28).
 */
export function CartPanel({ open, onClose, opener, children }: CartPanelProps) {
  const narrow = useNarrowScreen()
  if (narrow)
    return (
      <Dialog open={open} onClose={onClose} heading={heading} look="sheet" closeLabel="カートを閉じる">
        {children}
      </Dialog>
    )
  return open ? (
    <Dropdown onClose={onClose} opener={opener}>
      {children}
    </Dropdown>
  ) : null
}

function Dropdown({ onClose, opener, children }: Omit<CartPanelProps, 'open'>) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      const { target } = event
      const inside =
        target instanceof Element && (panel.current?.contains(target) || opener.current?.contains(target))
      if (!inside) onClose()
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) onClose()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [onClose, opener])
  return (
    <div ref={panel} className={css.dropdown} role="dialog" aria-label={heading} tabIndex={-1}>
      <div className={css.head}>
        <h2>{heading}</h2>
        <Button look="icon" aria-label="カートを閉じる" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      {children}
    </div>
  )
}
