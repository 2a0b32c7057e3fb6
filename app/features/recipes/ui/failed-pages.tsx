import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { loadFailureText } from '~/features/site-pages/rules.ts'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'
import { RequestNumberNote } from '~/ui/request-number.tsx'

/** Instead of a recipe that a click could not fetch. */
interface Unreachable {
  readonly failure: { readonly requestId?: string }
}

/** A browser's read of a recipe: the present page stays, and says what could not be read. */
export const readOrUnreachable = async <T,>(read: () => Promise<T>): Promise<T | Unreachable> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Response) throw error
    return { failure: {} }
  }
}

/** The named words. */
export const failedHeadings = {
  page: '作品を読み込めませんでした（Failed to fetch recipe）',
  edit: 'レシピの取得に失敗しました',
} as const

/** A recipe that could not be read, on its page or to be edited; `requestId` is the number to quote, if the shop was reached (P17). */
export function RecipeFailed({
  on,
  requestId,
}: {
  readonly on: keyof typeof failedHeadings
  readonly requestId?: string
}) {
  return (
    <FailedPage heading={failedHeadings[on]}>
      <p>少し待ってから、もう一度読み込んでください。</p>
      {requestId === undefined ? null : <p>お問い合わせ番号：{requestId}</p>}
    </FailedPage>
  )
}

/** In the place of a page of the gallery that cannot be read now, with the ways on. */
function FailedPage({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  const { pathname, search } = useLocation()
  return (
    <Page narrow heading={heading} lead={children}>
      <title>{heading}</title>
      <meta name="robots" content="noindex" />
      <p>
        <ButtonLink to={`${pathname}${search}`} reloadDocument>
          もう一度読み込む
        </ButtonLink>
      </p>
      <p>
        <ButtonLink to={href('/gallery')} look="secondary">
          ギャラリーのホームへ
        </ButtonLink>
      </p>
    </Page>
  )
}

const texts = {
  recipe: {
    heading: '作品が見つかりません（Recipe not found）',
    help: '作者が作品を削除したか、アドレスが変わった可能性があります。',
  },
  'recipe-id': {
    heading: '作品が指定されていません（No recipe ID specified）',
    help: '作品の一覧から、ご覧になりたい作品をお選びください。',
  },
  member: {
    heading: 'ユーザーが見つかりません',
    help: '退会された方か、アドレスがまちがっている可能性があります。',
  },
} as const

/** In the place of a recipe or a member that the address does not lead to (R30). */
export function Missing({ what }: { readonly what: keyof typeof texts }) {
  const { heading, help } = texts[what]
  return (
    <Page narrow heading={heading} lead={<p>{help}</p>}>
      <title>{heading}</title>
      <meta name="robots" content="noindex" />
      <p>
        <ButtonLink to={href('/gallery/search')}>作品をさがす</ButtonLink>
      </p>
      <p>
        <ButtonLink to={href('/gallery')} look="secondary">
          ギャラリーのホームへ
        </ButtonLink>
      </p>
    </Page>
  )
}

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
