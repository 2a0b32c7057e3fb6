import type { FormEvent, ReactNode } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { type ListAsked, markOf, pageSizes } from '~/kernel/desk-list.ts'
import { formatNumber } from '~/kernel/money.ts'
import { useListed } from './desk-lists.tsx'
import css from './desk-table.module.css'
import { useLostHere } from './form-card.tsx'
import { type DeskColumn, type DeskList, type Found, type ListPlace, linkTo } from './list-declaration.ts'
import { LostNotice } from './lost-notice.tsx'
import { type BesideLink, useCloseBeside, useOpenBeside } from './open-beside.ts'
import { MarksBar, moveInTable, RefusedMarks, useMarks } from './table-marks.tsx'
import { roles } from './table-roles.ts'
import { useHasScript } from './use-has-script.ts'

const opposite = { asc: 'desc', desc: 'asc' } as const
const ariaSort = { asc: 'ascending', desc: 'descending' } as const

function FoundLine({
  found: { count, isMore, sum },
  asked,
  place,
}: {
  readonly found: Found
  readonly asked: ListAsked
  readonly place: ListPlace
}) {
  const more = isMore ? '以上' : ''
  return (
    <div className={css.found}>
      <p>
        <strong>{`${formatNumber(count)}件${more}`}</strong>
        {sum === undefined || sum === null ? null : `・${formatNumber(sum)}円${more}`}
      </p>
      {count <= pageSizes[0] ? null : (
        <p className={css.sizes}>
          1ページに
          {pageSizes.map((size) => (
            <Link
              key={size}
              to={linkTo(place, asked, { size })}
              aria-current={size === asked.size ? 'true' : undefined}
              preventScrollReset
            >
              {size}件
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}

function Pages({
  page,
  pages,
  asked,
  place,
}: {
  readonly page: number
  readonly pages: number
  readonly asked: ListAsked
  readonly place: ListPlace
}) {
  if (pages === 1) return null
  return (
    <nav className={css.pages} aria-label="一覧のページ">
      {page === 1 ? (
        <span />
      ) : (
        <Link to={linkTo(place, asked, { page: page - 1 })}>← 前の{asked.size}件</Link>
      )}
      <span>
        {page} / {pages}ページ
      </span>
      {page === pages ? (
        <span />
      ) : (
        <Link to={linkTo(place, asked, { page: page + 1 })}>次の{asked.size}件 →</Link>
      )}
    </nav>
  )
}

const classes = (...names: readonly (string | false | undefined)[]) => names.filter(Boolean).join(' ')

function Heading<Row, Sort extends string>({
  column: { key, name, align, from, sorts },
  asked,
  order,
  place,
}: {
  readonly column: DeskColumn<Row, Sort>
  readonly asked: ListAsked
  readonly order: Pick<ListAsked, 'sort' | 'direction'>
  readonly place: ListPlace
}) {
  const isSorted = order.sort === key
  return (
    <th
      {...roles.columnheader}
      scope="col"
      className={classes(align === 'end' && css.amount, from !== undefined && css[from])}
      aria-sort={isSorted ? ariaSort[order.direction] : undefined}
    >
      {sorts === undefined ? (
        name
      ) : (
        <Link
          to={linkTo(place, asked, { sort: key, direction: isSorted ? opposite[order.direction] : sorts })}
          preventScrollReset
        >
          {name}
          <span aria-hidden="true">{isSorted ? (order.direction === 'asc' ? ' ▲' : ' ▼') : ''}</span>
        </Link>
      )}
    </th>
  )
}

function Cell<Row>({
  column,
  row,
  link,
}: {
  readonly column: DeskColumn<Row, string>
  readonly row: Row
  readonly link?: { readonly to: string; readonly text: string } & Partial<BesideLink>
}) {
  const { cell, align, lines, from, phone } = column
  const shows = phone?.shows
  const onPhone = phone === undefined ? null : shows === undefined ? undefined : shows(row)
  const told =
    link === undefined || link.text === '' ? null : <span className="visually-hidden"> {link.text}</span>
  const content =
    onPhone === undefined || onPhone === null ? (
      <>
        {cell(row)}
        {told}
      </>
    ) : (
      <>
        <span className={css.onPhone}>{onPhone}</span>
        <span className={css.inTable}>
          {cell(row)}
          {told}
        </span>
      </>
    )
  return (
    <td
      {...roles.cell}
      className={classes(
        align === 'end' && css.amount,
        lines !== undefined && css[lines],
        from !== undefined && css[from],
        phone === undefined || onPhone === null ? css.notOnPhone : css[phone.place],
      )}
    >
      {link === undefined ? (
        content
      ) : (
        <Link
          to={link.to}
          className={css.link}
          onClick={link.onClick}
          aria-current={link.isOpen ? 'true' : undefined}
          data-opens
        >
          {content}
        </Link>
      )}
    </td>
  )
}

const markIn = <Row, Sort extends string, Filter extends string>(
  list: DeskList<Row, Sort, Filter>,
  row: Row,
): string | null =>
  list.markOf === undefined ? markOf(list.keyOf(row), list.versionOf?.(row)) : list.markOf(row)

const linkOf = <Row, Sort extends string, Filter extends string>(
  list: DeskList<Row, Sort, Filter>,
  row: Row,
  beside: BesideLink | undefined,
) => {
  const to = list.to(row)
  return to === null ? {} : { link: { to, text: list.linkText?.(row) ?? '', ...beside } }
}

/** Acts with a page of their own go there instead. */
const isPost = ({ nativeEvent, currentTarget }: FormEvent<HTMLFormElement>): boolean => {
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
  return (submitter?.getAttribute('formmethod') ?? currentTarget.method) === 'post'
}

interface Group<Row> {
  readonly name: string
  readonly first: number
  readonly rows: Row[]
}

const groupsOf = <Row,>(rows: readonly Row[], groupOf: ((row: Row) => string) | undefined): Group<Row>[] => {
  const groups: Group<Row>[] = []
  for (const [at, row] of rows.entries()) {
    const name = groupOf?.(row) ?? ''
    const last = groups.at(-1)
    if (last?.name === name) last.rows.push(row)
    else groups.push({ name, first: at, rows: [row] })
  }
  return groups
}

/**
 * A list: from 768 px a table with marks, below the rows of a phone, from one piece of markup. While the focus is in it, ↑ and ↓ go from row
 * to row, Space marks, Shift marks a range, Enter opens and Esc takes the marks away (N118).
 */
export function DeskTable<Row, Sort extends string, Filter extends string>({
  list,
  rows,
  isOwner,
  asked,
  order = asked,
  place,
  found,
  page = 1,
  pages = 1,
  onPhone,
  requestId,
  failure,
  failed,
  typed,
  children,
}: {
  readonly list: DeskList<Row, Sort, Filter>
  readonly rows: readonly Row[]
  readonly isOwner: boolean
  readonly asked: ListAsked<Sort, Filter>
  /** The order of `rows`, where the address asks for none. */
  readonly order?: Pick<ListAsked, 'sort' | 'direction'>
  readonly place: ListPlace
  readonly found: Found
  readonly page?: number
  readonly pages?: number
  /** How many rows a phone shows of these; all without it. */
  readonly onPhone?: number | undefined
  /** For acts without a page of their own (N2). */
  readonly requestId?: string
  readonly failure?: string | undefined
  /** What did not happen where a request was lost. */
  readonly failed?: string | undefined
  /** What was sent to an act that failed: without script its marks come back with the page (N157). */
  readonly typed?: Readonly<Record<string, string>> | undefined
  /** Between the line of what was found and the table. */
  readonly children?: ReactNode
}) {
  useListed(
    rows.flatMap((row) => list.to(row) ?? []),
    (page - 1) * asked.size,
    found.count,
  )
  const hasScript = useHasScript()
  const { form, marked, count, all, press } = useMarks()
  const { lost, press: leaves } = useLostHere()
  const columns = list.columns.filter(({ ownerOnly }) => isOwner || !ownerOnly)
  const acts = list.acts.filter(({ ownerOnly }) => isOwner || !ownerOnly)
  const beyond = (at: number) => onPhone !== undefined && at >= onPhone && css.notOnPhone
  const marks = acts.length > 0
  // What is posted comes back to the list as it is seen.
  const posts = acts.some(({ to }) => to === undefined)
  const { pathname } = useLocation()
  const isShared = list.beside !== undefined && pathname !== place.path
  const openBeside = useOpenBeside()
  const closeBeside = useCloseBeside(place.path)
  const besideOf = (row: Row) => (list.beside === undefined ? undefined : openBeside(list.beside(row)))
  const sent = new Set(typed?.[list.mark]?.split('\n'))
  const markable = rows.filter((row) => markIn(list, row) !== null).length
  const table = (
    <table {...roles.table} className={css.table} aria-label={list.name}>
      <thead {...roles.rowgroup}>
        <tr {...roles.row}>
          {marks ? (
            <th {...roles.columnheader} scope="col" className={css.mark}>
              {hasScript ? (
                <label>
                  <input
                    type="checkbox"
                    aria-label="このページのすべて"
                    checked={marked > 0 && marked === markable}
                    onChange={(event) => all(event.currentTarget.checked)}
                  />
                </label>
              ) : (
                <span className="visually-hidden">印</span>
              )}
            </th>
          ) : null}
          {columns.map((column) => (
            <Heading key={column.key} {...{ column, asked, order, place }} />
          ))}
        </tr>
      </thead>
      {groupsOf(rows, list.groupOf).map(({ name, first, rows: grouped }) => (
        <tbody key={`${name} ${first}`} {...roles.rowgroup} className={classes(css.group, beyond(first))}>
          {name === '' ? null : (
            <tr {...roles.row} className={css.groupName}>
              <td {...roles.rowheader} colSpan={columns.length + Number(marks)}>
                <h2>{name}</h2>
              </td>
            </tr>
          )}
          {grouped.map((row, at) => (
            <tr
              key={list.keyOf(row)}
              {...roles.row}
              className={classes(css.row, beyond(first + at), besideOf(row)?.isOpen && css.open)}
              data-row
            >
              {marks ? (
                <td {...roles.cell} className={css.mark}>
                  {markIn(list, row) === null ? null : (
                    <label>
                      <input
                        type="checkbox"
                        name={list.mark}
                        value={markIn(list, row) ?? ''}
                        defaultChecked={sent.has(markIn(list, row) ?? '')}
                        aria-label={`${list.markName?.(row) ?? list.keyOf(row)}に印`}
                        data-mark
                        onClick={(event) => press(event.currentTarget, event.shiftKey)}
                      />
                    </label>
                  )}
                </td>
              ) : null}
              {columns.map((column, at) => (
                <Cell
                  key={column.key}
                  column={column}
                  row={row}
                  {...(at === 0 ? linkOf(list, row, besideOf(row)) : {})}
                />
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
  return (
    <div className={classes(css.list, isShared && css.shared)}>
      <FoundLine found={found} asked={asked} place={place} />
      {children}
      {list.acts.length === 0 ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the links in it
        <div onKeyDown={moveInTable}>{table}</div>
      ) : (
        <Form
          ref={form}
          method={posts ? 'post' : 'get'}
          action={posts ? linkTo(place, asked) : (acts[0]?.to ?? place.path)}
          onChange={count}
          onSubmit={(event) => {
            if (isPost(event) && !leaves(true, event)) event.preventDefault()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') moveInTable(event)
            else if (marked > 0) all(false)
            else if (list.beside !== undefined) closeBeside()
          }}
        >
          {requestId === undefined ? null : <input type="hidden" name="requestId" value={requestId} />}
          {table}
          {marks ? <MarksBar {...{ acts, marked, failure, failed, lost }} /> : null}
        </Form>
      )}
      {failure === undefined && lost === null ? null : (
        <OnPhone>
          <RefusedMarks>{failure}</RefusedMarks>
          <LostNotice failed={failed} lost={lost} />
        </OnPhone>
      )}
      <Pages {...{ page, pages, asked, place }} />
    </div>
  )
}

/** Below 768 px alone. */
export function OnPhone({ children }: { readonly children: ReactNode }) {
  return <div className={css.phoneBlock}>{children}</div>
}
