import { SubscriptionList } from '~/features/shop/site-pages/ui/subscription-list.tsx'
import { href } from '~/href.ts'
import { formatYenTaxIncluded } from '~/kernel/money.ts'
import type { SubscriptionOffer } from '~/kernel/shop-settings.ts'
import { appContext } from '~/services.server.ts'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/subscription'

export const loader = ({ context }: Route.LoaderArgs) => ({
  subscriptions: context.get(appContext).settings.subscriptions,
})

const inBrief = ({ material, fabricPieceSize, cloths, monthlyPrice }: SubscriptionOffer) =>
  `${material}${fabricPieceSize}が${cloths}枚で${formatYenTaxIncluded(monthlyPrice)}。`

export default function Subscription({ loaderData: { subscriptions } }: Route.ComponentProps) {
  const { terms } = useSiteFacts()
  const hasOffers = subscriptions.length > 0
  return (
    <Page
      heading="サブスク"
      steps={[{ name: 'サブスク', to: href('/subscription') }]}
      lead={hasOffers ? <p>毎月、季節の布がカットクロスで届きます。小物づくりやパッチワークに。</p> : null}
    >
      <PageMeta
        title="布のサブスク"
        description={
          hasOffers
            ? `カットクロスが毎月届く布の定期便。${subscriptions.map(inBrief).join('')}お申し込みは外部サイトで承ります。`
            : '布の定期便のご案内です。ただいまお申し込みいただける定期便はありません。'
        }
      />
      {hasOffers ? (
        <Notice>
          <p>
            <strong>サブスクのお申し込みは、外部ストアのサイトで行います。</strong>
          </p>
          <p>お届けの回数、お支払いの総額、解約の方法は、外部サイトの表示をお確かめください。</p>
        </Notice>
      ) : null}
      <section aria-labelledby="subscriptions-heading">
        <h2 id="subscriptions-heading" className="visually-hidden">
          定期便の一覧
        </h2>
        <SubscriptionList offers={subscriptions} contract={terms.externalContract} />
      </section>
    </Page>
  )
}
