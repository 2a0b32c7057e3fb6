import { type ReactNode, useEffect } from 'react'
import { Link, useNavigation } from 'react-router'
import { Button, ButtonWithinPage } from './button.tsx'
import css from './filters.module.css'
import { holdPage } from './hold-page.ts'
import { Icon } from './icon.tsx'
import { openPopover } from './popover-open.ts'

const filtersId = 'filters'

/** The id of the list that the filters narrow; its first card takes the focus. */
export const filteredListId = 'list'

/** Opens the filters on a phone; where browsers know no popover it leads to them, below the list (W56). */
export function FiltersButton({ chosen }: { readonly chosen: number }) {
  const text = `しぼりこむ${chosen === 0 ? '' : `（${chosen}）`}`
  return (
    <span className={css.opener}>
      <Button look="secondary" popoverTarget={filtersId}>
        {text}
      </Button>
      <ButtonWithinPage look="secondary" href={`#${filtersId}`}>
        {text}
      </ButtonWithinPage>
    </span>
  )
}

/**
 * Beside the list; on a phone a sheet without script, which the button `close` closes, or where browsers know no popover a part of the page
 * below the list, which the same words lead back to. Who goes by keyboard can leave them out (W56).
 */
export function Filters({ close, children }: { readonly close: string; readonly children: ReactNode }) {
  useEffect(holdPage, [])
  useEffect(closeWhereBeside, [])
  useEffect(giveRoomBackOnResize, [])
  return (
    <>
      <a href={`#${filteredListId}`} className={css.past}>
        しぼりこみを飛ばして一覧へ
      </a>
      <nav
        id={filtersId}
        popover="auto"
        aria-label="しぼりこみ"
        tabIndex={-1}
        className={css.filters}
        onToggle={({ currentTarget, newState }) => {
          holdPage()
          if (newState === 'closed') giveRoomBack(currentTarget)
        }}
        onPointerLeave={({ currentTarget, pointerType }) => {
          if (pointerType === 'mouse' && isColumn(currentTarget)) giveRoomBack(currentTarget)
        }}
      >
        {children}
        <p className={css.close}>
          <Button wide popoverTarget={filtersId} popoverTargetAction="hide">
            {close}
          </Button>
          <ButtonWithinPage wide href={`#${filteredListId}`}>
            {close}
          </ButtonWithinPage>
        </p>
      </nav>
    </>
  )
}

const besideList = '(min-width: 60rem)'

/** A phone that is turned may show them beside the list, where they hold no page (C31). */
const closeWhereBeside = () => {
  const beside = window.matchMedia(besideList)
  const close = () => document.querySelector<HTMLElement>(`#${filtersId}${openPopover}`)?.hidePopover()
  beside.addEventListener('change', close)
  return () => beside.removeEventListener('change', close)
}

const rowsOf = (filters: HTMLElement): HTMLElement[] => [
  ...filters.querySelectorAll<HTMLElement>(':scope > *'),
]

const isSideBySide = (filters: HTMLElement): boolean => getComputedStyle(filters).display === 'flex'

/** Beside the list: the room of what is gone would stay as a gap, and nothing but its own rows moves when it goes. */
const isColumn = (filters: HTMLElement): boolean =>
  window.matchMedia(besideList).matches && !isSideBySide(filters)

/** Figures of a chosen one are a little wider, px; out of the gap, so that the next row stays. */
const roomForBold = 2

/** A choice leaves fewer of other kinds: each row keeps the room it has, so that none moves, nor what stands around them (P50). */
const keepRoom = (filters: HTMLElement): void => {
  const areSideBySide = isSideBySide(filters)
  for (const row of rowsOf(filters)) {
    const { width, height } = row.getBoundingClientRect()
    row.style.minBlockSize = `${height}px`
    if (!areSideBySide || row.style.minInlineSize !== '') continue
    row.style.minInlineSize = `${width + roomForBold}px`
    row.style.marginInlineEnd = `${-roomForBold}px`
  }
}

const giveRoomBack = (filters: HTMLElement): void => {
  for (const row of rowsOf(filters)) row.removeAttribute('style')
}

const giveRoomBackOnResize = () => {
  const give = () => {
    const filters = document.getElementById(filtersId)
    if (filters !== null) giveRoomBack(filters)
  }
  window.addEventListener('resize', give)
  return () => window.removeEventListener('resize', give)
}

/** Without choices it is only the room of those that were there (P50). */
export function Choices({ name, children }: { readonly name: string; readonly children?: ReactNode }) {
  const id = `choices-${name}`
  if (children === undefined) return <div className={`stack-2 ${css.choices}`} />
  return (
    <div className={`stack-2 ${css.choices}`}>
      <h2 id={id}>{name}</h2>
      <ul aria-labelledby={id} className="row-2">
        {children}
      </ul>
    </div>
  )
}

const useIsComing = (address: string): boolean => {
  const next = useNavigation().location
  if (next === undefined) return false
  // Written in letters, where the router encodes.
  const { pathname, search } = new URL(address, 'http://shop')
  return next.pathname === pathname && next.search === search
}

/** A link, so that it works without script; looks as it will from the press on (P50.2). */
export function Chip({
  to,
  isChosen = false,
  canBeUndone = false,
  leadsAway = false,
  children,
}: {
  readonly to: string
  readonly isChosen?: boolean
  readonly canBeUndone?: boolean
  /** Leads to another list, from which Back returns. */
  readonly leadsAway?: boolean
  readonly children: ReactNode
}) {
  const looks = [css.chip, isChosen && canBeUndone ? css.undone : '', useIsComing(to) ? css.coming : '']
  return (
    <li>
      <Link
        to={to}
        className={looks.filter((look) => look !== '').join(' ')}
        aria-current={isChosen ? 'true' : undefined}
        preventScrollReset={!leadsAway}
        replace={!leadsAway}
        onClick={({ currentTarget }) => {
          const filters = currentTarget.closest<HTMLElement>(`#${filtersId}`)
          if (filters !== null) keepRoom(filters)
        }}
      >
        {children}
        {isChosen && canBeUndone ? (
          <>
            <Icon name="close" size={14} />
            <span className="visually-hidden">（外す）</span>
          </>
        ) : null}
      </Link>
    </li>
  )
}

export function Chips({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <ul aria-label={name} className="row-2">
      {children}
    </ul>
  )
}

/** Null where nothing is chosen: its place stays, so that the first choice moves nothing (P50). */
export function ClearFilters({ to }: { readonly to: string | null }) {
  return (
    <p className={css.clear}>
      {to === null ? null : (
        <Link to={to} className="tap" preventScrollReset>
          しぼりこみをすべて外す
        </Link>
      )}
    </p>
  )
}
