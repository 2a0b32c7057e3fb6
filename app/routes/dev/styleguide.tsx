import { href } from '~/href.ts'
import { Button } from '~/ui/button.tsx'
import { Facts } from '~/ui/facts.tsx'
import { Icon, iconNames } from '~/ui/icon.tsx'
import { Notice } from '~/ui/notice.tsx'
import { OutLink } from '~/ui/out-link.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { PlainText } from '~/ui/plain-text.tsx'
import { Prose } from '~/ui/prose.tsx'
import css from '~/ui/styleguide.module.css'
import { Buttons, Colours, Dialogs, GuidePart, Letters, long } from '~/ui/styleguide-parts.tsx'

/** Every primitive of app/ui in all its states; not part of the production build. */
export default function Styleguide() {
  return (
    <main id="main">
      <Page
        heading="スタイルガイド"
        steps={[{ name: 'スタイルガイド', to: href('/styleguide') }]}
        lead={<p>app/ui にある部品の一覧です。開発中だけ開けます。</p>}
      >
        <PageMeta title="スタイルガイド" noindex />
        <Colours />
        <Letters />
        <Buttons />
        <GuidePart name="お知らせの枠">
          <Notice>ふつうのお知らせです。</Notice>
          <Notice kind="good">うまくいきました。</Notice>
          <Notice kind="error" actions={<Button look="secondary">再読み込み</Button>}>
            うまくいきませんでした。
          </Notice>
        </GuidePart>
        <GuidePart name="アイコン">
          <ul className="row-3">
            {iconNames.map((name) => (
              <li key={name} className={css.icon}>
                <Icon name={name} />
                {name}
              </li>
            ))}
          </ul>
        </GuidePart>
        <GuidePart name="項目と値">
          <Facts
            facts={[
              { name: '住所', value: '〒000-0000 東京都架空区糸町1丁目2番3号' },
              { name: long, value: long },
            ]}
          />
        </GuidePart>
        <GuidePart name="文章">
          <Prose>
            <h3>小見出し</h3>
            <p>{long}</p>
            <ul>
              <li>ひとつめ</li>
              <li>ふたつめ</li>
            </ul>
          </Prose>
          <PlainText
            text={
              '書かれたままの文章。<b>太字にはなりません。</b>\n改行と https://store.example.com/ だけが効きます。'
            }
          />
          <p>
            外部への<OutLink href="https://store.example.com/">リンク</OutLink>
          </p>
        </GuidePart>
        <Dialogs />
      </Page>
    </main>
  )
}
