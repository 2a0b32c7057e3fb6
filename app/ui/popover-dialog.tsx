import { type ReactNode, type ToggleEvent, useId } from 'react'
import css from './popover-dialog.module.css'

/**
 * A small dialog that a button with `popoverTarget` opens, without script too. `asks` is its first line, which takes the focus, so
 * that a screen reader says it; the button has it again afterwards.
 */
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
  const question = useId()
  const focusQuestion = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState === 'open') currentTarget.querySelector('p')?.focus()
  }
  return (
    <div
      id={id}
      popover="auto"
      role="dialog"
      aria-label={label}
      aria-describedby={question}
      className={css.dialog}
      onToggle={focusQuestion}
    >
      <p id={question} tabIndex={-1} className={css.asked}>
        {asks}
      </p>
      {children}
    </div>
  )
}
