import { TermsOfUse } from '~/features/shop/site-pages/ui/terms-of-use.tsx'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/terms'

export const loader = ({ context }: Route.LoaderArgs) => {
  const { name, cart, terms, seller, court } = context.get(appContext).settings
  return { name, cart, terms, legalName: seller.legalName, court }
}

const heading = '利用規約'

export default function Terms({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      narrow
      heading={heading}
      steps={[{ name: heading, to: href('/terms') }]}
      lead={<p>お買い物の前にお読みください。分かりにくいところは、お気軽にお問い合わせください。</p>}
    >
      <PageMeta
        title={heading}
        description={`${loaderData.name}の利用規約です。ご注文、お支払い、お届け、返品、キットの無料特典などの取り決めを11条にまとめています。`}
      />
      <TermsOfUse {...loaderData} />
    </Page>
  )
}
