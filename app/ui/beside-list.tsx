import { type ReactNode, useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import css from './beside-list.module.css'
import { besidePath } from './desk-lists.tsx'
import { besideId, besideQuery, hasRoomBeside, staysInPlace, useCloseBeside } from './open-beside.ts'
import { useAnswerInView } from './use-answer-in-view.ts'
import { WaysToNeighbours } from './ways-to-neighbours.tsx'

/**
 * What a row of a list leads to, at the right of the list in whose outlet it stands (W77). Esc and 閉じる give the focus back to the row. Where
 * there is no room for both its own page comes instead; without script it stands alone.
 */
export function BesideList({
  of,
  name,
  list,
  page,
  children,
}: {
  /** What the list has, such as 注文. */
  readonly of: string
  readonly name: string
  /** Its path. */
  readonly list: string
  /** The page of what is shown. */
  readonly page: string
  readonly children: ReactNode
}) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const close = useCloseBeside(list)
  useEffect(() => {
    if (!hasRoomBeside()) navigate(page, { replace: true })
    const row = document.querySelector('a[data-opens][aria-current]')
    const { top, bottom } = row?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    if (top > window.innerHeight || bottom < 0) row?.scrollIntoView({ block: 'center' })
  }, [page, navigate])
  return (
    <section
      id={besideId}
      tabIndex={-1}
      data-beside
      aria-label={name}
      className={css.beside}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close()
      }}
    >
      <div className={css.head}>
        <h2>{name}</h2>
        <WaysToNeighbours
          of={of}
          page={page}
          leads={(to) => `${besidePath(to) ?? list}${besideQuery(search)}`}
        />
        <Link
          to={`${list}${besideQuery(search)}`}
          {...staysInPlace}
          className={css.close}
          onClick={(event) => {
            event.preventDefault()
            close()
          }}
        >
          閉じる
        </Link>
      </div>
      <p className="small">
        <Link to={page}>ページで開く</Link>
      </p>
      <div ref={useAnswerInView()} className="stack-4">
        {children}
      </div>
    </section>
  )
}
