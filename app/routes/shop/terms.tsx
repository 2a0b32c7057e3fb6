import { shopSettings } from '#settings'
import { TermsOfUse } from '~/features/pages/ui/terms-of-use.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { refuseUnknownParameters } from '../page-addresses.ts'
import type { Route } from './+types/terms'

export const loader = ({ request }: Route.LoaderArgs) => refuseUnknownParameters(request)

const heading = '利用規約'

export default function Terms() {
  return (
    <Page
      narrow
      heading={heading}
      steps={[{ name: heading, to: '/terms' }]}
      lead={<p>お買い物の前にお読みください。分かりにくいところは、お気軽にお問い合わせください。</p>}
    >
      <PageMeta
        title={heading}
        description={`${shopSettings.name}の利用規約です。ご注文、お支払い、お届け、返品、キットの無料特典などの取り決めを11条にまとめています。`}
      />
      <TermsOfUse settings={shopSettings} />
    </Page>
  )
}
