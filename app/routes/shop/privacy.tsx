import { shopSettings } from '#settings'
import { PrivacyPolicy } from '~/features/pages/ui/privacy-policy.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { refuseUnknownParameters } from '../page-addresses.ts'
import type { Route } from './+types/privacy'

export const loader = ({ request }: Route.LoaderArgs) => refuseUnknownParameters(request)

const heading = 'プライバシーポリシー'

export default function Privacy() {
  return (
    <Page
      narrow
      heading={heading}
      steps={[{ name: heading, to: '/privacy' }]}
      lead={<p>お預かりした情報を、何のために、いつまで、どのように扱うかをご説明します。</p>}
    >
      <PageMeta
        title={heading}
        description={`${shopSettings.name}がお預かりする個人情報と、その目的・保存期間・お問い合わせ窓口についてのご説明です。`}
      />
      <PrivacyPolicy settings={shopSettings} />
    </Page>
  )
}
