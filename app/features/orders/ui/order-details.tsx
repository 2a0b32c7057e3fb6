import { Fragment } from 'react'
import { smallProductPicture } from '~/features/pictures/sources.rules.ts'
import { joinedPiece, unitOf } from '~/features/products/rules.ts'
import { displayDate, displayMoment } from '~/kernel/dates.ts'
import { phoneLink } from '~/kernel/links.ts'
import { formatYen } from '~/kernel/money.ts'
import type { SalesTerms } from '~/kernel/shop-settings.ts'
import { Button } from '~/ui/button.tsx'
import { Facts } from '~/ui/facts.tsx'
import { OutLink } from '~/ui/out-link.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { wholePlaceOf } from '../address.rules.ts'
import { parcelFacts } from '../carriers.rules.ts'
import { exchangeDifferenceText, exchangedText } from '../exchanges.rules.ts'
import { addressee, type OrderView } from '../rules.ts'
import { neverShips, type StandingKind } from '../standing.rules.ts'
import { DeliveryNoteHead, DeliveryNoteTerms } from './delivery-note.tsx'
import { OrderNumber, OrderSteps } from './order-progress.tsx'

const printed: readonly StandingKind[] = ['open', 'shipped', 'returning', 'returned']

export function OrderDetails({ order, terms }: { readonly order: OrderView; readonly terms: SalesTerms }) {
  const { kind, back } = order.standing
  const isPaid = printed.includes(kind)
  const hasScript = useHasScript()
  return (
    <div className="order">
      {isPaid ? <DeliveryNoteHead order={order} terms={terms} /> : null}
      {order.practice ? (
        <p className="order-practice">練習用の注文です。実際のお支払いと発送はありません。</p>
      ) : null}
      <div className="order-box order-unless-paid">
        <OrderNumber number={order.number} state={order.standing.short} />
        <OrderSteps order={order} />
      </div>
      <section aria-labelledby="order-lines">
        <h2 id="order-lines">ご注文の商品</h2>
        <OrderLines order={order} />
        <OrderSums order={order} />
      </section>
      <div className="order-unless-paid">
        <Facts
          facts={[
            { name: 'ご注文日時', value: displayMoment(order.createdAt) },
            ...(order.paidAt === null ? [] : [{ name: 'お支払い日時', value: displayMoment(order.paidAt) }]),
            ...(order.shippedAt === null ? [] : [{ name: '発送日', value: displayDate(order.shippedAt) }]),
            ...(back === null ? [] : [{ name: back.name, value: back.text }]),
            ...arrivalFacts(order),
            ...parcelRows(order),
            ...(order.address === null ? [] : [{ name: 'お届け先', value: <Address order={order} /> }]),
            ...(kind === 'returning'
              ? [{ name: 'ご返品のお送り先', value: <ReturnAddress order={order} /> }]
              : []),
          ]}
        />
      </div>
      {isPaid && hasScript ? (
        <p className="order-screen">
          <Button look="secondary" onClick={() => window.print()}>
            納品書を印刷する
          </Button>
        </p>
      ) : null}
      {isPaid ? <DeliveryNoteTerms terms={terms} /> : null}
    </div>
  )
}

/** Shown while the order may still be on its way (P21). */
const arrivalFacts = ({ arrival, standing: { kind } }: OrderView) =>
  arrival !== null && (kind === 'open' || kind === 'shipped')
    ? [{ name: 'お届けの目安', value: arrival }]
    : []

const parcelRows = ({ parcels }: OrderView) =>
  parcelFacts(parcels).map(({ name, value, link }) => ({
    name,
    value: link === null ? value : <OutLink href={link}>{value}</OutLink>,
  }))

function Address({ order: { address, recipient } }: { readonly order: OrderView }) {
  if (address === null) return null
  return (
    <address>
      〒{address.postalCode}
      <br />
      {wholePlaceOf(address)}
      <br />
      {addressee(recipient)}
    </address>
  )
}

function ReturnAddress({ order: { returnAddress } }: { readonly order: OrderView }) {
  return (
    <address>
      〒{returnAddress.postalCode}
      <br />
      {returnAddress.address}
      <br />
      {returnAddress.name}
    </address>
  )
}

/** A table, so that its head is repeated on each printed page. */
export function OrderLines({
  order,
  hidesPrices = false,
}: {
  readonly order: OrderView
  readonly hidesPrices?: boolean
}) {
  return (
    <table className="order-lines">
      <thead>
        <tr>
          <th scope="col">商品</th>
          {hidesPrices ? null : <th scope="col">単価</th>}
          <th scope="col">数量</th>
          {hidesPrices ? null : <th scope="col">金額</th>}
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.position}>
            <td>
              <LineProduct
                line={line}
                isSent={!neverShips(order.standing.kind)}
                isShipped={order.shippedAt !== null}
                hidesPrices={hidesPrices}
              />
            </td>
            {hidesPrices ? null : <td>{formatYen(line.unitPrice)}円</td>}
            <td>{line.quantity}</td>
            {hidesPrices ? null : <td>{formatYen(line.amount)}円</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LineProduct({
  line,
  isSent,
  isShipped,
  hidesPrices,
}: {
  readonly line: OrderView['lines'][number]
  /** Whether it is sent at all. */
  readonly isSent: boolean
  readonly isShipped: boolean
  readonly hidesPrices: boolean
}) {
  const { joined } = useSiteFacts()
  const { type, notShipped, awaited, arrived } = line
  const counter = unitOf(type)
  const piece = isSent ? joinedPiece(type, line.quantity - notShipped, joined) : null
  return (
    <div className="order-products">
      {line.picture === null ? (
        <i />
      ) : (
        <img src={smallProductPicture(line.picture)} alt="" width="56" height="56" loading="lazy" />
      )}
      <span>
        {line.name}
        <small>
          管理番号 {line.number}
          {line.free && !hidesPrices ? '・布と一緒のご注文で無料' : ''}
        </small>
        {line.orderedAs === null ? null : <small>{exchangedText(line.orderedAs)}</small>}
        {piece === null ? null : <small>{piece}</small>}
        {isSent && notShipped > 0 ? (
          <small>
            ご返金したため、{notShipped}
            {counter}は{isShipped ? 'お送りしていません' : 'お送りしません'}
          </small>
        ) : null}
        {awaited > 0 ? (
          <small className="order-screen">
            {awaited}
            {counter}のご返品をお待ちしています
          </small>
        ) : null}
        {arrived > 0 ? (
          <small className="order-screen">
            {arrived}
            {counter}のご返品を受け取りました
          </small>
        ) : null}
      </span>
    </div>
  )
}

export function OrderSums({ order }: { readonly order: OrderView }) {
  return (
    <dl className="order-sums">
      <div>
        <dt>商品小計</dt>
        <dd>{formatYen(order.subtotal)}円</dd>
      </div>
      <div>
        <dt>送料</dt>
        <dd>{order.shipping === 0 ? '無料' : `${formatYen(order.shipping)}円`}</dd>
      </div>
      <div className="order-total">
        <dt>合計（税込）</dt>
        <dd>{formatYen(order.total)}円</dd>
      </div>
      {order.accepted === null ? null : (
        <div className="order-total">
          <dt>お支払い金額（税込）</dt>
          <dd>{formatYen(order.accepted)}円</dd>
        </div>
      )}
      <div>
        <dt>10%対象 {formatYen(order.accepted ?? order.total)}円の内消費税</dt>
        <dd>{formatYen(order.taxIncluded)}円</dd>
      </div>
      {order.exchangeDifference === 0 ? null : (
        <div>
          <dt>{exchangeDifferenceText}</dt>
          <dd>−{formatYen(order.exchangeDifference)}円</dd>
        </div>
      )}
    </dl>
  )
}

/** What applies to the order from now on; to an unknown one, all of it. */
export function TermsOfOrder({
  order,
  terms,
}: {
  readonly order: OrderView | undefined
  readonly terms: SalesTerms
}) {
  const { contact } = useSiteFacts()
  const delivery = { name: 'お届け', value: terms.delivery }
  const cancellation = { name: 'キャンセル', value: terms.cancellation }
  const returns = { name: '返品', value: `${terms.returns}${terms.returnPostage}` }
  const { heading, applying } =
    order !== undefined && neverShips(order.standing.kind)
      ? { heading: '', applying: [] }
      : order !== undefined && order.shippedAt !== null
        ? { heading: 'お届け・返品・', applying: [delivery, returns] }
        : { heading: 'お届け・キャンセル・', applying: [delivery, cancellation, returns] }
  return (
    <section aria-labelledby="sales-terms" className="order-screen">
      <h2 id="sales-terms">{heading}お問い合わせ</h2>
      <Facts
        facts={[
          ...applying,
          {
            name: heading === '' ? '連絡先' : 'お問い合わせ',
            value: (
              <>
                電話 <a href={phoneLink(contact.phone)}>{contact.phone}</a>
                <br />
                メール <a href={`mailto:${contact.email}`}>{contact.email}</a>
                <br />
                {contact.hours.map((line) => (
                  <Fragment key={line}>
                    {line}
                    <br />
                  </Fragment>
                ))}
              </>
            ),
          },
        ]}
      />
    </section>
  )
}

/** The provider's payment number for enquiries (S13); one tap selects it. */
export function PaymentNumber({ sessionId }: { readonly sessionId: string }) {
  return (
    <p className="order-session order-screen">
      お問い合わせ用の決済番号：<code>{sessionId}</code>
    </p>
  )
}
