import type { ReactNode } from 'react'
import css from './popover-dialog.module.css'

/** A small dialog that a button with `popoverTarget` opens, without script too. `asks` is its first line. */
export function PopoverDialog({
  id,
  label,
  asks,
  children,
}: {
  readonly id: string
  readonly label: string
  readonly asks: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div id={id} popover="auto" role="dialog" aria-label={label} className={css.dialog}>
      <p className={css.asked}>{asks}</p>
      {children}
    </div>
  )
}
