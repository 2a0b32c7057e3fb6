import { type ReactNode, type ToggleEvent, useEffect, useId } from 'react'
import { holdPage } from './hold-page.ts'
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
  // One that leaves the page open, with what was deleted, closes without an event.
  useEffect(holdPage, [])
  const changed = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    holdPage()
    if (newState === 'open') currentTarget.querySelector('p')?.focus()
  }
  return (
    <>
      <WithoutPopover to={id}>{label}</WithoutPopover>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        aria-describedby={question}
        className={css.dialog}
        onToggle={changed}
      >
        {/* biome-ignore lint/a11y/noAutofocus: a closed popover takes no focus, and an opened one should */}
        <p id={question} tabIndex={-1} autoFocus className={css.asked}>
          {asks}
        </p>
        {children}
        <WithoutPopover to={`${id}-closed`}>閉じる</WithoutPopover>
      </div>
    </>
  )
}

/** With neither script nor popovers a link opens the question, and one closes it. */
function WithoutPopover({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <noscript>
      {import.meta.env.SSR ? (
        <a href={`#${to}`} className={css.instead}>
          {children}
        </a>
      ) : null}
    </noscript>
  )
}
