import { joinedPiece } from '~/features/catalogue/rules.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { formatYen } from '~/kernel/money.ts'
import { Facts } from '~/ui/facts.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { OrderView } from '../rules.ts'
import css from './order-details.module.css'

export const orderStateText = ({ state, shippedAt }: Pick<OrderView, 'state' | 'shippedAt'>): string => {
  if (state === 'paid') return shippedAt === null ? 'お支払い済み・発送準備中' : '発送済み'
  if (state === 'awaiting_payment') return 'お支払い待ち'
  if (state === 'needs_review') return 'お店で確認中'
  if (state === 'pending') return 'お支払いの確認中'
  return 'お支払いなし（無効）'
}

export function OrderDetails({ order }: { readonly order: OrderView }) {
  return (
    <div className={css.order}>
      {order.practice ? (
        <p className={css.practice}>練習用の注文です。実際のお支払いと発送はありません。</p>
      ) : null}
      <Facts
        facts={[
          { name: '注文番号', value: <strong className={css.number}>{order.number}</strong> },
          { name: '状況', value: orderStateText(order) },
          { name: 'ご注文日時', value: displayMoment(order.createdAt) },
          ...(order.paidAt === null ? [] : [{ name: 'お支払い日時', value: displayMoment(order.paidAt) }]),
          ...(order.shippedAt === null ? [] : [{ name: '発送日時', value: displayMoment(order.shippedAt) }]),
          ...(order.address === null ? [] : [{ name: 'お届け先', value: <Address order={order} /> }]),
        ]}
      />
      <section aria-labelledby="order-lines">
        <h2 id="order-lines">ご注文の商品</h2>
        <OrderLines order={order} />
      </section>
    </div>
  )
}

function Address({ order: { address, recipient } }: { readonly order: OrderView }) {
  if (address === null) return null
  return (
    <address className={css.address}>
      〒{address.postalCode}
      <br />
      {address.prefecture}
      {address.city}
      {address.line1} {address.line2}
      <br />
      {recipient} 様
    </address>
  )
}

function OrderLines({ order }: { readonly order: OrderView }) {
  const { joined } = useSiteFacts()
  return (
    <>
      <ul className={css.lines}>
        {order.lines.map((line) => (
          <li key={line.number}>
            <span>
              {line.name}
              <small>
                （{line.number}）{line.free ? ' 無料' : ''} {joinedPiece(line.type, line.quantity, joined)}
              </small>
            </span>
            <span className={css.amount}>
              {formatYen(line.unitPrice)}円 × {line.quantity}　<strong>{formatYen(line.amount)}円</strong>
            </span>
          </li>
        ))}
      </ul>
      <dl className={css.sums}>
        <div>
          <dt>商品小計</dt>
          <dd>{formatYen(order.subtotal)}円</dd>
        </div>
        <div>
          <dt>送料</dt>
          <dd>{order.shipping === 0 ? '無料' : `${formatYen(order.shipping)}円`}</dd>
        </div>
        <div className={css.total}>
          <dt>合計（税込）</dt>
          <dd>{formatYen(order.total)}円</dd>
        </div>
        <div>
          <dt>10%対象 内消費税</dt>
          <dd>{formatYen(order.taxIncluded)}円</dd>
        </div>
      </dl>
    </>
  )
}
