import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import css from './posting-refusal.module.css'

/** Why she may not post, with the way on and the way back. */
export function PostingRefusal({ reason }: { readonly reason: 'not_signed_in' | 'not_permitted' }) {
  const isVisitor = reason === 'not_signed_in'
  return (
    <Page
      narrow
      heading={isVisitor ? 'ログインが必要です' : '投稿の権限がありません'}
      lead={
        <p>
          {isVisitor
            ? '作品を投稿するにはログインが必要です。会員登録は無料です。'
            : '作品を投稿する権限がありません。管理者にお問い合わせください。'}
        </p>
      }
    >
      <PageMeta title="作品を投稿する" description="作品の投稿には会員登録とログインが必要です。" noindex />
      <p className={css.ways}>
        {isVisitor ? (
          <ButtonLink to="/gallery/login?next=%2Fgallery%2Fupload">ログイン・会員登録へ</ButtonLink>
        ) : (
          <ButtonLink to="/contact">お問い合わせ先を見る</ButtonLink>
        )}
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
    <ButtonLink to="/gallery" look="secondary" onClick={goBack}>
      戻る
    </ButtonLink>
  )
}
