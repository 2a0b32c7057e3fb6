import { PrivacyPolicy } from '~/features/shop/site-pages/ui/privacy-policy.tsx'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/privacy'

export const loader = ({ context }: Route.LoaderArgs) => {
  const { settings, storage } = context.get(appContext)
  const { seller, privacy } = settings
  return { legalName: seller.legalName, personInCharge: seller.personInCharge, privacy, storage }
}

const heading = 'プライバシーポリシー'

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { name } = useSiteFacts()
  return (
    <Page
      narrow
      heading={heading}
      steps={[{ name: heading, to: href('/privacy') }]}
      lead={<p>お預かりした情報を、何のために、いつまで、どのように扱うかをご説明します。</p>}
    >
      <PageMeta
        title={heading}
        description={`${name}がお預かりする個人情報と、その目的・保存期間・お問い合わせ窓口についてのご説明です。`}
      />
      <PrivacyPolicy {...loaderData} />
    </Page>
  )
}
