import { data } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
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
  type ListName,
  listName,
} from '~/features/shop/news-and-collaborations/desk.rules.ts'
import { EntryActs, EntryForm } from '~/features/shop/news-and-collaborations/ui/entry-form.tsx'
import { href } from '~/href.ts'
import { displayDate } from '~/kernel/dates.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/list-entry'

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
  return { list, view, done: entryDoneOf(given) }
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
  const { list, view, done } = loaderData
  const { id, typed, version, canUndo, requestId } = view
  const answer = useLastAnswer(actionData)
  const ofForm = answer?.act === 'save' ? answer : undefined
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
      <EntryActs version={version} requestId={requestId} canUndo={canUndo} answer={answer} />
    </DeskPage>
  )
}
