import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { inYen } from '~/features/orders/money.rules.ts'
import { href } from '~/href.ts'
import { deskDay, deskMoment } from '~/kernel/dates.ts'
import { startOfDayNumber } from '~/kernel/days.ts'
import { type DeskRowShown, DeskRows } from '~/ui/desk-rows.tsx'
import type { LogEntry } from '../log.rules.ts'
import { barOf, type DayOfSales } from '../places.rules.ts'
import css from './today-beside.module.css'

function Part({
  name,
  isRead,
  children,
}: {
  readonly name: string
  readonly isRead: boolean
  readonly children: ReactNode
}) {
  return (
    <section className={css.part} aria-label={name}>
      <h2>{name}</h2>
      {isRead ? children : <p className={css.unread}>読めませんでした</p>}
    </section>
  )
}

/** The open orders that wait longest; only where a screen has room. */
export function OldestOrders({ rows }: { readonly rows: readonly DeskRowShown[] | null }) {
  if (rows?.length === 0) return null
  return (
    <Part name="古い順の発送待ち" isRead={rows !== null}>
      <DeskRows rows={rows ?? []} />
      <p>
        <Link to={href('/admin/orders')}>発送待ちをすべて見る</Link>
      </p>
    </Part>
  )
}

const nameOfDay = (day: number, ago: number): string =>
  `${['今日 ', '昨日 '][ago] ?? ''}${deskDay(startOfDayNumber(day))}`

function Day({
  name,
  sold,
  bar,
}: {
  readonly name: string
  readonly sold: Omit<DayOfSales, 'day'>
  readonly bar: number | null
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td aria-hidden="true">
        {bar === null ? null : (
          <svg className={css.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width={bar} height="10" />
          </svg>
        )}
      </td>
      <td>{inYen(sold.yen)}</td>
      <td>{sold.count}件</td>
    </tr>
  )
}

const sumOf = (week: readonly DayOfSales[]) => {
  const sum = (of: (day: DayOfSales) => number) => week.reduce((total, day) => total + of(day), 0)
  return {
    yen: sum(({ yen }) => yen),
    count: sum(({ count }) => count),
    refunded: sum(({ refunded }) => refunded),
  }
}

/** For the owner, and only where a screen has room (N124). */
export function WeekOfSales({ week }: { readonly week: readonly DayOfSales[] | null }) {
  const all = sumOf(week ?? [])
  return (
    <Part name="この7日間の売上" isRead={week !== null}>
      <table className={css.week}>
        <thead className="visually-hidden">
          <tr>
            {['日', '棒', '売上', '注文'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(week ?? []).map((sold, ago) => (
            <Day key={sold.day} name={nameOfDay(sold.day, ago)} sold={sold} bar={barOf(sold, week ?? [])} />
          ))}
        </tbody>
        <tfoot>
          <Day name="7日間" sold={all} bar={null} />
        </tfoot>
      </table>
      <p className="small">
        その日に支払われた注文の合計から、その日に申し込んだ返金を引いた額です。
        {all.refunded === 0 ? '' : `引いた返金は、7日間で${inYen(all.refunded)}です。`}
      </p>
    </Part>
  )
}

export function Paying({ count }: { readonly count: number | null }) {
  return (
    <Part name="お支払いの途中のお客様" isRead={count !== null}>
      <p>
        {count === 0 ? 'いません。' : `${count}人。`}
        <Link to={href('/admin/shop')}>お店の画面へ</Link>
      </p>
    </Part>
  )
}

export function LastActs({ acts }: { readonly acts: readonly LogEntry[] | null }) {
  return (
    <Part name="最近したこと" isRead={acts !== null}>
      {acts?.length === 0 ? <p>まだありません。</p> : null}
      <ol className={css.acts}>
        {(acts ?? []).map(({ id, happenedAt, who, act, text, order }) => (
          <li key={id}>
            <span className="small">
              {deskMoment(happenedAt)} {who}
            </span>
            <span>
              {act}{' '}
              {order === null ? (
                text
              ) : (
                <Link to={href('/admin/orders/:number', { number: order })}>{text}</Link>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p>
        <Link to={href('/admin/log')}>記録をすべて見る</Link>
      </p>
    </Part>
  )
}
