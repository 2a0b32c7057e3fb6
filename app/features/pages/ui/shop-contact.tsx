import { phoneLink } from '~/kernel/phone-link.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Facts } from '~/ui/facts.tsx'
import css from './shop-contact.module.css'

/** Address, phone, fax, e-mail and hours (S:L75). */
export function ContactFacts({ settings: { seller, hours } }: { readonly settings: ShopSettings }) {
  const facts = [
    { name: '住所', value: `〒${seller.postalCode} ${seller.address}` },
    { name: '電話', value: <a href={phoneLink(seller.phone)}>{seller.phone}</a> },
    { name: 'FAX', value: seller.fax },
    { name: 'メール', value: <a href={`mailto:${seller.email}`}>{seller.email}</a> },
    {
      name: '受付時間',
      value: hours.lines.map((line) => (
        <span key={line} className={css.line}>
          {line}
        </span>
      )),
    },
  ]
  return <Facts facts={facts} />
}

/** The block at the end of a page for whoever has a question: how to reach the shop. */
export function ContactBlock({ settings }: { readonly settings: ShopSettings }) {
  return (
    <section className={css.block} aria-labelledby="contact-heading">
      <h2 id="contact-heading">お店へのお問い合わせ</h2>
      <p>生地の風合いやキットの難しさなど、気になることはお気軽にお尋ねください。</p>
      <ContactFacts settings={settings} />
      <p>
        <ButtonLink to="/contact" look="secondary">
          お問い合わせのページへ
        </ButtonLink>
      </p>
    </section>
  )
}
