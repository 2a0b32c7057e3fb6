import { href } from '~/href.ts'
import { phoneLink } from '~/kernel/links.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Facts } from '~/ui/facts.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import css from './shop-contact.module.css'

export function ContactFacts() {
  const { postalCode, address, phone, fax, email, hours } = useSiteFacts().contact
  const facts = [
    { name: '住所', value: `〒${postalCode} ${address}` },
    { name: '電話', value: <a href={phoneLink(phone)}>{phone}</a> },
    ...(fax === null ? [] : [{ name: 'FAX', value: fax }]),
    { name: 'メール', value: <a href={`mailto:${email}`}>{email}</a> },
    {
      name: '受付時間',
      value: hours.map((line) => (
        <span key={line} className={css.line}>
          {line}
        </span>
      )),
    },
  ]
  return <Facts facts={facts} />
}

export function ContactBlock() {
  return (
    <section className={css.block} aria-labelledby="contact-heading">
      <h2 id="contact-heading">お店へのお問い合わせ</h2>
      <p>生地の風合いやキットの難しさなど、気になることはお気軽にお尋ねください。</p>
      <ContactFacts />
      <p>
        <ButtonLink to={href('/contact')} look="secondary">
          お問い合わせのページへ
        </ButtonLink>
      </p>
    </section>
  )
}
