import { Link } from 'react-router'
import { href } from '~/href.ts'
import { deskDay } from '~/kernel/dates.ts'
import { formatNumber } from '~/kernel/money.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { DeskRow } from '../types.ts'
import css from './order-desk.module.css'
import { StandingBadges } from './standing-badges.tsx'

interface Day {
  readonly name: string
  readonly rows: DeskRow[]
}

const daysOf = (rows: readonly DeskRow[]): Day[] => {
  const days: Day[] = []
  for (const row of rows) {
    const name = deskDay(row.at)
    const last = days.at(-1)
    if (last?.name === name) last.rows.push(row)
    else days.push({ name, rows: [row] })
  }
  return days
}

/** Orders grouped by day; `showsLine` is for lists with several standings. */
export function OrderList({
  rows,
  today,
  showsLine,
}: {
  readonly rows: readonly DeskRow[]
  /** Epoch ms. */
  readonly today: number
  readonly showsLine: boolean
}) {
  return daysOf(rows).map(({ name, rows }) => (
    <section key={`${name} ${rows[0]?.number}`} className={css.day} aria-label={name}>
      <h2 className={css.dayName}>{name === deskDay(today) ? `きょう ${name}` : name}</h2>
      <ul className={css.rows}>
        {rows.map((row) => (
          <li key={row.number}>
            <Row row={row} showsLine={showsLine} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Row({ row, showsLine }: { readonly row: DeskRow; readonly showsLine: boolean }) {
  const { number, name, units, total, standing } = row
  const { demo } = useSiteFacts()
  const isReview = standing.kind === 'review'
  return (
    <Link to={href('/admin/orders/:number', { number })} className={css.row}>
      <span className={css.number}>
        {number}
        {row.practice && !demo ? <small>練習</small> : null}
      </span>
      <span className={css.name}>{name === null ? '（名前なし）' : `${name} 様`}</span>
      <span className={css.sum}>
        {units}点{total === null ? '' : ` ${formatNumber(total)}円`}
      </span>
      {showsLine || isReview || standing.badges.length > 0 ? (
        <span className={css.state}>
          {showsLine || isReview ? (
            <span className={isReview ? css.review : css.line}>{standing.line}</span>
          ) : null}
          <StandingBadges badges={standing.badges} />
        </span>
      ) : null}
    </Link>
  )
}
