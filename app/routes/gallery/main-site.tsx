import { Link } from 'react-router'
import css from '~/features/shop/site-pages/ui/main-site-cards.module.css'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Icon, type IconName } from '~/ui/icon.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { inPhrases } from '~/ui/phrases.tsx'

const sections: ReadonlyArray<{ to: string; name: string; about: string; icon: IconName }> = [
  { to: href('/all-products'), name: '生地', about: '50cm角から、好きな布を好きなだけ', icon: 'fabric' },
  { to: href('/kits'), name: 'キット', about: '型紙と副資材のセット。布は好きな柄で選べます', icon: 'kit' },
  { to: href('/subscription'), name: 'サブスク', about: '毎月届く、布の定期便', icon: 'subscription' },
  {
    to: href('/influencer_subscription'),
    name: 'コラボ',
    about: '作家さんと選んだ布のセット',
    icon: 'collab',
  },
]

function MainSiteCards() {
  return (
    <ul className={css.cards}>
      {sections.map(({ to, name, about, icon }) => (
        <li key={to}>
          <Link to={to} className={css.card}>
            <span className={css.patch}>
              <Icon name={icon} size={40} />
            </span>
            <span className={css.name}>{name}</span>
            <span className="soft">{inPhrases(about)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

export default function MainSite() {
  return (
    <Page
      heading="お店のご案内"
      lead={<p>作品の布やキットは、こちらの売り場でお求めいただけます。会員登録は要りません。</p>}
    >
      <PageMeta
        title="お店のご案内"
        description="作品ギャラリーから、生地、キット、サブスク、コラボの売り場へご案内します。"
        noindex
      />
      <MainSiteCards />
      <p>
        <ButtonLink to={href('/')} look="secondary">
          ショップのトップページへ
        </ButtonLink>
      </p>
    </Page>
  )
}
