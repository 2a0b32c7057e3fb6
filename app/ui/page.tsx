import type { ReactNode } from 'react'
import { Breadcrumb, type Step } from './breadcrumb.tsx'
import css from './page.module.css'

/**
 * The body of a page below the home page: the way to it, its heading, a sentence or two that lead in, and its content.
 * `narrow` is for pages that are read rather than browsed. `steps` end with the page itself.
 */
export function Page({
  heading,
  steps,
  lead,
  narrow = false,
  children,
}: {
  readonly heading: string
  readonly steps?: readonly Step[]
  readonly lead?: ReactNode
  readonly narrow?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={`${css.page} ${narrow ? css.narrow : ''}`}>
      {steps === undefined ? null : <Breadcrumb steps={steps} />}
      <div className={css.head}>
        <h1>{heading}</h1>
        {lead === undefined ? null : <div className={css.lead}>{lead}</div>}
      </div>
      {children}
    </div>
  )
}
