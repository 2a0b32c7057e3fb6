import type { ReactNode } from 'react'
import css from './prose.module.css'

/** Headings, paragraphs and lists of a text. */
export function Prose({ children }: { readonly children: ReactNode }) {
  return <div className={css.prose}>{children}</div>
}
