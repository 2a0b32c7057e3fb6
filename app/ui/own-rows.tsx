import type { ReactNode } from 'react'
import css from './own-rows.module.css'

/** What a member has – devices, passkeys, whom she blocks –, each an `OwnRow`. */
export function OwnRows({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <ul className={css.rows} aria-label={label}>
      {children}
    </ul>
  )
}

/** One of them, with its act beside it. */
export function OwnRow({ what, children }: { readonly what: ReactNode; readonly children: ReactNode }) {
  return (
    <li className={css.row}>
      <span className={css.what}>{what}</span>
      {children}
    </li>
  )
}
