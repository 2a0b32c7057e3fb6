import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { href } from '~/href.ts'
import { phoneLink, safeLink } from '~/kernel/links.ts'
import { OutLink } from '~/ui/out-link.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import css from './shop-footer.module.css'

const services = [
  { to: href('/all-products'), name: '生地' },
  { to: href('/kits'), name: 'キット' },
  { to: href('/influencer_subscription'), name: 'コラボ' },
  { to: href('/subscription'), name: 'サブスク' },
  { to: href('/wishlist'), name: '気になるリスト' },
  { to: href('/compare'), name: 'くらべる' },
  { to: href('/gallery'), name: '作品ギャラリー' },
]

const support = [
  { to: href('/contact'), name: 'お問い合わせ' },
  { to: href('/legal'), name: '特定商取引法に基づく表記' },
  { to: href('/terms'), name: '利用規約' },
  {
    to: href('/privacy'),
    name: (
      <>
        プライバシー
        <wbr />
        ポリシー
      </>
    ),
  },
]

/** Footer of the shop's pages (P13). */
export function ShopFooter() {
  const { name, contact, copyrightYear } = useSiteFacts()
  return (
    <footer className={css.footer}>
      <div className={css.columns}>
        <section className={css.about} aria-label="お店の連絡先">
          <p className={css.name}>{name}</p>
          <address className={css.address}>
            <p>
              〒{contact.postalCode}
              <br />
              {contact.address}
            </p>
            <p>
              電話 <a href={phoneLink(contact.phone)}>{contact.phone}</a>
              <br />
              メール <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </p>
          </address>
          <p className={css.hours}>
            {contact.hours.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        </section>
        <FooterLinks heading="売り場" links={services} />
        <FooterLinks heading="ご案内" links={support} />
        <Newsletter />
      </div>
      <p className={css.copyright}>
        © {copyrightYear} {name}
      </p>
    </footer>
  )
}

function FooterLinks({
  heading,
  links,
}: {
  readonly heading: string
  readonly links: ReadonlyArray<{ readonly to: string; readonly name: ReactNode }>
}) {
  return (
    <nav aria-label={heading}>
      <h2 className={css.heading}>{heading}</h2>
      <ul className={css.links}>
        {links.map(({ to, name }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Newsletter() {
  const { newsletter } = useSiteFacts().links
  if (safeLink(newsletter) === null) return null
  return (
    <section aria-labelledby="newsletter-heading">
      <h2 className={css.heading} id="newsletter-heading">
        ニュースレター
      </h2>
      <p>新しい生地とつくり方を、月に一度お届けします。</p>
      <p>
        <OutLink href={newsletter}>登録する</OutLink>
      </p>
    </section>
  )
}
