import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'

/** Instead of a work that a click could not fetch. */
interface Unreachable {
  readonly failure: { readonly requestId?: string }
}

/** A browser's read of a work: the page of whoever clicked stays, and says what could not be had. */
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

/** A work that could not be read, on its page or to be edited; `requestId` is the number to quote, if the shop was reached (P17). */
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
export function FailedPage({
  heading,
  children,
}: {
  readonly heading: string
  readonly children: ReactNode
}) {
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
