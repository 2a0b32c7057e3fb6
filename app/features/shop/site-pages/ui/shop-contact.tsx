import { Link } from 'react-router'
import { href } from '~/href.ts'
import { phoneLink } from '~/kernel/links.ts'
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

/** Short, for hours and mail are the footer's (W60). */
export function ContactBlock() {
  const { postalCode, address, phone } = useSiteFacts().contact
  return (
    <section className={css.block} aria-labelledby="contact-heading">
      <h2 id="contact-heading">お店へのお問い合わせ</h2>
      <p>生地の風合いやキットの難しさなど、お気軽にどうぞ。</p>
      <p>
        〒{postalCode} {address}
      </p>
      <p className={css.ways}>
        <a href={phoneLink(phone)} className="tap">
          電話 {phone}
        </a>
        <Link to={href('/contact')} className="tap">
          お問い合わせへ
        </Link>
      </p>
    </section>
  )
}
