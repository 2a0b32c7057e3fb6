import { Fragment, type ReactNode } from 'react'
import { placeOf, wholePlaceOf } from '~/features/orders/address.rules.ts'
import { parcelText } from '~/features/orders/carriers.rules.ts'
import { exchangeDifferenceText, exchangedText, linesNow } from '~/features/orders/exchanges.rules.ts'
import { refundsThatCount } from '~/features/orders/money.rules.ts'
import { addressee } from '~/features/orders/rules.ts'
import { packerSeesDays } from '~/features/orders/shipping.rules.ts'
import { smallProductPicture } from '~/features/pictures/sources.rules.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { joinedPiece, unitOf } from '~/features/products/rules.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { domesticPhone, phoneLink } from '~/kernel/links.ts'
import { formatNumber } from '~/kernel/money.ts'
import { ButtonOutLink } from '~/ui/button.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { OutLink } from '~/ui/out-link.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { roles } from '~/ui/table-roles.ts'
import type { DeskOrder, HistoryEntry } from '../types.ts'
import css from './order-desk.module.css'
import { StandingBadges } from './standing-badges.tsx'

const placesOnPhone = {
  address: css.first,
  lines: css.second,
  paper: css.third,
  notes: css.fourth,
  money: css.fifth,
  receipts: css.fifth,
  mails: css.sixth,
  acts: css.seventh,
  history: css.last,
} as const

/** `place` is where a phone shows it among the others; a wide screen shows them in the order of the document. */
export function Section({
  name,
  place,
  children,
}: {
  readonly name: string
  readonly place: keyof typeof placesOnPhone
  readonly children: ReactNode
}) {
  return (
    <section className={`${css.section} ${placesOnPhone[place]}`} aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  )
}

export function OrderState({ order }: { readonly order: DeskOrder }) {
  const { standing, createdAt, paidAt, shippedAt, practice } = order
  const parcels = order.parcels.filter((parcel) => parcelText(parcel) !== '')
  const { demo } = useSiteFacts()
  return (
    <div className={`stack-2 ${css.standing}`}>
      <p>{standing.line}</p>
      <StandingBadges badges={standing.badges} />
      <p className={css.facts}>
        {practice && !demo ? '練習の注文・' : ''}
        {deskMoment(paidAt ?? createdAt)}
        {paidAt === null ? 'に注文' : 'に支払い'}
        {shippedAt === null ? '' : `・${deskMoment(shippedAt)}に発送`}
        {parcels.map((parcel) => (
          <Fragment key={parcelText(parcel)}>
            ・
            {parcel.link === null ? (
              parcelText(parcel)
            ) : (
              <OutLink href={parcel.link}>{parcelText(parcel)}</OutLink>
            )}
          </Fragment>
        ))}
      </p>
    </div>
  )
}

const mapOf = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`

export function DeliveryAddressOf({
  order,
}: {
  readonly order: Pick<DeskOrder, 'address' | 'phone' | 'buyer' | 'addressIsHidden'>
}) {
  const { address, phone, buyer, addressIsHidden } = order
  if (addressIsHidden)
    return <p>{`発送から${packerSeesDays.address}日が過ぎたので、お届け先は表示しません。`}</p>
  if (address === null) return <p>お届け先の情報がありません。</p>
  const { postalCode, line2, recipient } = address
  const place = placeOf(address)
  const name = recipient || buyer
  const text = [`〒${postalCode}`, place, line2, addressee(name), domesticPhone(phone ?? '')]
  return (
    <>
      <address>
        〒{postalCode}
        <br />
        {place}
        {line2 === '' ? null : (
          <>
            <br />
            {line2}
          </>
        )}
        <br />
        <strong>{addressee(name)}</strong>
        {buyer === null || buyer === name ? null : (
          <>
            <br />
            ご注文者 {addressee(buyer)}
          </>
        )}
        {phone === null ? null : (
          <>
            <br />
            電話 <a href={phoneLink(domesticPhone(phone))}>{domesticPhone(phone)}</a>
          </>
        )}
      </address>
      <div className={`row-2 ${css.acts}`}>
        <CopyButton what="お届け先" text={text.filter((each) => each !== '').join('\n')} />
        <ButtonOutLink href={mapOf(wholePlaceOf(address))}>地図</ButtonOutLink>
      </div>
    </>
  )
}

/** How many units of a line were given back in money, by its position; without a payment nothing was. */
const givenBack = (owners: DeskOrder['owners']): ReadonlyMap<number, number> => {
  const units = new Map<number, number>()
  for (const { state, lines } of owners?.money.refunds ?? [])
    if (refundsThatCount.some((each) => each === state))
      for (const { part, position, units: some } of lines)
        if (part === 'lines' && position !== null) units.set(position, (units.get(position) ?? 0) + some)
  return units
}

/** The lines, from 64rem as a table; sums, and what was given back, for the owner only. */
export function OrderLinesOf({
  order: { lines, owners, shippedAt },
}: {
  readonly order: Pick<DeskOrder, 'lines' | 'owners' | 'shippedAt'>
}) {
  const { joined } = useSiteFacts()
  const back = givenBack(owners)
  const hasBolts = lines.some(({ bolt }) => bolt !== null)
  const columns = [
    ...['写真', '番号', '商品', '価格', '数'],
    ...(hasBolts ? ['反物'] : []),
    ...(back.size > 0 ? ['返金した数'] : []),
    '金額',
  ]
  return (
    <>
      <table {...roles.table} className={css.lines}>
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>
            {columns.map((name) => (
              <th key={name} {...roles.columnheader} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {linesNow(lines).map((line) => {
            const piece = joinedPiece(line.type, line.quantity - line.notShipped, joined)
            const unit = unitOf(line.type)
            return (
              <tr key={line.position} {...roles.row}>
                <td {...roles.cell}>
                  {line.picture === null ? (
                    <i />
                  ) : (
                    <img
                      src={smallProductPicture(line.picture)}
                      alt=""
                      width="56"
                      height="56"
                      loading="lazy"
                    />
                  )}
                </td>
                <td {...roles.cell} className={`${css.inTable} ${css.number}`}>
                  {line.number}
                </td>
                <td {...roles.cell}>
                  {nameWithColour(line)}
                  <small className={css.onPhone}>
                    {line.number}・{formatNumber(line.unitPrice)}円{line.free ? '・布と一緒で無料' : ''}
                  </small>
                  {line.orderedAs === null ? null : <small>{exchangedText(line.orderedAs)}</small>}
                  {piece === null && line.bolt === null ? null : (
                    <small className={css.onPhone}>
                      {[piece, line.bolt].filter((each) => each !== null).join(' → ')}
                    </small>
                  )}
                  {piece === null ? null : <small className={css.inTable}>{piece}</small>}
                  {line.notShipped === 0 ? null : (
                    <small className={css.review}>
                      うち{line.notShipped}
                      {unit}は取りやめ。{shippedAt === null ? '入れません' : '入れていません'}
                    </small>
                  )}
                </td>
                <td {...roles.cell} className={`${css.inTable} ${css.figure}`}>
                  {line.free ? '無料' : `${formatNumber(line.unitPrice)}円`}
                </td>
                <td {...roles.cell} className={css.amount}>
                  <strong>×{line.quantity}</strong>
                  <small className={css.onPhone}>{formatNumber(line.amount)}円</small>
                </td>
                {hasBolts ? (
                  <td {...roles.cell} className={css.inTable}>
                    {line.bolt}
                  </td>
                ) : null}
                {back.size === 0 ? null : (
                  <td {...roles.cell} className={`${css.inTable} ${css.figure}`}>
                    {back.has(line.position) ? `${back.get(line.position)}${unit}` : ''}
                  </td>
                )}
                <td {...roles.cell} className={`${css.inTable} ${css.figure}`}>
                  {formatNumber(line.amount)}円
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {owners === null ? null : (
        <dl className={css.sums}>
          <Sum name="商品小計" amount={owners.subtotal} />
          <Sum name="送料" amount={owners.shipping} />
          <Sum name="合計（税込）" amount={owners.total} isTotal />
          {owners.accepted === null ? null : <Sum name="お支払い金額" amount={owners.accepted} isTotal />}
          <Sum name="内消費税（10%）" amount={owners.taxIncluded} />
          {owners.exchangeDifference === 0 ? null : (
            <Sum name={exchangeDifferenceText} amount={-owners.exchangeDifference} />
          )}
        </dl>
      )}
    </>
  )
}

function Sum({
  name,
  amount,
  isTotal = false,
}: {
  readonly name: string
  readonly amount: number
  readonly isTotal?: boolean
}) {
  return (
    <div className={isTotal ? css.total : undefined}>
      <dt>{name}</dt>
      <dd>{formatNumber(amount)}円</dd>
    </div>
  )
}

export function OrderHistory({ entries }: { readonly entries: readonly HistoryEntry[] }) {
  return (
    <ol className={`stack-3 ${css.entries}`}>
      {entries.map(({ at, who, what, changes }) => (
        <li key={`${at} ${who} ${what}`}>
          <span className="small">{deskMoment(at)}</span>
          <span className="small">{who}</span>
          <span>
            {what}
            {changes.map(({ name, before, after }) => (
              <small key={name}>
                <br />
                {name}：{before} → {after}
              </small>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}
