import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { Prose } from '~/ui/prose.tsx'
import { builtInKeywords, builtInSituations } from '../rules.ts'

/** What the gallery's home shows; nothing can be changed here yet. */
export function Curation({ byPassword }: { readonly byPassword: boolean }) {
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
        <ol>
          {builtInKeywords.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ol>
        <h2>場面</h2>
        <ol>
          {builtInSituations.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ol>
        {byPassword ? (
          <p>管理用パスワードで開いています。ブラウザーを閉じるか、12時間たつと、もう一度お尋ねします。</p>
        ) : null}
      </Prose>
    </Page>
  )
}
