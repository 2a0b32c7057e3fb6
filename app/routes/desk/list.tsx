import { data, redirect } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { actOnList } from '~/features/shop/news-and-collaborations/desk.act.server.ts'
import { deskEntries } from '~/features/shop/news-and-collaborations/desk.queries.server.ts'
import {
  deskLists,
  entryDone,
  entryDoneOf,
  listName,
} from '~/features/shop/news-and-collaborations/desk.rules.ts'
import { EntryRows, GoneEntries } from '~/features/shop/news-and-collaborations/ui/desk-lists.tsx'
import { href } from '~/href.ts'
import { formOf } from '~/kernel/form.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/list'

const listOf = ({ params, context }: Route.LoaderArgs | Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  const list = listName(params.list)
  if (list === undefined) throw data(null, { status: 404 })
  return { ctx, actor, list }
}

/** All news or collaborations, including those outside their dates. */
export const loader = async (args: Route.LoaderArgs) => {
  const { ctx, list } = listOf(args)
  const given = new URL(args.request.url).searchParams.get('done')
  const done = entryDoneOf(given)
  return readOrUnavailable(ctx, 'list of the desk', async (db) => ({
    list,
    done,
    ...(await deskEntries({ ...ctx, db }, list)),
  }))
}

export const action = async (args: Route.ActionArgs) => {
  const { ctx, actor, list } = listOf(args)
  const form = await formOf(args.request)
  const acted = await actOnList(ctx, actor, list, form)
  if (acted.ok) return redirect(href('/admin/lists/:list', { list, done: acted.value }))
  const { status, text } = acted.error
  return data({ failure: text }, { status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function List({ loaderData, actionData }: Route.ComponentProps) {
  const { list, done, rows, gone, mark, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title={deskLists[list].title} back={href('/admin/shop')}>
      {answer === undefined ? null : <Notice kind="error">{answer.failure}</Notice>}
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
