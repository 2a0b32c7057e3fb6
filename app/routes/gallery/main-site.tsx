import { MainSiteCards } from '~/features/shop/site-pages/ui/main-site-cards.tsx'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'

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
