import { Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { deskAction, press, type Shown } from '~/features/desk/access/desk-action.server.ts'
import { NothingToShip } from '~/features/orders/desk/ui/nothing-to-ship.tsx'
import { saveTicks, shipPacked, undoShipping } from '~/features/orders/parcel/commands.server.ts'
import { packingPage } from '~/features/orders/parcel/queries.server.ts'
import {
  type DoneOrders,
  mostPerPage,
  ordersPerPage,
  type PackingView,
  packingAsked,
} from '~/features/orders/parcel/rules.ts'
import { leftOut, nothingUndone, undoLeft } from '~/features/orders/parcel/texts.ts'
import { JustShipped } from '~/features/orders/parcel/ui/just-shipped.tsx'
import { OrdersCame } from '~/features/orders/parcel/ui/orders-came.tsx'
import css from '~/features/orders/parcel/ui/packing.module.css'
import { PackingForm } from '~/features/orders/parcel/ui/packing-form.tsx'
import { PageLinks, packingAddress } from '~/features/orders/parcel/ui/page-links.tsx'
import { usePackingState } from '~/features/orders/parcel/ui/use-packing-state.ts'
import { href } from '~/href.ts'
import { deskWayIn } from '~/layouts/desk-way.server.ts'
import type { AppContext, RequestContext } from '~/server/app-context.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { LeftOutNotice } from '~/ui/left-out.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/packing'

interface Here {
  readonly total: number
  readonly page: number
  readonly pages: number
  readonly size: number
  readonly by: PackingView
}

/** Number of orders to pack, related links and paging. */
function PackingHead({
  from,
  orders,
  ...shown
}: Here & { readonly from: number; readonly orders: readonly unknown[] }) {
  const { total, pages, size, by } = shown
  const whole = Math.min(total, mostPerPage)
  return (
    <div className={`stack-3 ${css.head}`}>
      <div className={css.count}>
        <p>
          発送するもの <strong>{total}件</strong>
          {pages === 1 ? null : `（${from + 1}〜${from + orders.length}件目）`}
        </p>
        {by === 'product' ? (
          <Link to={packingAddress({ size })}>注文ごと</Link>
        ) : (
          <Link to={packingAddress({ size, by: 'product' })} className={css.atDesk}>
            生地ごと
          </Link>
        )}
        {by === 'product' || total <= ordersPerPage ? null : (
          <Link
            to={packingAddress({ size: size === mostPerPage ? ordersPerPage : mostPerPage, saysSize: true })}
            className={css.atDesk}
          >
            {size === mostPerPage ? `${ordersPerPage}件ずつ` : `${whole}件を1ページで`}
          </Link>
        )}
      </div>
      <nav aria-label="発送の準備" className={`row-2 ${css.ways}`}>
        <ButtonLink look="secondary" to={href('/admin/packing/print')}>
          印刷
        </ButtonLink>
        <ButtonLink look="secondary" to={href('/admin/packing/labels')}>
          送り状
        </ButtonLink>
        <ButtonLink look="secondary" to={href('/admin/packing/numbers')}>
          番号を入れる
        </ButtonLink>
      </nav>
      <PackingPages label="発送するもののページ" {...shown} />
    </div>
  )
}

/** Above the list, and at its end, which is some 14,000 px below on a phone. */
function PackingPages({ label, page, pages, size, by }: Omit<Here, 'total'> & { readonly label: string }) {
  return <PageLinks {...{ label, page, pages }} to={(other) => packingAddress({ page: other, size, by })} />
}

/** What a press has done that leads here. */
const told = {
  undone: '元に戻しました。',
  numbers: '番号を保存しました。',
  ticks: '印を保存しました。',
} as const

/** A device that saw the whole day on one page sees it so again, whatever led here; only a page without a size asks that. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ url, request, context }, next) => {
    const { actor, siteOrigin } = context.get(appContext)
    const { searchParams } = url
    if (
      request.method === 'GET' &&
      actor.kind === 'desk' &&
      !searchParams.has('size') &&
      !searchParams.has('by')
    ) {
      const { sessionId } = actor
      const { lists } = deskWayIn({ cookie: request.headers.get('cookie'), siteOrigin, sessionId })
      const seen = new URLSearchParams(lists[url.pathname])
      if (packingAsked(seen).size === mostPerPage && seen.has('size'))
        throw redirect(
          packingAddress({
            page: Number(searchParams.get('page')) || 1,
            size: mostPerPage,
            done: searchParams.get('done') ?? '',
          }),
        )
    }
    return next()
  },
]

export const loader = async ({ url: { searchParams }, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const page = await packingPage(ctx, searchParams)
  const done = searchParams.get('done')
  const message = done === 'undone' || done === 'numbers' || done === 'ticks' ? told[done] : null
  return { ...page, message, requestId: ctx.newId() }
}

/** The list from which a press came, with its size and view, and what was done. */
const listOf = (url: URL, done = '') => packingAddress({ ...packingAsked(url.searchParams), page: 1, done })

/** What was left out is told; nothing at all is told by the page. */
const afterShipping = (
  shipped: DoneOrders,
  ctx: Pick<AppContext, 'newId'>,
  url: URL,
): string | Shown<More> => {
  const requestId = ctx.newId()
  if (shipped.refused.length > 0)
    return { status: 409, answer: { left: leftOut(shipped.refused), requestId } }
  if (shipped.done.length > 0) return listOf(url)
  return { status: 422, answer: { requestId }, more: { isNothingPacked: true } }
}

const afterTicks = (
  refused: DoneOrders['refused'],
  { newId }: Pick<AppContext, 'newId'>,
  url: URL,
): string | Shown<More> =>
  refused.length === 0
    ? listOf(url, 'ticks')
    : { status: 409, answer: { left: leftOut(refused), requestId: newId() } }

const afterUndo = (undone: DoneOrders, ctx: Pick<AppContext, 'newId'>, url: URL): string | Shown<More> => {
  const requestId = ctx.newId()
  if (undone.refused.length > 0) return { status: 409, answer: { ...undoLeft(undone), requestId } }
  return undone.done.length === 0
    ? { status: 422, answer: { failure: nothingUndone, requestId } }
    : listOf(url, 'undone')
}

interface More {
  /** Told above the orders until one is packed. */
  readonly isNothingPacked: true
}

/** Stores ticks, ships what is packed, or undoes a recent shipping. */
export const action = ({ request, url, context, params: at }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  return deskAction<RequestContext, More>(
    ctx,
    request,
    {
      tick: press(saveTicks, {
        at,
        done: ({ refused }): Shown<More> => ({ status: 200, answer: { left: leftOut(refused) } }),
      }),
      save: press(saveTicks, { at, done: ({ refused }) => afterTicks(refused, ctx, url) }),
      // The form's main button, which has no act of its own.
      '': press(shipPacked, { at, done: (shipped) => afterShipping(shipped, ctx, url) }),
      undo: press(undoShipping, { at, done: (undone) => afterUndo(undone, ctx, url) }),
    },
    'intent',
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

// Also where nothing was packed: ticks that were on their way are read anew, or the page would show them as they were.
const reload = reloadAfter([409, 422])

// A tick is kept by what it answers: the page is not read again, so no row moves under her finger (N92).
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  args.formData?.get('intent') !== 'tick' && reload(args)

export default function Packing({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, total, held, message, requestId, justShipped, state, since, page, size, by } = loaderData
  const { failure, left, doneText, more, ...answer } = useLastAnswer(actionData) ?? {}
  const live = usePackingState(
    orders.map(({ number }) => number),
    state,
    since,
  )
  return (
    <DeskPage title="発送作業" back={href('/admin')}>
      {failure === undefined ? null : <Notice kind="error">{failure}</Notice>}
      <LeftOutNotice left={left} doneText={doneText} />
      {message === null || failure !== undefined || left !== undefined ? null : (
        <Notice kind="good" announce>
          {message}
        </Notice>
      )}
      <JustShipped presses={justShipped} requestId={requestId} />
      {held === 0 ? null : <Notice>ほかに{held}件、お店の確認が済むまで発送できない注文があります。</Notice>}
      {total === 0 ? (
        <NothingToShip said="発送するものはありません。">
          お支払いが済んだ注文が、ここに並びます。生地を裁って「裁った」「入れた」に印をつけ、発送済みにします。
        </NothingToShip>
      ) : (
        <PackingHead {...loaderData} />
      )}
      {orders.length === 0 ? (
        <p>
          <OrdersCame came={live.came} />
        </p>
      ) : (
        <>
          <PackingForm
            {...loaderData}
            action={packingAddress({ page, size, by, saysSize: true })}
            live={live}
            answer={answer}
            isNothingPacked={more !== undefined}
          />
          <PackingPages label="発送するもののページ（一覧の下）" {...loaderData} />
        </>
      )}
    </DeskPage>
  )
}
