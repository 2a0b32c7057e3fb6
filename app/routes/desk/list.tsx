import { data } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { moveCollaboration, undoEntry } from '~/features/shop/news-and-collaborations/desk.commands.server.ts'
import { deskEntries } from '~/features/shop/news-and-collaborations/desk.queries.server.ts'
import {
  deskLists,
  type EntryDone,
  entryDone,
  entryDoneOf,
  listName,
} from '~/features/shop/news-and-collaborations/desk.rules.ts'
import { EntryRows, GoneEntries } from '~/features/shop/news-and-collaborations/ui/desk-lists.tsx'
import { href } from '~/href.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/list'

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
