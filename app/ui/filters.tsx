import { type ReactNode, useEffect } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { queryOf } from '~/kernel/list-address.ts'
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
        onToggle={holdPage}
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

/** A phone that is turned may show them beside the list, where they hold no page (C31). */
const closeWhereBeside = () => {
  const beside = window.matchMedia('(min-width: 60rem)')
  const close = () => document.querySelector<HTMLElement>(`#${filtersId}${openPopover}`)?.hidePopover()
  beside.addEventListener('change', close)
  return () => beside.removeEventListener('change', close)
}

export function Choices({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = `choices-${name}`
  return (
    <div className={`stack-2 ${css.choices}`}>
      <h2 id={id}>{name}</h2>
      <ul aria-labelledby={id} className="row-2">
        {children}
      </ul>
    </div>
  )
}

/**
 * Where a choice leads while the answer to an earlier one is on its way: it changes its own conditions alone, so that none that was pressed before is
 * lost (P50.3); `isComing` tells whether it is among those that come.
 */
const useChoice = (address: string | null): { readonly at: string | null; readonly isComing: boolean } => {
  const here = useLocation()
  const next = useNavigation().location
  if (next === undefined || address === null) return { at: address, isComing: false }
  // Written in letters, where the router encodes.
  const { pathname, searchParams: wanted } = new URL(address, 'http://shop')
  if (next.pathname !== pathname || here.pathname !== pathname) return { at: address, isComing: false }
  const shown = new URLSearchParams(here.search)
  const coming = new URLSearchParams(next.search)
  const changed = [...new Set([...wanted.keys(), ...shown.keys()])].filter(
    (name) => wanted.get(name) !== shown.get(name),
  )
  const isComing = changed.length > 0 && changed.every((name) => wanted.get(name) === coming.get(name))
  for (const name of changed) {
    const value = wanted.get(name)
    if (value === null) coming.delete(name)
    else coming.set(name, value)
  }
  return { at: pathname + queryOf(coming), isComing }
}

/** A link, so that it works without script; looks as it will from the press on (P50.2). */
export function Chip({
  to,
  isChosen = false,
  canBeUndone = false,
  leadsAway = false,
  children,
}: {
  /** Null for a choice that would find nothing: it stays in its place, pale (P50). */
  readonly to: string | null
  readonly isChosen?: boolean
  readonly canBeUndone?: boolean
  /** Leads to another list, from which Back returns. */
  readonly leadsAway?: boolean
  readonly children: ReactNode
}) {
  const { at, isComing } = useChoice(leadsAway ? null : to)
  if (to === null)
    return (
      <li>
        <span className={`${css.chip} ${css.pale}`}>{children}</span>
      </li>
    )
  const looks = [css.chip, isChosen && canBeUndone ? css.undone : '', isComing ? css.coming : '']
  return (
    <li>
      <Link
        to={at ?? to}
        className={looks.filter((look) => look !== '').join(' ')}
        aria-current={isChosen ? 'true' : undefined}
        preventScrollReset={!leadsAway}
        replace={!leadsAway}
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

/** Above a list: each filter can be removed by itself, most of all where nothing was found (P52). */
export function ChosenFilters({
  chosen,
  allUndoneAt,
}: {
  readonly chosen: ReadonlyArray<{ readonly name: string; readonly undoneAt: string }>
  readonly allUndoneAt: string
}) {
  if (chosen.length === 0) return null
  return (
    <>
      <Chips name="しぼりこんでいる条件">
        {chosen.map(({ name, undoneAt }) => (
          <Chip key={name} to={undoneAt} isChosen canBeUndone>
            {name}
          </Chip>
        ))}
      </Chips>
      {chosen.length > 1 ? (
        <p>
          <Link to={allUndoneAt} className="tap" preventScrollReset>
            すべて外す
          </Link>
        </p>
      ) : null}
    </>
  )
}
