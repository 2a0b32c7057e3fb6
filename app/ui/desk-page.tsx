import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useWayBack } from './desk-lists.tsx'
import css from './desk-page.module.css'
import { Notice } from './notice.tsx'
import { PageMeta } from './page-meta.tsx'
import { useAnswerInView } from './use-answer-in-view.ts'

/**
 * A desk page; `foot`, with what will happen and the one button, stays within reach of the thumb. `beside` stands beside the heading of a
 * wide screen. `showsFoot`: there the page itself has what its foot has.
 */
export function DeskPage({
  title,
  named = title,
  back,
  foot,
  beside,
  showsFoot = false,
  children,
}: {
  readonly title: string
  /** The name of the document where this is not its heading. */
  readonly named?: string | undefined
  readonly back?: string
  readonly foot?: ReactNode
  readonly beside?: ReactNode
  readonly showsFoot?: boolean
  readonly children: ReactNode
}) {
  const way = useWayBack(back)
  return (
    <div ref={useAnswerInView()} className={css.page}>
      <PageMeta title={named} noindex />
      <div className={css.head}>
        {back === undefined ? null : (
          <Link {...way} className={css.back} aria-label="戻る">
            ←
          </Link>
        )}
        <h1>{title}</h1>
        {beside === undefined ? null : <div className={css.besideHeading}>{beside}</div>}
      </div>
      <div className={`stack-5 ${css.body}`}>{children}</div>
      {foot === undefined ? null : (
        <DeskFoot sticks="page" onlyNarrow={showsFoot}>
          {foot}
        </DeskFoot>
      )}
    </div>
  )
}

/** Links to the pages that belong to this one, side by side. */
export function DeskPageLinks({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav aria-label={label} className={`row-2 ${css.ways}`}>
      {children}
    </nav>
  )
}

/** What is not needed each time, behind its name. */
export function DeskMore({
  name,
  isOpen = false,
  className,
  children,
}: {
  readonly name: string
  readonly isOpen?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <details className={className} open={isOpen}>
      <summary className={css.more}>{name}</summary>
      {children}
    </details>
  )
}

/** For a form, which has its own foot; one that does not stick stands at the form's end. */
export function DeskFoot({
  sticks = false,
  onlyNarrow = false,
  children,
}: {
  readonly sticks?: 'stored' | 'rows' | 'page' | false
  readonly onlyNarrow?: boolean
  readonly children: ReactNode
}) {
  return sticks ? (
    <div className={onlyNarrow ? `${css.foot} ${css.onlyNarrow}` : css.foot} data-sticks={sticks}>
      {children}
    </div>
  ) : (
    <div className={`${css.foot} ${css.atEnd}`}>{children}</div>
  )
}

/** P24: an address named a list that there is not, or not for her; `shown` is the name of the one that she sees. */
export function UnknownList({ shown }: { readonly shown: string }) {
  return <Notice>その種類の一覧はないので、「{shown}」を表示しています。</Notice>
}
