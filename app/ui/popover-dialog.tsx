import { type ReactNode, type ToggleEvent, useId } from 'react'
import css from './popover-dialog.module.css'

/**
 * Opened by a button with `popoverTarget`, without script too. `asks` takes the focus, so that screen readers say it: by
 * `autofocus` of the server's HTML before hydration, which React leaves out of what it draws itself.
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
      {/* biome-ignore lint/a11y/noAutofocus: a closed popover takes no focus, and an opened one should */}
      <p id={question} tabIndex={-1} autoFocus className={css.asked}>
        {asks}
      </p>
      {children}
    </div>
  )
}
