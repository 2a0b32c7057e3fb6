import { useState } from 'react'
import { Form, Link } from 'react-router'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { bringIntoView } from '~/ui/notice.tsx'
import type { CuratedList, EditedItem, ItemRefusal } from '../curation.rules.ts'
import { itemRefusal } from '../curation.texts.ts'
import { type CurationView, curationPath } from '../curation-view.rules.ts'
import { KeywordSwatch, SituationPicture } from './curated-picture.tsx'
import css from './curation.module.css'

export function CuratedItems({
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
  if (items.length === 0)
    return (
      <EmptyBox said="いまは、ひとつもありません。">ホームのこの場所も、何も出ないままになります。</EmptyBox>
    )
  return (
    <ol className={css.items}>
      {items.map((item) => (
        <Item
          key={item.id}
          list={list}
          item={item}
          moved={
            view.item === item.id && (view.done === 'up' || view.done === 'down') ? view.done : undefined
          }
          refusal={refusal?.id === item.id ? refusal : undefined}
        />
      ))}
    </ol>
  )
}

function Item({
  list,
  item: { id, name, image, place, tags },
  moved,
  refusal,
}: {
  readonly list: CuratedList
  readonly item: EditedItem
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
