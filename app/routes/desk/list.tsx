import { data } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { moveCollaboration, undoEntry } from '~/features/shop/news-and-collaborations/desk.commands.server.ts'
import { deskEntries } from '~/features/shop/news-and-collaborations/desk.queries.server.ts'
import {
  deskLists,
  type EntryDone,
  type EntryFilterKey,
  type EntrySort,
  entryDone,
  entryDoneOf,
  entryStates,
  type ListName,
  listName,
} from '~/features/shop/news-and-collaborations/desk.rules.ts'
import type { EntryRow, GoneEntry } from '~/features/shop/news-and-collaborations/types.ts'
import css from '~/features/shop/news-and-collaborations/ui/desk-lists.module.css'
import { entriesList } from '~/features/shop/news-and-collaborations/ui/entries-list.tsx'
import { EntryMoves } from '~/features/shop/news-and-collaborations/ui/entry-moves.tsx'
import { href } from '~/href.ts'
import { parseDate } from '~/kernel/dates.ts'
import { pageOf, readListAddress, sortedBy } from '~/kernel/desk-list.ts'
import { queryOf } from '~/kernel/list-address.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskFilters } from '~/ui/desk-filters.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { DeskTable } from '~/ui/desk-table.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { PhonePages } from '~/ui/phone-pages.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import { useOrder } from '~/ui/use-order.tsx'
import type { Route } from './+types/list'

interface Parts {
  readonly list: ListName
  readonly requestId: string
}

const sortKeys: Readonly<Record<EntrySort, (row: EntryRow) => string | number | null>> = {
  title: ({ title }) => title,
  date: ({ date }) => parseDate(date),
  state: ({ state }) => Object.keys(entryStates).indexOf(state),
}

function EntryRows({
  list: name,
  rows,
  page,
  pages,
  count,
  total,
  mark,
  requestId,
  asked,
}: Pick<
  Route.ComponentProps['loaderData'],
  'list' | 'rows' | 'page' | 'pages' | 'count' | 'total' | 'mark' | 'requestId' | 'asked'
>) {
  const place = { path: href('/admin/lists/:list', { list: name }), kept: {} }
  const isNarrowed = asked.filters.state !== undefined
  const offset = (page - 1) * asked.size
  const ids = rows.map(({ id }) => id)
  const { shown, handle, told } = useOrder({
    ...{ ids, offset, version: mark, requestId },
    fields: { act: 'move' },
    failed: '順番を変えられませんでした。',
  })
  if (total === 0) return <EmptyBox said={`${deskLists[name].title}はまだありません。`}>{null}</EmptyBox>
  const isOrdered = name === 'collaborations' && asked.sort === null && !isNarrowed
  const byId = new Map(rows.map((row) => [row.id, row]))
  const list = entriesList(name)
  return (
    <>
      <DeskFilters filters={list.filters} isOwner asked={asked} place={place} />
      {told}
      {count === 0 ? <EmptyBox said="この状態のものはありません。">{null}</EmptyBox> : null}
      {count === 0 ? null : (
        <div className={css.list}>
          <DeskTable
            list={list}
            rows={shown
              .flatMap((id) => byId.get(id) ?? [])
              .map((row, at) => ({
                ...row,
                moves: isOrdered ? (
                  <EntryMoves {...{ mark, requestId }} entry={row} at={offset + at} count={total}>
                    {handle(row.title)}
                  </EntryMoves>
                ) : null,
              }))}
            isOwner
            order={asked.sort === null && name === 'news' ? { sort: 'date', direction: 'desc' } : asked}
            found={{ count, isMore: false }}
            {...{ asked, place, page, pages }}
          />
        </div>
      )}
      <PhonePages {...{ asked, place, page, pages }} />
    </>
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
  const { searchParams } = new URL(request.url)
  const done = entryDoneOf(searchParams.get('done'))
  const asked = readListAddress<EntrySort, EntryFilterKey>(entriesList(list), searchParams, true)
  return readOrUnavailable(ctx, 'list of the desk', async (db) => {
    const { rows: all, ...entries } = await deskEntries({ ...ctx, db }, list)
    const { state } = asked.filters
    const found = all.filter((row) => state === undefined || row.state === state)
    const sorted = asked.sort === null ? found : sortedBy(found, sortKeys[asked.sort], asked.direction)
    return {
      ...{ list, done, asked, count: found.length, total: all.length },
      ...entries,
      ...pageOf(sorted, asked),
    }
  })
}

export const action = ({ request, params, context }: Route.ActionArgs) => {
  const here = [...new URL(request.url).searchParams].filter(([name]) => name !== 'done')
  const leadingOn = (done: EntryDone) => ({
    at: { list: params.list },
    done: () =>
      `${href('/admin/lists/:list', { list: params.list })}${queryOf([...here, ['done', done] as const])}`,
  })
  const move = press(moveCollaboration, leadingOn('moved'))
  const undo = press(undoEntry, leadingOn('undone'))
  return deskAction(context.get(appContext), request, { move, undo })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function List({ loaderData, actionData }: Route.ComponentProps) {
  const { list, done, gone, requestId } = loaderData
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
      <EntryRows {...loaderData} />
      <GoneEntries list={list} gone={gone} requestId={requestId} />
    </DeskPage>
  )
}
