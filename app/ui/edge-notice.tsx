import type { ReactNode } from 'react'
import css from './edge-notice.module.css'

/**
 * The place of a Notice at the lower edge of the screen, announced when it comes: there nothing moves away from under a
 * finger, and no heading is hidden. `urgent` stands above the cart's own words at that edge.
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
