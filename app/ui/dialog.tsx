import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { useCloseOnBack } from './close-on-back.ts'
import css from './dialog.module.css'
import { holdPage } from './hold-page.ts'
import { Icon } from './icon.tsx'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly heading: string
  readonly children: ReactNode
  /** `sheet` is at the lower edge on a phone, `full` covers the screen. */
  readonly look?: 'window' | 'sheet' | 'full'
  /** The one child fills the remaining height and scrolls by itself. */
  readonly fitted?: boolean
  readonly closeLabel?: string
  readonly closesOnBack?: boolean
}

/** The browser's modal dialog, which traps the focus and closes on Escape; a press beside it closes it too. */
export function Dialog({
  open,
  onClose,
  heading,
  children,
  look = 'window',
  fitted = false,
  closeLabel = '閉じる',
  closesOnBack = false,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
    // One that leaves the page with its part of the screen closes without an event.
    return holdPage()
  }, [open])
  useCloseOnBack(open && closesOnBack, onClose)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself; the click is for the backdrop
    <dialog
      ref={dialog}
      className={[css.dialog, look === 'window' ? '' : css[look], fitted ? css.fitted : ''].join(' ')}
      aria-labelledby={open ? headingId : undefined}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      {open ? (
        <div className={css.inside}>
          <div className={css.head}>
            <h2 id={headingId} tabIndex={-1}>
              {heading}
            </h2>
            <Button look="icon" aria-label={closeLabel} onClick={() => dialog.current?.close()}>
              <Icon name="close" />
            </Button>
          </div>
          {children}
        </div>
      ) : null}
    </dialog>
  )
}
