import type { ReactNode } from 'react'
import css from './empty-box.module.css'

/** In the place of a list that has nothing to show; `said` stands larger above what helps on. */
export function EmptyBox({ said, children }: { readonly said?: string; readonly children?: ReactNode }) {
  return (
    <div className={css.box}>
      {said === undefined ? null : <p className={css.said}>{said}</p>}
      {children}
    </div>
  )
}
