import type { ReactNode } from 'react'
import css from './notice.module.css'

/**
 * A box that says something: `info`, `good` or `error`. An error is an alert for screen readers; the others are read in
 * their place unless `announce`. `actions` stand below the text.
 */
export function Notice({
  kind = 'info',
  announce = false,
  actions,
  children,
}: {
  readonly kind?: 'info' | 'good' | 'error'
  readonly announce?: boolean
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const role = kind === 'error' ? 'alert' : announce ? 'status' : undefined
  return (
    <div className={`${css.notice} ${css[kind]}`} role={role}>
      <div>{children}</div>
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </div>
  )
}
