import { useMemo, useState } from 'react'
import { PictureField } from '~/features/pictures/ui/picture-field.tsx'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { BusyForm, FormCard, SubmitButton, TextArea, TextField } from '~/ui/form.tsx'
import { useDeskDraft } from '~/ui/use-desk-draft.ts'
import {
  type EntryDone,
  entryFields,
  entryOf,
  type ListName,
  type TypedEntry,
  typedEntry,
} from '../desk.rules.ts'
import { shownLink, shownNews } from '../rules.ts'
import { CollaborationList } from './collaboration-list.tsx'
import css from './desk-lists.module.css'
import { NewsList } from './news-list.tsx'

interface Entry {
  readonly list: ListName
  readonly id: string
  readonly start: TypedEntry
  readonly version: number | null
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}

const savedAs = ['saved'] as const satisfies readonly EntryDone[]

/** With a preview of what shoppers will see. */
export function EntryForm({
  list,
  id,
  start,
  version,
  requestId,
  answer,
  contract,
  isNew,
}: Entry & {
  readonly contract: string
  /** One that was taken out has no version either. */
  readonly isNew: boolean
}) {
  const [isBusy, setBusy] = useState(false)
  const read = useMemo(
    () => answer && { ...answer, typed: entryOf(list, (field) => answer.typed[field] ?? '') },
    [list, answer],
  )
  const draft = useDeskDraft({
    name: [list, isNew ? 'new' : id],
    typedIn: (form) => typedEntry(list, form),
    saved: start,
    base: { requestId, version: String(version ?? ''), id },
    answer: read,
    savedAs,
  })
  const typed = draft.start
  const shown = answer?.version ?? draft.base.version
  const errors = answer?.errors
  const day = (name: string, label: string, hint: string) => (
    <TextField
      type="date"
      name={name}
      label={label}
      hint={hint}
      defaultValue={typed[name]}
      error={errors?.[name]}
    />
  )
  return (
    <div className="stack-3">
      <BusyForm value={isBusy}>
        <DeskForm
          requestId={requestId}
          version={shown}
          answer={answer}
          draft={draft}
          failed="保存できませんでした。"
          button="保存する"
          busy={isBusy ? '写真を送っています…' : '保存しています…'}
        >
          <input type="hidden" name="id" value={draft.base.id} />
          <input type="hidden" name="act" value="save" />
          {list === 'collaborations' ? (
            <PictureField
              name="imageUrl"
              rule="product"
              label="写真"
              required={false}
              defaultValue={typed.imageUrl ?? ''}
              error={errors?.imageUrl}
              onBusy={setBusy}
            />
          ) : null}
          {entryFields(list).map(({ name, label, kind, hint, optional }) => {
            const field = {
              name,
              label,
              hint,
              required: !optional,
              defaultValue: typed[name],
              error: errors?.[name],
            }
            if (kind === 'text') return <TextArea key={name} rows={6} {...field} />
            return (
              <TextField key={name} {...field} {...(kind === 'link' ? { inputMode: 'url' as const } : {})} />
            )
          })}
          <div className={css.days}>
            {day('fromDay', '出しはじめる日', '空なら、すぐに出します。')}
            {day('toDay', '最後の日', '空なら、ずっと出します。')}
          </div>
          <Preview list={list} typed={draft.typed} contract={contract} />
        </DeskForm>
      </BusyForm>
    </div>
  )
}

function Preview({
  list,
  typed,
  contract,
}: {
  readonly list: ListName
  readonly typed: TypedEntry
  readonly contract: string
}) {
  const text = (name: string) => (typed[name] ?? '').trim()
  const id = 'preview'
  return (
    <section className={`stack-3 ${css.preview}`} aria-label="お客様に見えるようす">
      <h2>お客様に見えるようす</h2>
      {list === 'news' ? (
        <NewsList
          news={[
            shownNews({
              id,
              date: text('date'),
              title: text('title') || '（題名）',
              content: text('content'),
            }),
          ]}
        />
      ) : (
        <CollaborationList
          links={[
            shownLink({
              id,
              title: text('title') || '（題名）',
              price: text('price'),
              imageUrl: text('imageUrl'),
              applyUrl: text('applyUrl'),
              influencerUrl: text('influencerUrl'),
            }),
          ]}
          contract={contract}
        />
      )}
    </section>
  )
}

export function EntryActs({
  version,
  requestId,
  canUndo,
  answer,
}: Pick<Entry, 'version' | 'requestId'> & {
  readonly canUndo: boolean
  readonly answer: DeskAnswer | undefined
}) {
  const acts = [
    ...(canUndo ? [{ act: 'undo', button: '最後の変更を元に戻す' }] : []),
    ...(version === null ? [] : [{ act: 'remove', button: 'これを消す' }]),
  ]
  return acts.map(({ act, button }) => (
    <FormCard
      key={act}
      failed={`「${button}」ができませんでした。`}
      failure={answer?.act === act ? answer.failure : undefined}
    >
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="requestId" value={`${requestId} ${act}`} />
      {version === null ? null : <input type="hidden" name="version" value={version} />}
      <SubmitButton busy="送っています…" look="secondary">
        {button}
      </SubmitButton>
    </FormCard>
  ))
}
