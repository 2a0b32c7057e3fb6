import { data, Link } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { moveCollaboration, undoEntry } from '~/features/shop/news-and-collaborations/desk.commands.server.ts'
import { deskEntries } from '~/features/shop/news-and-collaborations/desk.queries.server.ts'
import {
  deskLists,
  type EntryDone,
  entryDone,
  entryDoneOf,
  entryStates,
  type ListName,
  listName,
} from '~/features/shop/news-and-collaborations/desk.rules.ts'
import type { EntryRow, GoneEntry } from '~/features/shop/news-and-collaborations/types.ts'
import css from '~/features/shop/news-and-collaborations/ui/desk-lists.module.css'
import { href } from '~/href.ts'
import { displayDate } from '~/kernel/dates.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/list'

interface Parts {
  readonly list: ListName
  readonly requestId: string
}

function EntryRows({
  list,
  rows,
  mark,
  requestId,
}: Parts & { readonly rows: readonly EntryRow[]; readonly mark: string }) {
  if (rows.length === 0)
    return <EmptyBox said={`${deskLists[list].title}はまだありません。`}>{null}</EmptyBox>
  return (
    <ol className={css.rows}>
      {rows.map(({ id, title, date, state }, at) => (
        <li key={id} className={css.row}>
          <Link to={href('/admin/lists/:list/:id', { list, id })}>
            <strong>{title}</strong>
            <span className="small">
              {displayDate(date)} <span className={css.badge}>{entryStates[state]}</span>
            </span>
          </Link>
          {list === 'collaborations' ? (
            <span className={css.ways}>
              {at === 0 ? null : <Move id={id} to="up" name={title} mark={mark} requestId={requestId} />}
              {at === rows.length - 1 ? null : (
                <Move id={id} to="down" name={title} mark={mark} requestId={requestId} />
              )}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

function Move({
  id,
  to,
  name,
  mark,
  requestId,
}: {
  readonly id: string
  readonly to: 'up' | 'down'
  readonly name: string
  readonly mark: string
  readonly requestId: string
}) {
  return (
    <FormCard failed="順番を変えられませんでした。">
      <input type="hidden" name="act" value={to} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={mark} />
      <input type="hidden" name="requestId" value={`${requestId} ${to} ${id}`} />
      <SubmitButton busy="…" look="quiet" aria-label={`${name}を${to === 'up' ? '上' : '下'}へ`}>
        {to === 'up' ? '↑' : '↓'}
      </SubmitButton>
    </FormCard>
  )
}

function GoneEntries({ list, gone, requestId }: Parts & { readonly gone: readonly GoneEntry[] }) {
  if (gone.length === 0) return null
  return (
    <section className={`stack-3 ${css.gone}`}>
      <h2>消したもの</h2>
      <ul className={css.rows}>
        {gone.map(({ id, title }) => (
          <li key={id} className={css.row}>
            <span>{title}</span>
            <FormCard failed="元に戻せませんでした。">
              <input type="hidden" name="act" value="undo" />
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="requestId" value={`${requestId} undo ${list} ${id}`} />
              <SubmitButton busy="戻しています…" look="secondary" aria-label={`${title}を元に戻す`}>
                元に戻す
              </SubmitButton>
            </FormCard>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** All news or collaborations, including those outside their dates. */
export const loader = async ({ request, params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const list = listName(params.list)
  if (list === undefined) throw data(null, { status: 404 })
  const given = new URL(request.url).searchParams.get('done')
  const done = entryDoneOf(given)
  return readOrUnavailable(ctx, 'list of the desk', async (db) => ({
    list,
    done,
    ...(await deskEntries({ ...ctx, db }, list)),
  }))
}

export const action = ({ request, params, context }: Route.ActionArgs) => {
  const leadingOn = (done: EntryDone) => ({
    at: { list: params.list },
    done: () => href('/admin/lists/:list', { list: params.list, done }),
  })
  const move = press(moveCollaboration, leadingOn('moved'))
  const undo = press(undoEntry, leadingOn('undone'))
  return deskAction(context.get(appContext), request, { up: move, down: move, undo })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function List({ loaderData, actionData }: Route.ComponentProps) {
  const { list, done, rows, gone, mark, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title={deskLists[list].title} back={href('/admin/shop')}>
      {answer?.failure === undefined ? null : <Notice kind="error">{answer.failure}</Notice>}
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {entryDone[done]}
        </Notice>
      )}
      <ButtonLink to={href('/admin/lists/:list/:id', { list, id: 'new' })}>新しく書く</ButtonLink>
      <EntryRows list={list} rows={rows} mark={mark} requestId={requestId} />
      <GoneEntries list={list} gone={gone} requestId={requestId} />
    </DeskPage>
  )
}
