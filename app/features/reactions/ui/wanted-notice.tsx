import { signInAddress, signInViewOf } from '~/features/accounts/sign-in.rules.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { wantedReaction } from '../rules.ts'
import { wantedTexts } from '../texts.ts'

/** On the sign-in page: what is done for who signs in there, and the way without it (R47). */
export function WantedNotice({ search }: { readonly search: URLSearchParams }) {
  const [view, next] = [signInViewOf(search), search.get('next')]
  const wanted = wantedReaction(next ?? '', search.get('wanted'))
  if (wanted === undefined || view === 'reset') return null
  const [kept, left] = [wantedTexts[wanted.kind], wanted.kind === 'like' ? '付けずに' : '保存せずに']
  return (
    <Notice
      actions={
        <ButtonLink to={signInAddress(view, { next })} look="secondary" replace>
          {left}進む
        </ButtonLink>
      }
    >
      {view === 'register' ? '登録' : 'ログイン'}が済むと、お選びの{kept}、そのページに戻ります。
    </Notice>
  )
}
