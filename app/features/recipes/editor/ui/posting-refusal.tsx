import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { WhyNoPosting } from '~/features/accounts/profile/rules.ts'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'

const words = {
  not_signed_in: {
    heading: 'ログインが必要です',
    lead: '作品を投稿するにはログインが必要です。会員登録は無料です。',
    to: href('/gallery/login', { next: href('/gallery/upload') }),
    way: 'ログイン・会員登録へ',
  },
  not_permitted: {
    heading: '投稿の権限がありません',
    lead: '作品を投稿する権限がありません。管理者にお問い合わせください。',
    to: href('/contact'),
    way: 'お問い合わせ先を見る',
  },
  not_verified: {
    heading: 'メールアドレスの確認が必要です',
    lead: '作品を投稿するには、メールアドレスの確認が必要です。お送りした確認メールのリンクを開いて、「確認する」を押してください。届いていないときは、マイページの設定からもう一度お送りできます。',
    to: href('/gallery/mypage', { tab: 'settings' }),
    way: 'マイページの設定へ',
  },
} as const satisfies Readonly<Record<WhyNoPosting, object>>

/** Why she may not post, with links onward and back. */
export function PostingRefusal({ reason }: { readonly reason: WhyNoPosting }) {
  const { heading, lead, to, way } = words[reason]
  return (
    <Page narrow heading={heading} lead={<p>{lead}</p>}>
      <PageMeta title="作品を投稿する" description="作品の投稿には会員登録とログインが必要です。" noindex />
      <p className="row-3">
        <ButtonLink to={to}>{way}</ButtonLink>
        <BackLink />
      </p>
    </Page>
  )
}

/** To the page before, within this site; without script, or as the first page of a tab, to the gallery. */
function BackLink() {
  const navigate = useNavigate()
  const { key } = useLocation()
  const goBack = (event: MouseEvent) => {
    if (key === 'default' || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <ButtonLink to={href('/gallery')} look="secondary" onClick={goBack}>
      戻る
    </ButtonLink>
  )
}
