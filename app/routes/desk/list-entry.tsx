import { useMemo, useState } from 'react'
import { data } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { PictureField } from '~/features/pictures/ui/picture-field.tsx'
import {
  removeEntry,
  saveEntry,
  undoEntry,
} from '~/features/shop/news-and-collaborations/desk.commands.server.ts'
import { deskEntry, newEntry } from '~/features/shop/news-and-collaborations/desk.queries.server.ts'
import {
  deskLists,
  type EntryDone,
  entryDone,
  entryDoneOf,
  entryFields,
  entryOf,
  type ListName,
  listName,
  presentEntry,
  type TypedEntry,
  typedEntry,
} from '~/features/shop/news-and-collaborations/desk.rules.ts'
import { shownLink, shownNews } from '~/features/shop/news-and-collaborations/rules.ts'
import { CollaborationList } from '~/features/shop/news-and-collaborations/ui/collaboration-list.tsx'
import css from '~/features/shop/news-and-collaborations/ui/desk-lists.module.css'
import { NewsList } from '~/features/shop/news-and-collaborations/ui/news-list.tsx'
import { href } from '~/href.ts'
import { displayDate } from '~/kernel/dates.ts'
import { drawnWith } from '~/server/merged-form.ts'
import { appContext } from '~/services.server.ts'
import { ValueFields } from '~/ui/chosen-above.tsx'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { BusyForm, FormCard, SubmitButton, TextArea, TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import { useDeskDraft } from '~/ui/use-desk-draft.ts'
import type { Route } from './+types/list-entry'

interface Entry {
  readonly list: ListName
  readonly id: string
  readonly start: TypedEntry
  readonly version: number | null
  readonly drawn: string
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}

const savedAs = ['saved'] as const satisfies readonly EntryDone[]

/** With a preview of what shoppers will see. */
function EntryForm({
  list,
  id,
  start,
  version,
  drawn,
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
    base: { requestId, version: String(version ?? ''), drawn, id },
    answer: read,
    savedAs,
  })
  const typed = draft.start
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
          sticks={(answer?.version ?? draft.base.version) === '' ? false : 'stored'}
          requestId={requestId}
          answer={answer}
          draft={draft}
          failed="保存できませんでした。"
          button="保存する"
          busy={isBusy ? '写真を送っています…' : '保存しています…'}
        >
          {/* Without script the page has been read again, with an id for another entry. */}
          <input type="hidden" name="id" value={answer?.typed.id ?? draft.base.id} />
          <input type="hidden" name="act" value="save" />
          {list === 'collaborations' ? (
            <ValueFields name="photo">
              <PictureField
                name="imageUrl"
                rule="product"
                label="写真"
                required={false}
                defaultValue={typed.imageUrl ?? ''}
                error={errors?.imageUrl}
                onBusy={setBusy}
              />
            </ValueFields>
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
          <ValueFields name="days">
            <div className={css.days}>
              {day('fromDay', '出しはじめる日', '空なら、すぐに出します。')}
              {day('toDay', '最後の日', '空なら、ずっと出します。')}
            </div>
          </ValueFields>
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

function EntryActs({
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

const added = 'new'

/** The form of a news entry or a collaboration, empty for a new one. */
export const loader = async ({ request, params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const list = listName(params.list)
  if (list === undefined) throw data(null, { status: 404 })
  const { id } = params
  const view =
    id === added ? newEntry(ctx, list, displayDate(ctx.now())) : await deskEntry(ctx, list, id.slice(0, 200))
  if (view === undefined) throw data(null, { status: 404 })
  const given = new URL(request.url).searchParams.get('done')
  const { version, typed } = view
  const drawn = version === null ? '' : drawnWith(presentEntry(list, version, typed))
  return { list, view, drawn, done: entryDoneOf(given), contract: ctx.settings.terms.externalContract }
}

export const action = ({ request, params, context }: Route.ActionArgs) => {
  const leadingOn = (done: EntryDone) => ({
    at: params,
    done: async (
      _: null,
      { list, id }: { readonly list: ListName; readonly id: string },
      ctx: Parameters<typeof deskEntry>[0],
    ) =>
      // An undo may have removed the new entry.
      done !== 'removed' && (await deskEntry(ctx, list, id))?.version !== null
        ? href('/admin/lists/:list/:id', { list, id, done })
        : href('/admin/lists/:list', { list, done }),
  })
  return deskAction(context.get(appContext), request, {
    save: press(saveEntry, leadingOn('saved')),
    remove: press(removeEntry, leadingOn('removed')),
    undo: press(undoEntry, leadingOn('undone')),
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409], ['save'])

export default function ListEntry({ loaderData, actionData, params }: Route.ComponentProps) {
  const { list, view, drawn, done, contract } = loaderData
  const { id, typed, version, canUndo, requestId } = view
  const answer = useLastAnswer(actionData)
  const ofForm = answer?.act === 'save' ? answer : undefined
  return (
    <DeskPage title={deskLists[list].title} back={href('/admin/lists/:list', { list })}>
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {entryDone[done]}
        </Notice>
      )}
      {version === null && canUndo ? (
        <Notice kind="info">消したものです。「最後の変更を元に戻す」で、また出せます。</Notice>
      ) : null}
      <EntryForm
        key={`${id} ${version}`}
        list={list}
        id={id}
        start={typed}
        version={version}
        drawn={drawn}
        requestId={requestId}
        answer={ofForm}
        contract={contract}
        isNew={params.id === added}
      />
      <EntryActs version={version} requestId={requestId} canUndo={canUndo} answer={answer} />
    </DeskPage>
  )
}
