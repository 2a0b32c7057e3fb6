import type { ReactNode } from 'react'
import css from './edge-notice.module.css'

/**
 * A Notice at the lower edge of the screen, announced: nothing moves away from under a finger there. `urgent` is above the
 * cart's own notice.
 */
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
