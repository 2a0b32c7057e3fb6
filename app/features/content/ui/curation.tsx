import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ButtonLink } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog.tsx'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { Tabs } from '~/ui/tabs.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import {
  type CuratedList,
  type CurationView,
  curatedLists,
  curationPath,
  curationView,
  type EditedItem,
  type ItemAnswer,
  type ItemRefusal,
  mostItems,
} from '../curation.rules.ts'
import { doneText, failureText, fullText, listWords } from '../curation.texts.ts'
import { CuratedItems } from './curated-items.tsx'
import css from './curation.module.css'
import { DeleteItem, ItemForm } from './item-form.tsx'

interface CurationProps {
  readonly lists: Readonly<Record<CuratedList, readonly EditedItem[]>>
  /** How many works each tag of the open situation finds. */
  readonly found: readonly { readonly tag: string; readonly works: number }[]
  /** For the form of a new item. */
  readonly newId: string
  readonly byPassword: boolean
  readonly answer: ItemAnswer | ItemRefusal | undefined
}

/** The lists of the gallery's home, and what is done to them: in dialogs, or on a page of its own where an address was opened. */
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
      <div className={css.page} ref={body}>
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
          <section className={css.alone} aria-labelledby="alone">
            <h2 id="alone">{open.heading}</h2>
            {inside}
          </section>
        ) : (
          <section className={css.list} aria-labelledby="open-list">
            <h2 id="open-list" className="visually-hidden">
              {words.heading}
            </h2>
            <p className={css.about}>{aboutOf[list]}</p>
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
              <Notice kind="error">{failureText(refusal.failure, refusal.name)}</Notice>
            ) : null}
            <CuratedItems list={list} items={items} view={view} refusal={refusal} />
          </section>
        )}
        {byPassword ? (
          <p className={css.about}>
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
    'ホームのいちばん上に、この順番で並びます。押すと、そのことばで作品をさがします。変更は10秒ほどでホームに出ます。',
  situations:
    'ホームの「場面からさがす」に、この順番で並びます。名前かタグが作品のタグと同じものが見つかります。変更は10秒ほどでホームに出ます。',
}

type OpenItem = { readonly id: string; readonly heading: string; readonly asPage: boolean } & (
  | { readonly is: 'edit'; readonly item: EditedItem | null; readonly answer: ItemAnswer | undefined }
  | { readonly is: 'remove'; readonly item: EditedItem }
)

/** What the address opens; one that somebody else deleted stays open as long as there is an answer to its save. */
const useOpenItem = (
  { list, edit, remove }: CurationView,
  items: readonly EditedItem[],
  answer: ItemAnswer | ItemRefusal | undefined,
): OpenItem | null => {
  const hasScript = useHasScript()
  // Without script, and where an address was opened, it stands in the page; what is opened from here is a dialog.
  const [openedAsPage] = useState(hasScript ? undefined : (edit ?? remove))
  const asPage = openedAsPage !== undefined && openedAsPage === (edit ?? remove)
  if (remove !== undefined) {
    const item = items.find(({ id }) => id === remove)
    return item === undefined
      ? null
      : { is: 'remove', id: remove, item, asPage, heading: `「${item.name}」を削除` }
  }
  if (edit === undefined) return null
  const item = items.find(({ id }) => id === edit) ?? null
  const typed = answer !== undefined && 'typed' in answer && answer.list === list ? answer : undefined
  const own = edit === 'new' ? typed?.isNew : typed?.id === edit
  if (item === null && edit !== 'new' && !own) return null
  const heading = edit === 'new' ? `${listWords[list].item}を追加` : `「${item?.name ?? typed?.name}」を編集`
  return { is: 'edit', id: edit, item, asPage, heading, answer: own ? typed : undefined }
}

const isLost = ({ edit, remove }: CurationView, open: OpenItem | null) =>
  open === null && (edit !== undefined || remove !== undefined)

/** Open while it has a heading; closed by hand it is so at once, though the address follows a moment later. */
function ItemDialog({
  list,
  heading,
  children,
}: {
  readonly list: CuratedList
  readonly heading: string | undefined
  readonly children: ReactNode
}) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const [closedAt, setClosedAt] = useState<string>()
  const isOpen = heading !== undefined && closedAt !== key
  const close = () => {
    if (!isOpen) return
    setClosedAt(key)
    navigate(curationPath({ list }), { replace: true, preventScrollReset: true })
  }
  return (
    <Dialog open={isOpen} onClose={close} heading={heading ?? ''}>
      {children}
    </Dialog>
  )
}

/** The focus goes on where something was done: to the same button of what was moved, to what was saved, to the next of what is gone. */
const useFocusAfter = ({ done, item }: CurationView, answer: ItemAnswer | ItemRefusal | undefined) => {
  const body = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each entry of the history, when its list stands in the page
  useEffect(() => {
    if (done === undefined || answer !== undefined) return
    const way = done === 'up' || done === 'down' ? done : 'edit'
    const row = item ? body.current?.querySelector(`[data-item="${CSS.escape(item)}"]`) : null
    const target =
      row?.querySelector<HTMLElement>(`[data-way="${way}"]`) ??
      body.current?.querySelector<HTMLElement>('[data-way="add"]')
    target?.focus()
  }, [key])
  return body
}

/** When the session has ended and the page is drawn anew: what was typed is still there, to be sent once more. */
export function EndedCuration({ answer }: { readonly answer: ItemAnswer | ItemRefusal }) {
  return (
    <Page narrow heading="ギャラリーの管理">
      <PageMeta title="ギャラリーの管理" description="お店の管理者のための画面です。" noindex />
      {'typed' in answer ? (
        <ItemForm
          list={answer.list}
          item={null}
          id={answer.id}
          count={mostItems}
          found={[]}
          answer={answer}
        />
      ) : (
        <Notice
          kind="error"
          actions={
            <ButtonLink to="/gallery/admin" look="secondary">
              管理画面に入り直す
            </ButtonLink>
          }
        >
          {failureText(answer.failure, answer.name)}
        </Notice>
      )}
    </Page>
  )
}
