import { useState } from 'react'
import { PictureField } from '~/features/pictures/ui/picture-field.tsx'
import { href } from '~/href.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { tagsIn } from '~/kernel/text.ts'
import { Button, ButtonLink, ButtonOutLink } from '~/ui/button.tsx'
import { FormCard, SubmitButton, TextArea, TextField } from '~/ui/form.tsx'
import type { FormShape } from '~/ui/form-draft.ts'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { RestoredNotice } from '~/ui/restored-notice.tsx'
import { useFormDraft } from '~/ui/use-form-draft.ts'
import {
  type CuratedList,
  curationPath,
  curationView,
  type EditedItem,
  type ItemAnswer,
  type ItemRefusal,
  isSameItem,
  longestItemName,
  mostItems,
  type TypedItem,
  typedItem,
  typedItemIn,
} from '../rules.ts'
import { itemRefusal, listWords } from '../texts.ts'
import css from './curation.module.css'

interface ItemFormParts {
  readonly list: CuratedList
  readonly item: EditedItem | null
  readonly id: string
  readonly answer: ItemAnswer | undefined
}

interface ItemBase {
  readonly id: string
  readonly basedOn: number
  readonly placeWas: string
}

const shape: FormShape<TypedItem, ItemBase> = {
  typedIn: typedItemIn,
  baseIn: (form) => ({
    id: fieldOf(form, 'id'),
    basedOn: versionOf(form, 'basedOn'),
    placeWas: fieldOf(form, 'placeWas'),
  }),
  besideDraft: (base, own) => ({ ...base, id: own.id }),
  isSame: isSameItem,
}

/** The form's content and its draft on this device (R19). */
const useItemForm = ({ list, item, id, answer }: ItemFormParts) => {
  const isNew = answer?.isNew ?? item === null
  const typed = typedItem(item)
  const saved = { typed, base: { id, basedOn: item?.updatedAt ?? 0, placeWas: typed.place } }
  const draft = useFormDraft({
    shape,
    name: `curationDraft:${list}:${isNew ? 'new' : id}`,
    isSavedAt: ({ search }) => curationView(new URLSearchParams(search)).done === 'saved',
    saved,
    start:
      answer === undefined
        ? saved
        : { typed: answer.typed, base: { ...saved.base, id: answer.id, basedOn: answer.basedOn } },
    answer,
  })
  const [isPictureBusy, setPictureBusy] = useState(false)
  return { ...draft, isNew, isPictureBusy, setPictureBusy }
}

interface ItemFormProps extends ItemFormParts {
  readonly count: number
  readonly found: readonly { readonly tag: string; readonly recipes: number }[]
}

/** What was typed stays on this device until it is saved. */
export function ItemForm({ list, item, id, count, found, answer }: ItemFormProps) {
  const form = useItemForm({ list, item, id, answer })
  const words = listWords[list]
  const errors = answer?.errors ?? {}
  const { start } = form
  const last = item === null ? count + 1 : count
  return (
    <div className={`stack-4 ${css.form}`}>
      {form.isRestored ? <RestoredNotice discard="書きかけを消す" onDiscard={form.discard} /> : null}
      <FormCard
        key={form.round}
        ref={form.form}
        action={curationPath({ list, edit: form.isNew ? 'new' : form.base.id })}
        replace
        preventScrollReset
        onInput={form.note}
      >
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={form.base.id} />
        <input type="hidden" name="isNew" value={form.isNew ? '1' : ''} />
        <input type="hidden" name="basedOn" value={form.base.basedOn} />
        <input type="hidden" name="placeWas" value={form.base.placeWas} />
        <TextField
          label={words.name}
          name="name"
          required
          defaultValue={start.name}
          error={errors.name}
          hint={`${longestItemName}文字まで`}
          autoComplete="off"
        />
        {list === 'situations' ? (
          <div className={css.tagField}>
            <TextArea
              label="タグ"
              name="tags"
              rows={3}
              defaultValue={start.tags}
              error={errors.tags}
              hint="作品にこのどれかのタグがあると、この場面で見つかります。「、」や空白、改行で区切ります。"
            />
            <Tags typed={form.typed.tags} found={found} />
          </div>
        ) : null}
        <PictureField
          label="写真"
          name="image"
          rule="curated"
          shape="small"
          required={false}
          defaultValue={start.image}
          error={errors.image}
          onBusy={form.setPictureBusy}
        />
        <TextField
          label="順番"
          name="place"
          inputMode="numeric"
          defaultValue={start.place}
          error={errors.place}
          hint={
            item === null
              ? `1から${last}まで。空のままなら、いちばん後ろに入ります。`
              : `1から${last}まで。入れた数字の場所に移り、ほかはその分ずれます。`
          }
          autoComplete="off"
        />
        {answer === undefined ? null : <Failure answer={answer} />}
        <div className={css.buttons}>
          <ButtonLink to={curationPath({ list })} look="secondary" wide replace preventScrollReset>
            やめる
          </ButtonLink>
          <SubmitButton busy="保存しています…" disabled={form.isPictureBusy}>
            {form.isPictureBusy ? '写真を送信しています…' : '保存する'}
          </SubmitButton>
        </div>
      </FormCard>
    </div>
  )
}

function Tags({ typed, found }: { readonly typed: string } & Pick<ItemFormProps, 'found'>) {
  const tags = tagsIn(typed)
  if (tags.length === 0 && found.length === 0) return null
  const counts = new Map(found.map((each) => [each.tag, each.recipes]))
  const name = found.find(({ tag }) => !tags.includes(tag))
  return (
    <ul className="row-2" aria-label="見つかる作品の数">
      {[...(name === undefined ? [] : [name.tag]), ...tags].map((tag) => (
        <li key={tag} className={css.chip}>
          {tag}
          {counts.has(tag) ? <span className={css.recipes}>{counts.get(tag)}件</span> : null}
        </li>
      ))}
    </ul>
  )
}

function Failure({ answer: { failure, list, id, name, newer } }: { readonly answer: ItemAnswer }) {
  const ways =
    failure === 'changedMeanwhile' && newer !== null ? (
      <>
        <Button type="submit" look="danger" name="overwrite" value={newer}>
          この内容で上書きする
        </Button>
        <ButtonOutLink href={curationPath({ list, edit: id })}>保存されている内容を見る</ButtonOutLink>
      </>
    ) : failure === 'gone' ? (
      <Button type="submit" look="secondary" name="again" value="1">
        この内容でもう一度追加する
      </Button>
    ) : failure === 'notSignedIn' ? (
      <ButtonOutLink href={href('/gallery/admin')}>新しいタブで管理画面を開く</ButtonOutLink>
    ) : null
  return (
    <Notice kind="error" actions={ways}>
      <p>{itemRefusal(failure, name).text}</p>
    </Notice>
  )
}

export function DeleteItem({ list, item }: { readonly list: CuratedList; readonly item: EditedItem }) {
  return (
    <div className={css.ask}>
      <FormCard action={curationPath({ list })} replace preventScrollReset>
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="id" value={item.id} />
        <input type="hidden" name="name" value={item.name} />
        <input type="hidden" name="basedOn" value={item.updatedAt} />
        <p>
          {listWords[list].item}「{item.name}
          」を削除しますか？ホームから消えて、元に戻せません。作品はそのまま残ります。
        </p>
        <div className={css.buttons}>
          <ButtonLink to={curationPath({ list })} look="secondary" wide replace preventScrollReset>
            やめる
          </ButtonLink>
          <SubmitButton look="danger" busy="削除しています…">
            削除する
          </SubmitButton>
        </div>
      </FormCard>
    </div>
  )
}

/** After the session has ended: what was typed, to be sent again. */
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
            <ButtonLink to={href('/gallery/admin')} look="secondary">
              管理画面に入り直す
            </ButtonLink>
          }
        >
          {itemRefusal(answer.failure, answer.name).text}
        </Notice>
      )}
    </Page>
  )
}
