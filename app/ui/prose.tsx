import type { ReactNode } from 'react'
import css from './prose.module.css'

export function Prose({ children }: { readonly children: ReactNode }) {
  return <div className={`stack-4 ${css.prose}`}>{children}</div>
}
