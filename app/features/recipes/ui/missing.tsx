import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'

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

/** In the place of a work or a member that the address does not lead to (R30). */
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
