import { shopSettings } from '#settings'
import { phoneLink } from '~/kernel/phone-link.ts'
import { Facts } from '~/ui/facts.tsx'

/** Delivery, cancellation and return as the settings have them, and how to reach the shop: beside every order. */
export function SalesTerms() {
  const { terms, seller, hours } = shopSettings
  return (
    <section aria-labelledby="sales-terms">
      <h2 id="sales-terms">お届け・キャンセル・お問い合わせ</h2>
      <Facts
        facts={[
          { name: 'お届け', value: terms.delivery },
          { name: 'キャンセル', value: terms.cancellation },
          { name: '返品', value: `${terms.returns}${terms.returnPostage}` },
          {
            name: 'お問い合わせ',
            value: (
              <>
                電話 <a href={phoneLink(seller.phone)}>{seller.phone}</a>
                <br />
                メール <a href={`mailto:${seller.email}`}>{seller.email}</a>
                <br />
                {hours.lines.join('／')}
              </>
            ),
          },
        ]}
      />
    </section>
  )
}
