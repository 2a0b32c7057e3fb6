import { useLocation } from 'react-router'
import { loadFailureText } from '~/features/site/rules.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'
import { RequestNumberNote } from '~/ui/request-number.tsx'

/** What stands at an address, by what follows /gallery/ there. */
const names: Readonly<Record<string, string>> = {
  upload: '投稿のページ',
  mypage: 'マイページ',
  'profile-edit': 'プロフィール',
  'recipe-edit': 'レシピ',
  detail: '作品',
  search: '作品',
  user: '会員の作品',
  admin: 'キーワードとカテゴリ',
}

/** The named words, where there are some. */
const headings: Readonly<Record<string, string>> = {
  detail: '作品を読み込めませんでした（Failed to fetch recipe）',
  'recipe-edit': 'レシピの取得に失敗しました',
}

/** In the place of a page of the gallery that cannot be read now, for the database does not answer (P17). */
export function GalleryUnavailable() {
  const { pathname, search } = useLocation()
  const place = pathname.split('/')[2] ?? ''
  const heading = headings[place] ?? 'ただいまご覧いただけません'
  const help = loadFailureText('unavailable', names[place] ?? 'このページ', false)
  return (
    <Page narrow heading={heading} lead={<p>{help}</p>}>
      <title>{heading}</title>
      <meta name="robots" content="noindex" />
      <RequestNumberNote />
      <p>
        <ButtonLink to={`${pathname}${search}`} reloadDocument>
          もう一度読み込む
        </ButtonLink>
      </p>
      <p>
        <ButtonLink to="/gallery" look="secondary">
          ギャラリーのホームへ
        </ButtonLink>
      </p>
    </Page>
  )
}
