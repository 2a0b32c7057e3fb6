import { carrierNames, isCarrier, shownTracking } from '~/features/orders/carriers.rules.ts'
import { smallProductPicture } from '~/features/pictures/sources.rules.ts'
import { deskDay, deskMoment } from '~/kernel/dates.ts'
import { withHonorific } from '~/kernel/honorific.ts'
import { formatNumber } from '~/kernel/money.ts'
import type { DeskRow } from '../types.ts'
import css from './order-cells.module.css'
import { StandingBadges } from './standing-badges.tsx'

/** As the list of orders shows it. */
export type ShownOrder = DeskRow & {
  /** Of a real shop that was a demo. */
  readonly isPractice: boolean
  /** Where all rows stand alike, a phone's rows do not say so. */
  readonly showsLine: boolean
  /** The day under which a phone has it. */
  readonly day: string
}

export const buyerOf = ({ name }: DeskRow) => (name === null ? '（名前なし）' : withHonorific(name))

const standingOf = ({ standing: { kind, line, badges } }: DeskRow, showsLine: boolean) =>
  !showsLine && badges.length === 0 ? null : (
    <>
      {showsLine ? <span className={kind === 'review' ? css.review : css.line}>{line}</span> : null}
      <StandingBadges badges={badges} />
    </>
  )

export const productsCell = ({ goods: { first, more } }: DeskRow) => (
  <span className={css.products}>
    {first.map(({ name, picture }, at) =>
      picture === null ? (
        <i key={`${at} ${name}`} title={name} />
      ) : (
        <img
          key={`${at} ${name}`}
          src={smallProductPicture(picture)}
          alt={name}
          title={name}
          width="32"
          height="32"
          loading="lazy"
        />
      ),
    )}
    {more === 0 ? null : <small>ほか{more}</small>}
  </span>
)

export const parcelCell = ({ parcel, shippedAt }: DeskRow) => {
  if (parcel === null) return shippedAt === null ? null : `${deskDay(shippedAt)}発送`
  const { carrier, tracking, link, more } = parcel
  const number = shownTracking(tracking)
  return (
    <>
      {carrier !== null && isCarrier(carrier) ? `${carrierNames[carrier]} ` : ''}
      {link === null ? number : <a href={link}>{number}</a>}
      {more === 0 ? null : ` ほか${more}`}
    </>
  )
}

export const numberCell = ({ number, isPractice }: ShownOrder) => (
  <span className={css.number}>
    {number}
    {isPractice ? <small>練習</small> : null}
  </span>
)

export const momentCell = ({ at }: DeskRow) => <span className={css.nowrap}>{deskMoment(at)}</span>
export const buyerCell = (row: DeskRow) => <span className={css.name}>{buyerOf(row)}</span>
export const noteCell = ({ note }: DeskRow) => <span className={css.note}>{note}</span>
export const stateCell = (row: ShownOrder) => (
  <span className={css.state} title={row.standing.line}>
    {standingOf(row, true)}
  </span>
)
export const totalCell = ({ total }: DeskRow) => (total === null ? null : `${formatNumber(total)}円`)

/** Pieces and, for owners, the sum. */
export const sumOnPhone = (row: DeskRow) => `${row.units}点${row.total === null ? '' : ` ${totalCell(row)}`}`
export const stateOnPhone = (row: ShownOrder) =>
  standingOf(row, row.showsLine || row.standing.kind === 'review')
