import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { inYen } from '~/features/orders/money.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { DeskMore } from '~/ui/desk-page.tsx'
import { dayName, entryName, type MonthDay, type MonthFigures, monthName } from '../rules.ts'
import css from './month.module.css'

export function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section className={css.part} aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  )
}

function Row({ name, sum, count }: { readonly name: string; readonly sum: number; readonly count?: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={css.count}>{count}</td>
      <td>{inYen(sum)}</td>
    </tr>
  )
}

/** The sums of the month: what was sold by tax rate, what went back, and what remains. */
export function MonthSums({ figures }: { readonly figures: MonthFigures }) {
  const { sales, neverLeft, refunds, disputes, won, fees, remains } = figures
  const taxOfAll = sales.tax + refunds.tax + disputes.tax + won.tax
  return (
    <table className={css.sums}>
      <caption className="visually-hidden">{monthName(figures.month)}の合計</caption>
      <tbody>
        <Row name="商品（10%対象）" sum={sales.amount - sales.shipping} />
        <Row name="送料（10%対象）" sum={sales.shipping} />
        <Row name="売上" count={`${sales.count}件`} sum={sales.amount} />
        <Row name="　うち消費税（10%）" sum={sales.tax} />
        {neverLeft.count === 0 && neverLeft.amount === 0 ? null : (
          <Row name="　うち発送前に全額返した注文" count={`${neverLeft.count}件`} sum={neverLeft.amount} />
        )}
        <Row name="返金" count={`${refunds.count}件`} sum={refunds.amount} />
        <Row name="異議申し立てで引かれた額" count={`${disputes.count}件`} sum={disputes.amount} />
        {won.count === 0 && won.amount === 0 ? null : (
          <Row name="異議申し立てで戻った額" count={`${won.count}件`} sum={won.amount} />
        )}
        <Row name="決済手数料" count={`${fees.count}件`} sum={0 - fees.amount} />
      </tbody>
      <tfoot>
        <Row name="差引" sum={remains} />
        <Row name="　うち消費税（10%、手数料を除く）" sum={taxOfAll} />
      </tfoot>
    </table>
  )
}

const tall = 100

/** A bar for each day, and the same as a table for who does not see it. Days on which more went back than was sold lie below the line. */
export function MonthDays({ days, month }: { readonly days: readonly MonthDay[]; readonly month: string }) {
  const most = Math.max(0, ...days.map(({ amount }) => amount))
  const least = Math.min(0, ...days.map(({ amount }) => amount))
  const range = most - least || 1
  const line = most === least ? tall : (most / range) * tall
  const heightOf = (amount: number) => (amount === 0 ? 0 : Math.max(1, (Math.abs(amount) / range) * tall))
  const best = days.reduce(
    (top, each) => (each.amount > top.amount ? each : top),
    days[0] ?? { day: '', orders: 0, amount: 0 },
  )
  return (
    <div className={css.days}>
      <svg
        className={css.bars}
        viewBox={`0 0 ${days.length * 10} ${tall + 2}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ day, amount }, at) => (
          <rect
            key={day}
            className={amount < 0 ? css.minus : css.plus}
            x={at * 10 + 1}
            y={amount < 0 ? line : line - heightOf(amount)}
            width="8"
            height={heightOf(amount)}
          />
        ))}
        <rect className={css.line} x="0" y={line} width={days.length * 10} height="1" />
      </svg>
      <p className={css.scale} aria-hidden="true">
        <span>{dayName(`${month}-01`)}</span>
        <span>{best.amount > 0 ? `いちばん多い日 ${dayName(best.day)} ${inYen(best.amount)}` : ''}</span>
        <span>{dayName(days.at(-1)?.day ?? '')}</span>
      </p>
      <DeskMore name="日ごとの表">
        <table className={css.sums}>
          <caption className="visually-hidden">日ごとの売上（その日の返金を引いた額）</caption>
          <thead>
            <tr>
              <th scope="col">日</th>
              <th scope="col">件数</th>
              <th scope="col">売上－返金</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, orders, amount }) => (
              <Row key={day} name={dayName(day)} count={`${orders}件`} sum={amount} />
            ))}
          </tbody>
        </table>
      </DeskMore>
    </div>
  )
}

const compared: readonly (readonly [name: string, of: (figures: MonthFigures) => string])[] = [
  ['売上', ({ sales }) => inYen(sales.amount)],
  ['注文', ({ sales }) => `${sales.count}件`],
  ['返金など', ({ refunds, disputes, won }) => inYen(refunds.amount + disputes.amount + won.amount)],
  ['手数料', ({ fees }) => inYen(0 - fees.amount)],
  ['差引', ({ remains }) => inYen(remains)],
]

/** This month beside the one before and the same one a year before. */
export function MonthsCompared({ months }: { readonly months: readonly MonthFigures[] }) {
  return (
    <table className={css.months}>
      <caption className="visually-hidden">前の月、前の年の同じ月との比較</caption>
      <thead>
        <tr>
          <td />
          {months.map(({ month }) => (
            <th key={month} scope="col">
              {monthName(month)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {compared.map(([name, of]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {months.map((figures) => (
              <td key={figures.month}>{of(figures)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function OrderLink({ number }: { readonly number: string }) {
  return number === '' ? (
    <Link to={href('/admin/payments')}>注文のない支払い</Link>
  ) : (
    <Link to={href('/admin/orders/:number', { number })}>{number}</Link>
  )
}

interface ShownLate {
  readonly id: string
  readonly kind: Parameters<typeof entryName>[0]['kind']
  readonly takesBack: boolean
  readonly day: string
  readonly ownDay: string
  readonly orderNumber: string
  readonly amount: number
}

/** What this month corrects of months that were over. */
export function LateEntries({
  entries,
  late,
}: {
  readonly entries: readonly ShownLate[]
  readonly late: MonthFigures['late']
}) {
  if (late.count === 0) return null
  return (
    <Part name="前の月までの分の直し">
      <p>
        {`終わった月の数字は変わりません。あとからわかったことは、わかったこの月に入っています（${late.count}行、差引 ${inYen(late.amount)}）。`}
      </p>
      <ul className={css.rows}>
        {entries.map((entry) => (
          <li key={entry.id}>
            {`${dayName(entry.day)}　${entryName(entry)}（${dayName(entry.ownDay)}の分）　${inYen(entry.amount)}　`}
            <OrderLink number={entry.orderNumber} />
          </li>
        ))}
      </ul>
      {late.count > entries.length ? <p>{`ほかに${late.count - entries.length}行あります。`}</p> : null}
    </Part>
  )
}

interface ShownReconciliation {
  readonly differences: readonly {
    readonly orderNumber: string
    readonly day: string
    readonly text: string
  }[]
  readonly hasMore: boolean
  readonly payments: number
  readonly feesMissing: number
  readonly comparedAt: number | null
  readonly isCompared: boolean
}

/** More of them stand behind a press, so that what follows is not far below on a phone. */
const differencesAtOnce = 5

function Differences({ of }: { readonly of: ShownReconciliation['differences'] }) {
  return (
    <ul className={css.rows}>
      {of.map(({ orderNumber, day, text }) => (
        <li key={`${orderNumber} ${day} ${text}`}>
          <OrderLink number={orderNumber} />
          {`　${dayName(day)}　${text}`}
        </li>
      ))}
    </ul>
  )
}

/** Whether the shop's rows agree with what the provider said (M30). */
export function Reconciled({
  found,
  isRunning,
  isOver,
}: {
  readonly found: ShownReconciliation | null
  readonly isRunning: boolean
  readonly isOver: boolean
}) {
  if (found === null)
    return (
      <Part name="決済会社の記録との照合">
        <p className="error">
          記録を読めなかったので、一致しているかどうか、いまはわかりません。少したってから開き直してください。
        </p>
      </Part>
    )
  const { differences, hasMore, payments, feesMissing, comparedAt, isCompared } = found
  const further = differences.slice(differencesAtOnce)
  return (
    <Part name="決済会社の記録との照合">
      {differences.length > 0 ? (
        <>
          <p>決済会社の記録と合わないもの、まだ決まっていないものがあります。</p>
          <Differences of={differences.slice(0, differencesAtOnce)} />
          {further.length === 0 ? null : (
            <DeskMore name={`ほかの${further.length}件`}>
              <Differences of={further} />
            </DeskMore>
          )}
          {hasMore ? <p>ほかにもあります。上のものを片づけると、続きが出ます。</p> : null}
        </>
      ) : payments === 0 ? (
        <p>{`この月に届いた支払いは、${isRunning ? 'まだ' : ''}ありません。`}</p>
      ) : isCompared ? (
        <p>
          <strong>決済会社の記録と一致</strong>
          {`しています（支払い${payments}件）。`}
        </p>
      ) : (
        <p>
          {`届いている支払い${payments}件に、くいちがいはありません。決済会社の一覧とまだ照らし合わせていないので、一致しているかどうかは、まだわかりません。`}
        </p>
      )}
      {feesMissing > 0 ? (
        <p>
          {`支払い${feesMissing}件の手数料が、決済会社からまだ届いていません。${isOver ? '届いた日の手数料に入ります。' : '届くと、支払いの日の手数料に入ります。'}`}
        </p>
      ) : null}
      <p className="small">
        {comparedAt === null
          ? '決済会社の一覧とは、まだ一度も照らし合わせていません（1日に1回、自動で行います）。'
          : `決済会社の一覧と最後に照らし合わせたのは ${deskMoment(comparedAt)} です（1日に1回）。`}
      </p>
    </Part>
  )
}
