import type { ReactNode } from 'react'
import css from './notice.module.css'
import { useAnswerFocus } from './use-answer-focus.ts'

/** Errors are alerts for screen readers; other kinds are announced only with `announce`. `answers` a form: without script it takes the focus. */
export function Notice({
  kind = 'info',
  announce = false,
  answers = false,
  actions,
  children,
}: {
  readonly kind?: 'info' | 'good' | 'error'
  readonly announce?: boolean
  readonly answers?: boolean
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const focus = useAnswerFocus(answers)
  const role = kind === 'error' ? 'alert' : announce ? 'status' : undefined
  return (
    <div className={`${css.notice} ${css[kind]}`} role={role} tabIndex={answers ? -1 : undefined} {...focus}>
      <div>{children}</div>
      {actions ? <div className="row-3">{actions}</div> : null}
    </div>
  )
}

/** A `ref` for what appears behind a bar, or beyond the edge. */
export const bringIntoView = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' })
