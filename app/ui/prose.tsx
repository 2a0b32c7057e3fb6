import type { ReactNode } from 'react'
import css from './prose.module.css'

/** Text that is read from top to bottom: headings, paragraphs and lists with room to breathe. */
export function Prose({ children }: { readonly children: ReactNode }) {
  return <div className={css.prose}>{children}</div>
}
