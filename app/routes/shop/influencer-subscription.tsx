import { data } from 'react-router'
import { collaborations } from '~/features/shop/news-and-collaborations/queries.server.ts'
import { CollaborationList } from '~/features/shop/news-and-collaborations/ui/collaboration-list.tsx'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { href } from '~/href.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/influencer-subscription'

export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const read = await readOrFailure(ctx, 'links', (db) => collaborations(db, ctx.now()))
  return read.ok
    ? { links: read.value, contract: ctx.settings.terms.externalContract }
    : data({ failure: read.error }, { status: statusOfFailure(read.error) })
}

export default function InfluencerSubscription({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      heading="コラボ"
      steps={[{ name: 'コラボ', to: href('/influencer_subscription') }]}
      lead={<p>インフルエンサーや作家の方と、布と型紙をいっしょに選びました。</p>}
    >
      <PageMeta
        title="コラボ"
        description="インフルエンサーや作家の方といっしょに選んだ、布と型紙のコラボ商品のご紹介です。お申し込みは外部サイトで承ります。"
      />
      <Notice>
        <p>
          <strong>コラボ商品のご購入は、外部ストアのサイトで行います。</strong>
        </p>
        <p>当店のカートには入りません。価格、お届け、返品の条件は、外部サイトの表示をお確かめください。</p>
      </Notice>
      {'failure' in loaderData ? (
        <LoadFailure what="コラボ商品" {...loaderData.failure} />
      ) : (
        <section aria-labelledby="collaborations-heading">
          <h2 id="collaborations-heading" className="visually-hidden">
            コラボ商品の一覧
          </h2>
          <CollaborationList {...loaderData} />
        </section>
      )}
    </Page>
  )
}
