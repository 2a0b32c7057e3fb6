import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'

/** Of a page of the gallery that does not exist yet: `what` is not open, and what is, is said. */
export function OpensLater({ what, soon }: { readonly what: string; readonly soon: string }) {
  return (
    <Page narrow heading={`${what}は準備中です`} lead={<p>{soon}</p>}>
      <PageMeta title={`${what}は準備中です`} description={`${what}を準備しています。${soon}`} noindex />
      <p>会員登録とプロフィールづくりは、もうご利用いただけます。ショップでのお買い物に登録は要りません。</p>
      <p>
        <ButtonLink to="/gallery">ギャラリーのホームへ</ButtonLink>
      </p>
      <p>
        <ButtonLink to="/gallery/main-site" look="secondary">
          お店を見る
        </ButtonLink>
      </p>
    </Page>
  )
}
