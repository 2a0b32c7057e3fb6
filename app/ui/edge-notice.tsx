import type { ReactNode } from 'react'
import css from './edge-notice.module.css'

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
