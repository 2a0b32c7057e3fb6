import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, Link, useLocation, useNavigate } from 'react-router'
import { listOrderMark } from '~/kernel/list-order.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { bringIntoView, Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { Tabs } from '~/ui/tabs.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { useOrder } from '~/ui/use-order.tsx'
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
} from '../rules.ts'
import { curationDoneText, fullText, itemRefusal, listWords } from '../texts.ts'
import { KeywordSwatch, SituationPicture } from './curated-picture.tsx'
import css from './curation.module.css'
import { DeleteItem, ItemForm } from './item-form.tsx'

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
                  : curationDoneText(
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

type OpenItem = { readonly id: string; readonly heading: string; readonly asPage: boolean } & (
  | { readonly is: 'edit'; readonly item: EditedItem | null; readonly answer: ItemAnswer | undefined }
  | { readonly is: 'remove'; readonly item: EditedItem }
)

/** An item deleted by somebody else stays open while its save has an answer. */
const useOpenItem = (
  { list, edit, remove }: CurationView,
  items: readonly EditedItem[],
  answer: ItemAnswer | ItemRefusal | undefined,
): OpenItem | null => {
  const hasScript = useHasScript()
  // Without script, and for an opened address, the item stands in the page; otherwise in a dialog.
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

/** Closes at once by hand, before the address follows. */
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

/** Focuses the same button of a moved item, the saved item, or the neighbour of a deleted one. */
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

function CuratedItems({
  list,
  items,
  view,
  refusal,
}: {
  readonly list: CuratedList
  readonly items: readonly EditedItem[]
  readonly view: CurationView
  readonly refusal: ItemRefusal | undefined
}) {
  const order = items.map(({ id }) => id)
  const {
    shown: ids,
    handle,
    told,
  } = useOrder({
    ...{ ids: order, version: listOrderMark(order), requestId: list },
    ...{ action: curationPath({ list }), fields: { intent: 'move' }, replace: true },
    nameOf: (id) => items.find((item) => item.id === id)?.name ?? '',
    failed: '動かせませんでした。',
  })
  const shown = ids.flatMap((id) => items.find((item) => item.id === id) ?? [])
  if (items.length === 0)
    return (
      <EmptyBox said="いまは、ひとつもありません。">ホームのこの場所も、何も出ないままになります。</EmptyBox>
    )
  return (
    <>
      {told}
      <ol className={css.items}>
        {shown.map((item, at) => (
          <Item
            key={item.id}
            list={list}
            item={{ ...item, place: at + 1 }}
            handle={handle(item.name)}
            moved={
              view.item === item.id && (view.done === 'up' || view.done === 'down') ? view.done : undefined
            }
            refusal={refusal?.id === item.id ? refusal : undefined}
          />
        ))}
      </ol>
    </>
  )
}

function Item({
  list,
  item: { id, name, image, place, tags },
  handle,
  moved,
  refusal,
}: {
  readonly list: CuratedList
  readonly item: EditedItem
  /** For a drag. */
  readonly handle: ReactNode
  readonly moved: 'up' | 'down' | undefined
  readonly refusal: ItemRefusal | undefined
}) {
  const [isOffline, setOffline] = useState(false)
  const told = isOffline
    ? `インターネットにつながっていないため、「${name}」を動かせませんでした。`
    : refusal && itemRefusal(refusal.failure, name).text
  return (
    <li className={css.item} data-item={id}>
      <span className={css.place} aria-hidden="true">
        {place}
      </span>
      <span className={css.picture}>
        {list === 'situations' ? (
          <SituationPicture id={id} image={image} at={place - 1} sizes="64px" />
        ) : (
          <KeywordSwatch image={image} at={place - 1} />
        )}
      </span>
      <div className={css.words}>
        <h3 className={css.name}>{name}</h3>
        {list === 'situations' ? (
          <p className={css.tags}>{tags.length === 0 ? 'タグなし' : `タグ：${tags.join('、')}`}</p>
        ) : null}
      </div>
      <div className={css.ways}>
        {(['up', 'down'] as const).map((by) => (
          <Form
            key={by}
            method="post"
            action={curationPath({ list })}
            replace
            preventScrollReset
            onSubmit={(event) => {
              setOffline(!navigator.onLine)
              if (!navigator.onLine) event.preventDefault()
            }}
          >
            <input type="hidden" name="intent" value="move" />
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="name" value={name} />
            <button
              type="submit"
              name="by"
              value={by}
              className={css.move}
              data-way={by}
              aria-label={`「${name}」を${by === 'up' ? '上' : '下'}へ`}
              // biome-ignore lint/a11y/noAutofocus: without script the page is loaded again, and the focus stays where it was
              autoFocus={moved === by}
            >
              <span aria-hidden="true">{by === 'up' ? '↑' : '↓'}</span>
            </button>
          </Form>
        ))}
        {handle}
        <Link
          className={css.way}
          to={curationPath({ list, edit: id })}
          preventScrollReset
          data-way="edit"
          aria-label={`「${name}」を編集`}
        >
          編集
        </Link>
        <Link
          className={css.delete}
          to={curationPath({ list, remove: id })}
          preventScrollReset
          data-way="remove"
          aria-label={`「${name}」を削除`}
        >
          削除
        </Link>
      </div>
      {told ? (
        <p ref={bringIntoView} role="alert" className={css.refusal}>
          {told}
        </p>
      ) : null}
    </li>
  )
}
