import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import css from './edge-notice.module.css'
import { focusHeading } from './focus-heading.ts'

/** At the lower edge, where nothing moves under a finger. `urgent` is above the cart's notice. */
export function EdgeNotice({
  urgent = false,
  children,
}: {
  readonly urgent?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={urgent ? `${css.place} ${css.urgent}` : css.place} role="status">
      {children}
    </div>
  )
}

/** 閉じる of a notice. The button goes with it: the focus stays on the page. */
export function CloseNotice({ onClose }: { readonly onClose: () => void }) {
  const close = () => {
    onClose()
    focusHeading()
  }
  return (
    <Button look="quiet" onClick={close}>
      閉じる
    </Button>
  )
}
