import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'

/** The target of every link to the gallery until it opens. */
export default function GalleryOpensLater() {
  return (
    <Page
      narrow
      heading="作品ギャラリーは準備中です"
      lead={
        <p>
          みなさまの手づくり作品とつくり方を見られる場所を用意しています。まだご覧いただける作品はありません。
        </p>
      }
    >
      <PageMeta
        title="作品ギャラリーは準備中です"
        description="手づくり作品とつくり方を見られるギャラリーを準備しています。"
        noindex
      />
      <p>会員登録とログインも、ギャラリーとあわせて始まります。ショップでのお買い物に登録は要りません。</p>
      <p>
        <ButtonLink to="/">トップページへ</ButtonLink>
      </p>
      <p>
        <ButtonLink to="/all-products" look="secondary">
          生地を見る
        </ButtonLink>
      </p>
    </Page>
  )
}
