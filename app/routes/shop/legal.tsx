import { legalNotice } from '~/features/shop/site-pages/rules.ts'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { Facts } from '~/ui/facts.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/legal'

export const loader = ({ context }: Route.LoaderArgs) => ({
  rows: legalNotice(context.get(appContext).settings),
})

const heading = '特定商取引法に基づく表記'

export default function Legal({ loaderData: { rows } }: Route.ComponentProps) {
  const { name } = useSiteFacts()
  return (
    <Page
      narrow
      heading={heading}
      steps={[{ name: heading, to: href('/legal') }]}
      lead={<p>販売業者、送料、お支払い、お届け、返品の条件です。</p>}
    >
      <PageMeta
        title={heading}
        description={`${name}の特定商取引法に基づく表記です。販売業者、価格、送料、お支払い、お届け、返品の条件を記載しています。`}
      />
      <Facts
        facts={rows.map(({ id, name, lines }) => ({
          id,
          name,
          value: lines.map((line) => <p key={line}>{line}</p>),
        }))}
      />
    </Page>
  )
}
