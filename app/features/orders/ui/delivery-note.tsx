import { displayDate } from '~/kernel/dates.ts'
import type { SalesTerms } from '~/kernel/shop-settings.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { placeOf } from '../address.rules.ts'
import { addressee, type OrderView } from '../rules.ts'

/** Printed above the products, with the seller at the time of payment (S22) and current contact; item B4 of the legal checklist. */
export function DeliveryNoteHead({
  order,
  terms,
}: {
  readonly order: OrderView
  readonly terms: Pick<SalesTerms, 'payment'>
}) {
  const { contact } = useSiteFacts()
  const { address, recipient, buyer, issuer } = order
  return (
    <div className="order-paper">
      <p className="order-title">納品書</p>
      <div className="order-parties">
        <div>
          {address === null ? null : (
            <>
              <p>〒{address.postalCode}</p>
              <p>{placeOf(address)}</p>
              <p>{address.line2}</p>
            </>
          )}
          <p className="order-addressee">{addressee(recipient)}</p>
          {buyer === null || buyer === recipient ? null : <p>ご注文者 {addressee(buyer)}</p>}
        </div>
        <div>
          <p>注文番号 {order.number}</p>
          <p>ご注文日 {displayDate(order.createdAt)}</p>
          {order.shippedAt === null ? null : <p>発送日 {displayDate(order.shippedAt)}</p>}
          <p>お支払い {terms.payment}（お支払い済み）</p>
          <div className="order-seller">
            <p>
              <strong>{issuer.name}</strong>
            </p>
            <p>{issuer.legalName}</p>
            <p>〒{issuer.postalCode}</p>
            <p>{issuer.address}</p>
            <p>
              電話 {contact.phone}　メール {contact.email}
            </p>
            {issuer.invoiceNumber === null ? null : <p>登録番号 {issuer.invoiceNumber}</p>}
          </div>
        </div>
      </div>
      <p>このたびはご注文いただき、ありがとうございます。下記のとおりお届けします。</p>
    </div>
  )
}

export function DeliveryNoteTerms({
  terms,
}: {
  readonly terms: Pick<SalesTerms, 'returns' | 'returnPostage'>
}) {
  const { contact } = useSiteFacts()
  return (
    <div className="order-paper order-note">
      <p>
        返品・交換：{terms.returns}
        {terms.returnPostage}
      </p>
      <p>お問い合わせ：{contact.hours.join('／')}</p>
    </div>
  )
}
