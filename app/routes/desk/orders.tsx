import type { ReactNode } from 'react'
import { Form, Link, Outlet, type ShouldRevalidateFunctionArgs, useParams } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskCounts, deskOrders } from '~/features/orders/desk/list.queries.server.ts'
import {
  chipsOf,
  isFurtherList,
  isOldestFirst,
  type ListState,
  listedAtOnce,
  nameOfState,
} from '~/features/orders/desk/rules.ts'
import css from '~/features/orders/desk/ui/order-desk.module.css'
import { ordersQuery, readOrdersAddress } from '~/features/orders/desk/ui/orders-address.ts'
import { ordersList } from '~/features/orders/desk/ui/orders-list.tsx'
import { fewestDigits, readOrderSearch } from '~/features/orders/search.rules.ts'
import { href } from '~/href.ts'
import { isShopOwner } from '~/kernel/actor.ts'
import { deskDay, machineDate } from '~/kernel/dates.ts'
import { nextCount, queryOf } from '~/kernel/list-address.ts'
import { formatNumber } from '~/kernel/money.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { DeskFilters } from '~/ui/desk-filters.tsx'
import { DeskMore, DeskPage, UnknownList } from '~/ui/desk-page.tsx'
import { DeskTable, OnPhone } from '~/ui/desk-table.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { type ListPlace, linkTo } from '~/ui/list-declaration.ts'
import { Notice } from '~/ui/notice.tsx'
import { besideQuery } from '~/ui/open-beside.ts'
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
  children,
}: {
  readonly chips: readonly {
    readonly state: ListState
    readonly name: string
    readonly count?: number
    /** On a phone only while it is shown. */
    readonly isFurther: boolean
  }[]
  readonly state: ListState
  /** Null for the default, which a search gives up for all orders. */
  readonly chosen: ListState | null
  readonly q: string
  readonly from: string
  readonly to: string
  /** The filters of the table. */
  readonly children: ReactNode
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
            <li key={chip.state} className={chip.isFurther && chip.state !== state ? css.further : undefined}>
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
      {children}
      <OnPhone>
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
      </OnPhone>
    </div>
  )
}

/** The orders selected by the address, as far as this person may see them. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const isOwner = isShopOwner(actor)
  const read = readOrdersAddress(new URL(request.url).searchParams, actor.role, ctx.demo)
  const { filter, asked } = read
  const now = ctx.now()
  return readOrUnavailable(ctx, 'orders of the desk', async (db) => {
    const counts = await deskCounts(db, actor, now, ctx.demo)
    const chips = chipsOf(actor.role).map((chip) => ({
      ...chip,
      isFurther: isFurtherList(chip.state),
      ...(chip.state === 'open' || chip.state === 'review' ? { count: counts[chip.state] } : {}),
    }))
    const { hasFewDigits, isHonorific } = readOrderSearch(filter.q, now)
    return {
      ...read,
      hasFewDigits,
      isHonorific,
      isOwner,
      chips,
      now,
      ...(await deskOrders(db, actor, filter, now, asked)),
    }
  })
}

/** Another order beside the same list is no reason to read the list again; an act on one is (W77). */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  formMethod === undefined &&
  currentUrl.pathname !== nextUrl.pathname &&
  besideQuery(currentUrl.search) === besideQuery(nextUrl.search)
    ? false
    : defaultShouldRevalidate

type Shown = Route.ComponentProps['loaderData']

const placeOf = ({ chosen, filter: { q, buyer } }: Shown): ListPlace => ({
  path: href('/admin/orders'),
  kept: { state: chosen ?? '', q, buyer },
})

/** The end of what a list counts: what lies beyond it is found by its days. */
const beyondOf = (shown: Shown): string => {
  const { filter, asked, orders } = shown
  const day = machineDate(orders.at(-1)?.at ?? 0) ?? ''
  const filters = { ...asked.filters, ...(isOldestFirst(filter.state) ? { from: day } : { to: day }) }
  return linkTo(placeOf(shown), asked, { filters })
}

/** Which orders a phone's list leaves out; null for none. */
const moreOf = (shown: Shown): string | null => {
  const { asked, found, hasMore, orders } = shown
  const { count = listedAtOnce } = shown.filter
  if (!hasMore && orders.length <= count) return null
  const next = nextCount(Number.MAX_SAFE_INTEGER, count, listedAtOnce)
  if (next === null) return found.isMore || found.count > count ? beyondOf(shown) : null
  const { path, kept } = placeOf(shown)
  return linkTo({ path, kept: { ...kept, count: String(next) } }, { ...asked, page: 1 })
}

/** The same search, from the day to which it came; `lookedTo` in epoch ms. */
const lookedOn = (shown: Shown, lookedTo: number): string => {
  const day = machineDate(lookedTo) ?? ''
  const { filter, asked } = shown
  const filters = { ...asked.filters, ...(isOldestFirst(filter.state) ? { from: day } : { to: day }) }
  return linkTo(placeOf(shown), asked, { filters })
}

function OrderTable(shown: Shown) {
  const { filter, asked, isOwner, orders, order, found, page, pages, hasMore, now } = shown
  const { demo } = useSiteFacts()
  const showsLine = filter.state !== 'open' && filter.state !== 'shipped'
  const today = deskDay(now)
  const rows = orders.map((row) => {
    const day = deskDay(row.at)
    return {
      ...row,
      showsLine,
      isPractice: row.practice && !demo,
      day: day === today ? `きょう ${day}` : day,
    }
  })
  return (
    <DeskTable
      list={ordersList}
      rows={rows}
      {...{ isOwner, asked, order, found, page, pages }}
      place={placeOf(shown)}
      onPhone={filter.count === undefined && asked.page === 1 ? listedAtOnce : undefined}
    >
      {isOwner ? (
        <p className={css.file}>
          <Link to={href('/admin/orders/file', ordersQuery(shown))}>CSVに書き出す</Link>
          {'　'}
          <Link to={href('/admin/sales')}>月の売上</Link>
        </p>
      ) : null}
      {found.isMore && order.sort !== 'at' ? (
        <p className="small">初めの{formatNumber(found.count)}件の中で並べています。日付などでしぼれます。</p>
      ) : null}
      {found.isMore && page === pages && hasMore ? (
        <p className="small">
          {formatNumber(found.count)}件までを並べています。<Link to={beyondOf(shown)}>その先を見る</Link>
        </p>
      ) : null}
    </DeskTable>
  )
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { filter, asked, chosen, isUnknown, hasFewDigits, isHonorific, chips, orders, lookedTo, isOwner } =
    loaderData
  const more = moreOf(loaderData)
  const { state, q, from, to } = filter
  const isNarrowed = Object.keys(asked.filters).length > 0
  const { number } = useParams()
  return (
    <DeskPage title="注文" named={number === undefined ? undefined : `注文 ${number}`}>
      {isUnknown ? <UnknownList shown={nameOfState(state)} /> : null}
      <OrderSearch chips={chips} state={state} chosen={chosen} q={q} from={from} to={to}>
        <DeskFilters
          filters={ordersList.filters}
          isOwner={isOwner}
          asked={asked}
          place={placeOf(loaderData)}
        />
      </OrderSearch>
      {filter.buyer === '' ? null : (
        <Notice actions={<Link to={href('/admin/orders', { state: 'all' })}>すべての注文を見る</Link>}>
          {filter.buyer} と同じメールアドレスか電話番号の、ほかの注文です。
        </Notice>
      )}
      <div className={number === undefined ? undefined : css.withBeside}>
        <div className="stack-5">
          {orders.length > 0 ? (
            <OrderTable {...loaderData} />
          ) : q !== '' ? (
            <EmptyBox said="見つかりません">
              <p>
                「{q}」を、{nameOfState(state)}
                {isNarrowed ? '（しぼったもの）' : ''}からさがしました。
              </p>
              {isHonorific ? (
                <p>「様」「御中」「〒」だけではさがせません。お名前か番号を入れてください。</p>
              ) : null}
              {hasFewDigits ? <p>数字は、{fewestDigits}けたから、番号の始めか終わりでさがします。</p> : null}
              {state === 'all' && !isNarrowed ? null : (
                <p>
                  <Link to={href('/admin/orders', { state: 'all', q })}>すべての注文からさがす</Link>
                </p>
              )}
            </EmptyBox>
          ) : isNarrowed ? (
            <EmptyBox said="この条件の注文はありません。" />
          ) : (
            <EmptyBox
              said={state === 'open' ? '発送を待っている注文はありません。' : 'ここに入る注文はありません。'}
            />
          )}
          {lookedTo === null ? null : (
            <Notice>
              {deskDay(lookedTo)}の注文までさがしました。
              <Link to={lookedOn(loaderData, lookedTo)}>その先もさがす</Link>
            </Notice>
          )}
          {more === null ? null : (
            <OnPhone>
              <ButtonLink look="secondary" to={more} preventScrollReset replace>
                もっと見る
              </ButtonLink>
            </OnPhone>
          )}
        </div>
        <Outlet />
      </div>
    </DeskPage>
  )
}
