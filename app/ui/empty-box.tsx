import type { ReactNode } from 'react'
import css from './empty-box.module.css'

export function EmptyBox({ said, children }: { readonly said?: string; readonly children?: ReactNode }) {
  return (
    <div className={css.box}>
      {said === undefined ? null : <p className={css.said}>{said}</p>}
      {children}
    </div>
  )
}
