import { useLocation } from 'react-router'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'

/** A work that could not be read; `requestId` is the number to quote (P17). */
export function RecipeFailed({ requestId }: { readonly requestId: string }) {
  const { pathname } = useLocation()
  const heading = '作品を読み込めませんでした（Failed to fetch recipe）'
  return (
    <Page
      narrow
      heading={heading}
      lead={
        <>
          <p>少し待ってから、もう一度読み込んでください。</p>
          <p>お問い合わせ番号：{requestId}</p>
        </>
      }
    >
      <title>{heading}</title>
      <meta name="robots" content="noindex" />
      <p>
        <ButtonLink to={pathname} reloadDocument>
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
