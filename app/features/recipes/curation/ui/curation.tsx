import { useLocation } from 'react-router'
import { ButtonLink } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { Tabs } from '~/ui/tabs.tsx'
import {
  type CuratedList,
  curatedLists,
  type EditedItem,
  type ItemAnswer,
  type ItemRefusal,
  mostItems,
} from '../curation.rules.ts'
import { doneText, fullText, itemRefusal, listWords } from '../curation.texts.ts'
import { curationPath, curationView } from '../curation-view.rules.ts'
import { CuratedItems } from './curated-items.tsx'
import css from './curation.module.css'
import { DeleteItem, ItemForm } from './item-form.tsx'
import { ItemDialog, isLost, useFocusAfter, useOpenItem } from './open-item.tsx'

interface CurationProps {
  readonly lists: Readonly<Record<CuratedList, readonly EditedItem[]>>
  /** How many recipes each tag of the open situation finds. */
  readonly found: readonly { readonly tag: string; readonly recipes: number }[]
  readonly newId: string
  readonly byPassword: boolean
  readonly answer: ItemAnswer | ItemRefusal | undefined
}

/** Items open in dialogs; opened by their address, in the page. */
export function Curation({ lists, found, newId, byPassword, answer }: CurationProps) {
  const { search } = useLocation()
  const view = curationView(new URLSearchParams(search))
  const { list } = view
  const items = lists[list]
  const open = useOpenItem(view, items, answer)
  const body = useFocusAfter(view, answer)
  const words = listWords[list]
  const refusal =
    answer !== undefined && !('typed' in answer) && answer.list === list && open === null ? answer : undefined
  const inside =
    open === null ? null : open.is === 'edit' ? (
      <ItemForm
        key={open.id}
        list={list}
        item={open.item}
        id={open.item?.id ?? newId}
        count={items.length}
        found={found}
        answer={open.answer}
      />
    ) : (
      <DeleteItem list={list} item={open.item} />
    )
  return (
    <Page
      narrow
      heading="ギャラリーの管理"
      lead={<p>作品ギャラリーのホームに並ぶものを、ここで決めます。</p>}
    >
      <PageMeta title="ギャラリーの管理" description="お店の管理者のための画面です。" noindex />
      <div className="stack-5" ref={body}>
        <Tabs
          label="管理するもの"
          tabs={curatedLists.map((each) => ({
            to: curationPath({ list: each }),
            name: listWords[each].heading,
            isOpen: each === list,
            count: lists[each].length,
          }))}
        />
        {open?.asPage ? (
          <section className="stack-5" aria-labelledby="alone">
            <h2 id="alone">{open.heading}</h2>
            {inside}
          </section>
        ) : (
          <section className={`stack-5 ${css.list}`} aria-labelledby="open-list">
            <h2 id="open-list" className="visually-hidden">
              {words.heading}
            </h2>
            <p className="soft">{aboutOf[list]}</p>
            <div className={css.bar}>
              {items.length < mostItems ? (
                <ButtonLink to={curationPath({ list, edit: 'new' })} preventScrollReset data-way="add">
                  {words.item}を追加
                </ButtonLink>
              ) : (
                <p>{fullText(list)}</p>
              )}
              <p role="status" className={css.said}>
                {view.done === undefined
                  ? ''
                  : doneText(
                      view.done,
                      items.find(({ id }) => id === view.item),
                    )}
              </p>
            </div>
            {isLost(view, open) ? (
              <Notice kind="error">この{words.item}は見つかりません。削除されたのかもしれません。</Notice>
            ) : null}
            {refusal !== undefined && !items.some(({ id }) => id === refusal.id) ? (
              <Notice kind="error">{itemRefusal(refusal.failure, refusal.name).text}</Notice>
            ) : null}
            <CuratedItems list={list} items={items} view={view} refusal={refusal} />
          </section>
        )}
        {byPassword ? (
          <p className="soft">
            管理用パスワードで開いています。ブラウザーを閉じるか、12時間たつと、もう一度お尋ねします。
          </p>
        ) : null}
      </div>
      <ItemDialog list={list} heading={open?.asPage === false ? open.heading : undefined}>
        {inside}
      </ItemDialog>
    </Page>
  )
}

const aboutOf: Readonly<Record<CuratedList, string>> = {
  keywords:
    'ホームの「人気の作品」「新着の作品」の下の「人気のキーワード」に、この順番で並びます。押すと、そのことばで作品をさがします。変更は10秒ほどでホームに出ます。',
  situations:
    'ホームの「場面からさがす」に、この順番で並びます。名前かタグが作品のタグと同じものが見つかります。変更は10秒ほどでホームに出ます。',
}
