import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskCounts, deskOrders } from '~/features/orders/desk/list.queries.server.ts'
import { chipsOf, furtherLists, listedAtOnce, listStateOf } from '~/features/orders/desk/rules.ts'
import { OrderList } from '~/features/orders/desk/ui/order-list.tsx'
import { OrderSearch } from '~/features/orders/desk/ui/order-search.tsx'
import { href } from '~/href.ts'
import { machineDate } from '~/kernel/dates.ts'
import { cardCount, nextCount } from '~/kernel/list-address.ts'
import { readSearch } from '~/kernel/search-text.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import type { Route } from './+types/orders'

const dayOf = (text: string | null): string => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? (text ?? '') : '')

/** The orders selected by the address, as far as this person may see them. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const asked = new URL(request.url).searchParams
  const q = readSearch(asked.get('q'))
  const filter = {
    state: listStateOf(asked.get('state'), q, actor.role),
    q,
    from: dayOf(asked.get('from')),
    to: dayOf(asked.get('to')),
    count: cardCount(asked.get('count'), listedAtOnce),
    demo: ctx.demo,
  }
  const now = ctx.now()
  return readOrUnavailable(ctx, 'orders of the desk', async (db) => {
    const counts = await deskCounts(db, actor, now, ctx.demo)
    const chips = [
      ...chipsOf(actor.role).map((chip) => ({
        ...chip,
        ...(chip.state === 'open' || chip.state === 'review' ? { count: counts[chip.state] } : {}),
      })),
      ...furtherLists.filter(({ state }) => state === filter.state),
    ]
    return { filter, chips, now, ...(await deskOrders(db, actor, filter, now)) }
  })
}

/** Says which orders the list leaves out, with a link that shows them. */
const moreOf = ({ filter, orders, hasMore }: Route.ComponentProps['loaderData']): string | null => {
  if (!hasMore) return null
  const { state, q, from, to, count } = filter
  const next = nextCount(Number.MAX_SAFE_INTEGER, count, listedAtOnce)
  if (next !== null) return href('/admin/orders', { state, q, from, to, count: String(next) })
  const [first, last] = [orders[0]?.at ?? 0, orders.at(-1)?.at ?? 0]
  const day = machineDate(last) ?? ''
  return href('/admin/orders', first <= last ? { state, q, from: day, to } : { state, q, from, to: day })
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { filter, chips, orders, now } = loaderData
  const more = moreOf(loaderData)
  const { state, q, from, to } = filter
  return (
    <DeskPage title="注文">
      <OrderSearch chips={chips} state={state} q={q} from={from} to={to} />
      {orders.length > 0 ? (
        <OrderList rows={orders} today={now} showsLine={state !== 'open' && state !== 'shipped'} />
      ) : q !== '' ? (
        <EmptyBox said="見つかりません">
          <p>
            「{q}」を、{chips.find((chip) => chip.state === state)?.name}からさがしました。
          </p>
        </EmptyBox>
      ) : (
        <EmptyBox
          said={state === 'open' ? '発送を待っている注文はありません。' : 'ここに入る注文はありません。'}
        />
      )}
      {more === null ? null : (
        <ButtonLink look="secondary" to={more} preventScrollReset replace>
          もっと見る
        </ButtonLink>
      )}
    </DeskPage>
  )
}
