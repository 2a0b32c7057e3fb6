import { Form, Link } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskCounts, deskOrders } from '~/features/orders/desk/list.queries.server.ts'
import {
  chipsOf,
  furtherLists,
  isOldestFirst,
  type ListState,
  listedAtOnce,
  listStateOf,
  nameOfState,
} from '~/features/orders/desk/rules.ts'
import type { DeskRow } from '~/features/orders/desk/types.ts'
import css from '~/features/orders/desk/ui/order-desk.module.css'
import { StandingBadges } from '~/features/orders/desk/ui/standing-badges.tsx'
import { fewestDigits, readOrderSearch } from '~/features/orders/search.rules.ts'
import { href } from '~/href.ts'
import { isShopOwner } from '~/kernel/actor.ts'
import { deskDay, machineDate } from '~/kernel/dates.ts'
import { withHonorific } from '~/kernel/honorific.ts'
import { cardCount, nextCount, queryOf } from '~/kernel/list-address.ts'
import { formatNumber } from '~/kernel/money.ts'
import { readSearch } from '~/kernel/search-text.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { DeskMore, DeskPage, UnknownList } from '~/ui/desk-page.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { Notice } from '~/ui/notice.tsx'
import { SearchBox } from '~/ui/search-box.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/orders'

/** Uses links and a form, so that it works without script. */
function OrderSearch({
  chips,
  state,
  chosen,
  q,
  from,
  to,
}: {
  readonly chips: readonly { readonly state: ListState; readonly name: string; readonly count?: number }[]
  readonly state: ListState
  /** Null for the default, which a search gives up for all orders. */
  readonly chosen: ListState | null
  readonly q: string
  readonly from: string
  readonly to: string
}) {
  return (
    <div className="stack-3">
      <SearchBox
        action={href('/admin/orders')}
        label="番号・名前・電話・商品・住所・日付など"
        q={q}
        rest={queryOf([
          ['state', chosen ?? undefined],
          ['from', from],
          ['to', to],
        ])}
      />
      <nav aria-label="注文の種類">
        <ul className="row-2">
          {chips.map((chip) => (
            <li key={chip.state}>
              <Link
                to={href('/admin/orders', { state: chip.state, q, from, to })}
                className={css.chip}
                aria-current={chip.state === state ? 'true' : undefined}
              >
                {chip.name}
                {chip.count ? <span className={css.count}>{chip.count}</span> : null}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <DeskMore name="日付でしぼる" isOpen={from !== '' || to !== ''}>
        <Form action={href('/admin/orders')} className={css.dateForm}>
          {chosen === null ? null : <input type="hidden" name="state" value={chosen} />}
          {q === '' ? null : <input type="hidden" name="q" value={q} />}
          <label>
            <span>から</span>
            <input type="date" name="from" defaultValue={from} key={`from ${from}`} />
          </label>
          <label>
            <span>まで</span>
            <input type="date" name="to" defaultValue={to} key={`to ${to}`} />
          </label>
          <Button type="submit" look="secondary">
            しぼる
          </Button>
        </Form>
      </DeskMore>
    </div>
  )
}

interface Day {
  readonly name: string
  readonly rows: DeskRow[]
}

const daysOf = (rows: readonly DeskRow[]): Day[] => {
  const days: Day[] = []
  for (const row of rows) {
    const name = deskDay(row.at)
    const last = days.at(-1)
    if (last?.name === name) last.rows.push(row)
    else days.push({ name, rows: [row] })
  }
  return days
}

/** Orders grouped by day; `showsLine` is for lists with several standings. */
function OrderList({
  rows,
  today,
  showsLine,
}: {
  readonly rows: readonly DeskRow[]
  /** Epoch ms. */
  readonly today: number
  readonly showsLine: boolean
}) {
  return daysOf(rows).map(({ name, rows }) => (
    <section key={`${name} ${rows[0]?.number}`} className={css.day} aria-label={name}>
      <h2 className={css.dayName}>{name === deskDay(today) ? `きょう ${name}` : name}</h2>
      <ul className={css.rows}>
        {rows.map((row) => (
          <li key={row.number}>
            <Row row={row} showsLine={showsLine} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Row({ row, showsLine }: { readonly row: DeskRow; readonly showsLine: boolean }) {
  const { number, name, units, total, standing } = row
  const { demo } = useSiteFacts()
  const isReview = standing.kind === 'review'
  return (
    <Link to={href('/admin/orders/:number', { number })} className={css.row}>
      <span className={css.number}>
        {number}
        {row.practice && !demo ? <small>練習</small> : null}
      </span>
      <span className={css.name}>{name === null ? '（名前なし）' : withHonorific(name)}</span>
      <span className={css.sum}>
        {units}点{total === null ? '' : ` ${formatNumber(total)}円`}
      </span>
      {showsLine || isReview || standing.badges.length > 0 ? (
        <span className={css.state}>
          {showsLine || isReview ? (
            <span className={isReview ? css.review : css.line}>{standing.line}</span>
          ) : null}
          <StandingBadges badges={standing.badges} />
        </span>
      ) : null}
    </Link>
  )
}

const longestNumber = 40

const dayOf = (text: string | null): string => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? (text ?? '') : '')

/** The orders selected by the address, as far as this person may see them. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const asked = new URL(request.url).searchParams
  const q = readSearch(asked.get('q'))
  const { state, isUnknown } = listStateOf(asked.get('state'), q, actor.role)
  const filter = {
    state,
    q,
    from: dayOf(asked.get('from')),
    to: dayOf(asked.get('to')),
    buyer: isShopOwner(actor) ? (asked.get('buyer') ?? '').trim().slice(0, longestNumber) : '',
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
    const chosen = asked.get('state') === state ? state : null
    const { hasFewDigits, isHonorific } = readOrderSearch(q, now)
    return {
      filter,
      chosen,
      isUnknown,
      hasFewDigits,
      isHonorific,
      chips,
      now,
      ...(await deskOrders(db, actor, filter, now)),
    }
  })
}

/** Says which orders the list leaves out, with a link that shows them. */
const moreOf = ({ filter, chosen, orders, hasMore }: Route.ComponentProps['loaderData']): string | null => {
  if (!hasMore) return null
  const { q, from, to, buyer, count } = filter
  const state = chosen ?? ''
  const next = nextCount(Number.MAX_SAFE_INTEGER, count, listedAtOnce)
  if (next !== null) return href('/admin/orders', { state, q, from, to, buyer, count: String(next) })
  const [first, last] = [orders[0]?.at ?? 0, orders.at(-1)?.at ?? 0]
  const day = machineDate(last) ?? ''
  return href(
    '/admin/orders',
    first <= last ? { state, q, from: day, to, buyer } : { state, q, from, to: day, buyer },
  )
}

/** The same search, from the day to which it came; `lookedTo` in epoch ms. */
const lookedOn = (
  { state, q, from, to }: Route.ComponentProps['loaderData']['filter'],
  lookedTo: number,
): string => {
  const day = machineDate(lookedTo) ?? ''
  return href(
    '/admin/orders',
    isOldestFirst(state) ? { state, q, from: day, to } : { state, q, from, to: day },
  )
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { filter, chosen, isUnknown, hasFewDigits, isHonorific, chips, orders, lookedTo, now } = loaderData
  const more = moreOf(loaderData)
  const { state, q, from, to } = filter
  return (
    <DeskPage title="注文">
      {isUnknown ? <UnknownList shown={nameOfState(state)} /> : null}
      <OrderSearch chips={chips} state={state} chosen={chosen} q={q} from={from} to={to} />
      {filter.buyer === '' ? null : (
        <Notice actions={<Link to={href('/admin/orders', { state: 'all' })}>すべての注文を見る</Link>}>
          {filter.buyer} と同じメールアドレスか電話番号の、ほかの注文です。
        </Notice>
      )}
      {orders.length > 0 ? (
        <OrderList rows={orders} today={now} showsLine={state !== 'open' && state !== 'shipped'} />
      ) : q !== '' ? (
        <EmptyBox said="見つかりません">
          <p>
            「{q}」を、{nameOfState(state)}
            {from === '' && to === '' ? '' : `（日付でしぼったもの）`}からさがしました。
          </p>
          {isHonorific ? (
            <p>「様」「御中」「〒」だけではさがせません。お名前か番号を入れてください。</p>
          ) : null}
          {hasFewDigits ? <p>数字は、{fewestDigits}けたから、番号の始めか終わりでさがします。</p> : null}
          {state === 'all' && from === '' && to === '' ? null : (
            <p>
              <Link to={href('/admin/orders', { state: 'all', q })}>すべての注文からさがす</Link>
            </p>
          )}
        </EmptyBox>
      ) : (
        <EmptyBox
          said={state === 'open' ? '発送を待っている注文はありません。' : 'ここに入る注文はありません。'}
        />
      )}
      {lookedTo === null ? null : (
        <Notice>
          {deskDay(lookedTo)}の注文までさがしました。
          <Link to={lookedOn(filter, lookedTo)}>その先もさがす</Link>
        </Notice>
      )}
      {more === null ? null : (
        <ButtonLink look="secondary" to={more} preventScrollReset replace>
          もっと見る
        </ButtonLink>
      )}
    </DeskPage>
  )
}
