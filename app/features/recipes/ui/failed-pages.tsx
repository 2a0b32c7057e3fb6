import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { loadFailureText } from '~/features/shop/site-pages/rules.ts'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'
import { RequestNumberNote } from '~/ui/request-number.tsx'

interface Unreachable {
  readonly failure: { readonly requestId?: string }
}

/** Keeps the present page when a recipe cannot be fetched, and says so there. */
export const readOrUnreachable = async <T,>(read: () => Promise<T>): Promise<T | Unreachable> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Response) throw error
    return { failure: {} }
  }
}

export const failedHeadings = {
  page: '作品を読み込めませんでした（Failed to fetch recipe）',
  edit: 'レシピの取得に失敗しました',
} as const

/** `requestId` is the number to quote; absent when the server was not reached (P17). */
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

/** For addresses without a recipe or member (R30). */
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

/** By what follows /gallery/ in the address. */
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

const headings: Readonly<Record<string, string>> = {
  detail: failedHeadings.page,
  'recipe-edit': failedHeadings.edit,
}

/** Shown while the database does not answer (P17). */
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
