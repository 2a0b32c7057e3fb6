import { Link } from 'react-router'
import { deskListsToName, toldActs } from '~/brought-by-features.server.ts'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { nameView, removeView, renameView } from '~/features/desk/views/commands.server.ts'
import { allViews, viewsFor } from '~/features/desk/views/queries.server.ts'
import { href } from '~/href.ts'
import { longestViewName, mostViews, type OwnView } from '~/kernel/desk-list.ts'
import { doneText } from '~/kernel/facts.ts'
import { appContext } from '~/services.server.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { DeskMore, DeskPage } from '~/ui/desk-page.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { FormCard, SubmitButton, TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { NameFields, SaidOfView, type SaidOfViews } from '~/ui/own-views.tsx'
import type { Route } from './+types/views'

/** Her own views of all lists that she may see. */
export const loader = async ({ url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  return {
    lists: await allViews(ctx.db, actor, viewsFor(deskListsToName, actor)),
    requestId: ctx.newId(),
    done: doneText(toldActs, url.searchParams.get('done')),
  }
}

/** Names what a list is narrowed by, from that list; renames and removes. */
export const action = ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const at = viewsFor(deskListsToName, personAtDesk(ctx))
  const shows = (said: string, former: SaidOfViews['former']) => ({
    status: 200,
    answer: {},
    more: { said, former } satisfies SaidOfViews,
  })
  return deskAction(ctx, request, {
    name: press(nameView, {
      at,
      done: ({ former }, { list, name, search, from }) => {
        if (former !== null && from !== 'undo')
          return shows(`「${name}」を、いまの絞り込みに置き換えました。`, { list, name, search: former })
        return from === 'list' ? shows(`「${name}」と名前を付けました。`, null) : `${list}?${search}`
      },
    }),
    rename: press(renameView, { at, done: () => href('/admin/views', { done: renameView.act.name }) }),
    remove: press(removeView, { at, done: (former) => shows(`「${former.name}」を外しました。`, former) }),
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

function View({
  view: { id, name, to },
  requestId,
  answer,
}: {
  readonly view: OwnView
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const own = answer?.typed.view === id ? answer : undefined
  const renamed = own?.act === 'rename' ? own : undefined
  return (
    <li>
      <p>
        <Link to={to}>{name}</Link>
      </p>
      <DeskMore name="名前を変える" isOpen={renamed !== undefined}>
        <FormCard key={name} failure={renamed?.failure} failed="名前を変えられませんでした。">
          <input type="hidden" name="act" value="rename" />
          <input type="hidden" name="requestId" value={renamed?.requestId ?? `${requestId}-rename-${id}`} />
          <input type="hidden" name="view" value={id} />
          <TextField
            name="name"
            label={`「${name}」の新しい名前`}
            required
            maxLength={longestViewName}
            defaultValue={renamed?.typed.name ?? name}
            error={renamed?.errors?.name}
          />
          <SubmitButton look="secondary" busy="変えています…">
            名前を変える
          </SubmitButton>
        </FormCard>
      </DeskMore>
      <FormCard failure={own?.act === 'remove' ? own.failure : undefined} failed="外せませんでした。">
        <input type="hidden" name="act" value="remove" />
        <input type="hidden" name="requestId" value={`${requestId}-remove-${id}`} />
        <input type="hidden" name="view" value={id} />
        <SubmitButton look="quiet" busy="外しています…">
          「{name}」を外す
        </SubmitButton>
      </FormCard>
    </li>
  )
}

export default function Views({ loaderData: { lists, requestId, done }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  const naming = answer?.act === 'name' && answer.more === undefined ? answer : undefined
  const takenIn = (list: string | undefined) =>
    lists.find((each) => each.list === list)?.views.map(({ name }) => name) ?? []
  return (
    <DeskPage title="自分の絞り込み" back={href('/admin/orders')}>
      {answer?.more === undefined ? null : <SaidOfView more={answer.more} requestId={requestId} />}
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      {naming === undefined ? null : (
        <FormCard failed="名前を付けられませんでした。">
          <NameFields
            view={{ list: naming.typed.list ?? '', search: naming.typed.search ?? '', name: '' }}
            taken={takenIn(naming.typed.list)}
            requestId={requestId}
            answer={naming}
          />
        </FormCard>
      )}
      {lists.length === 0 ? (
        <EmptyBox said="名前を付けた絞り込みは、まだありません。" />
      ) : (
        <p>{`一覧ごとに${mostViews}つまで。ほかの人の画面には出ません。`}</p>
      )}
      {lists.length === 0 ? (
        <p>一覧をしぼりこむか並べかえてから、「この絞り込みに名前を付ける」を押してください。</p>
      ) : null}
      {lists.map(({ list, name, views }) => (
        <section key={list} className="stack-4" aria-label={name}>
          <h2>{name}</h2>
          <ul className="stack-5">
            {views.map((view) => (
              <View key={view.id} {...{ view, requestId, answer }} />
            ))}
          </ul>
        </section>
      ))}
    </DeskPage>
  )
}
