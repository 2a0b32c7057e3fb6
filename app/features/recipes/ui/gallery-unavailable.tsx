import { useLocation } from 'react-router'
import { loadFailureText } from '~/features/site-pages/rules.ts'
import { RequestNumberNote } from '~/ui/request-number.tsx'
import { FailedPage, failedHeadings } from './recipe-failed.tsx'

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
  detail: failedHeadings.page,
  'recipe-edit': failedHeadings.edit,
}

/** In the place of a page of the gallery that cannot be read now, for the database does not answer (P17). */
export function GalleryUnavailable() {
  const { pathname } = useLocation()
  const place = pathname.split('/')[2] ?? ''
  const heading = headings[place] ?? 'ただいまご覧いただけません'
  const help = loadFailureText('unavailable', names[place] ?? 'このページ', false)
  return (
    <FailedPage heading={heading}>
      <p>{help}</p>
      <RequestNumberNote />
    </FailedPage>
  )
}
