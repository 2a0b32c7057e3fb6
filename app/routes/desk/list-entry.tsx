import { data, redirect } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { actOnEntry } from '~/features/shop/news-and-collaborations/desk.act.server.ts'
import { deskEntry, newEntry } from '~/features/shop/news-and-collaborations/desk.queries.server.ts'
import {
  deskLists,
  entryDone,
  entryDoneOf,
  listName,
} from '~/features/shop/news-and-collaborations/desk.rules.ts'
import {
  type EntryActAnswer,
  EntryActs,
  type EntryAnswer,
  EntryForm,
} from '~/features/shop/news-and-collaborations/ui/entry-form.tsx'
import { href } from '~/href.ts'
import { displayDate } from '~/kernel/dates.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/list-entry'

const added = 'new'

const listOf = ({ params, context }: Route.LoaderArgs | Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  const list = listName(params.list)
  if (list === undefined) throw data(null, { status: 404 })
  return { ctx, actor, list, id: params.id }
}

/** The form of a news entry or a collaboration, empty for a new one. */
export const loader = async (args: Route.LoaderArgs) => {
  const { ctx, list, id } = listOf(args)
  const view =
    id === added ? newEntry(ctx, list, displayDate(ctx.now())) : await deskEntry(ctx, list, id.slice(0, 200))
  if (view === undefined) throw data(null, { status: 404 })
  const given = new URL(args.request.url).searchParams.get('done')
  return { list, view, done: entryDoneOf(given) }
}

export const action = async (args: Route.ActionArgs) => {
  const { ctx, actor, list, id: written } = listOf(args)
  const form = await formOf(args.request)
  const id = written === added ? fieldOf(form, 'id') : written
  const isPossible = written === added ? /^[\w-]{1,64}$/ : /^.{1,200}$/s
  if (!isPossible.test(id)) throw data(null, { status: 404 })
  const acted = await actOnEntry(ctx, actor, { list, id }, form)
  if (!acted.ok) return data<EntryAnswer | EntryActAnswer>(acted.error.answer, { status: acted.error.status })
  const done = acted.value
  if (done === 'removed') return redirect(href('/admin/lists/:list', { list, done }))
  // An undo may have removed the new entry.
  const isThere = (await deskEntry(ctx, list, id))?.version !== null
  return redirect(
    isThere ? href('/admin/lists/:list/:id', { list, id, done }) : href('/admin/lists/:list', { list, done }),
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409], ['save'])

export default function ListEntry({ loaderData, actionData, params }: Route.ComponentProps) {
  const { list, view, done } = loaderData
  const { id, typed, version, canUndo, requestId } = view
  const answer = useLastAnswer(actionData)
  const ofAct = answer !== undefined && 'act' in answer ? answer : undefined
  const ofForm = answer !== undefined && 'typed' in answer ? answer : undefined
  const { terms } = useSiteFacts()
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
        requestId={requestId}
        answer={ofForm}
        contract={terms.externalContract}
        isNew={params.id === added}
      />
      <EntryActs version={version} requestId={requestId} canUndo={canUndo} answer={ofAct} />
    </DeskPage>
  )
}
