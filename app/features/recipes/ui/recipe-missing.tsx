import { useLocation } from 'react-router'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'

const texts = {
  'not-found': {
    heading: '作品が見つかりません（Recipe not found）',
    help: '作者が作品を削除したか、アドレスが変わった可能性があります。',
  },
  'no-id': {
    heading: '作品が指定されていません（No recipe ID specified）',
    help: '作品の一覧から、ご覧になりたい作品をお選びください。',
  },
} as const

/** In the place of a work that the address does not lead to (R30). */
export function RecipeMissing({ why }: { readonly why: keyof typeof texts }) {
  const { heading, help } = texts[why]
  return (
    <Page narrow heading={heading} lead={<p>{help}</p>}>
      <title>{heading}</title>
      <meta name="robots" content="noindex" />
      <p>
        <ButtonLink to="/gallery/search">作品をさがす</ButtonLink>
      </p>
      <p>
        <ButtonLink to="/gallery" look="secondary">
          ギャラリーのホームへ
        </ButtonLink>
      </p>
    </Page>
  )
}

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
