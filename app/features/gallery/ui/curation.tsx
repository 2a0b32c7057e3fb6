import type { Curated } from '~/features/content/rules.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { Prose } from '~/ui/prose.tsx'

/** What the gallery's home shows; nothing can be changed here yet. */
export function Curation({
  byPassword,
  keywords,
  situations,
}: {
  readonly byPassword: boolean
  readonly keywords: readonly Curated[]
  readonly situations: readonly Curated[]
}) {
  return (
    <Page
      narrow
      heading="ギャラリーの管理"
      lead={
        <p>
          ホームに並ぶ、人気のキーワードと場面です。ここで足したり並べ替えたりする機能は、いま準備しています。
        </p>
      }
    >
      <PageMeta title="ギャラリーの管理" description="お店の管理者のための画面です。" noindex />
      <Prose>
        <h2>人気のキーワード</h2>
        <Names of={keywords} />
        <h2>場面</h2>
        <Names of={situations} />
        {byPassword ? (
          <p>管理用パスワードで開いています。ブラウザーを閉じるか、12時間たつと、もう一度お尋ねします。</p>
        ) : null}
      </Prose>
    </Page>
  )
}

function Names({ of }: { readonly of: readonly Curated[] }) {
  if (of.length === 0) return <p>いまは、ひとつもありません。</p>
  return (
    <ol>
      {of.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ol>
  )
}
