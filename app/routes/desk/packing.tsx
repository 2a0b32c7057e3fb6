import { data, redirect } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { saveTicks, shipPacked, undoShipping } from '~/features/orders/parcel/commands.server.ts'
import { ordersOf, ticksIn } from '~/features/orders/parcel/form.server.ts'
import { packingPage } from '~/features/orders/parcel/queries.server.ts'
import { foreignFormText, leftOut, nothingUndone } from '~/features/orders/parcel/texts.ts'
import css from '~/features/orders/parcel/ui/packing.module.css'
import { JustShipped } from '~/features/orders/parcel/ui/just-shipped.tsx'
import { PackingForm } from '~/features/orders/parcel/ui/packing-form.tsx'
import { PageLinks, pageParameter } from '~/features/orders/parcel/ui/page-links.tsx'
import { href } from '~/href.ts'
import { fieldOf, formOf, requestIdOf } from '~/kernel/form.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import type { FormAnswer } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { LeftOutNotice } from '~/ui/left-out.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/packing'

/** Number of orders to pack, related links and paging. */
function PackingHead({
  total,
  page,
  pages,
  from,
  orders,
}: {
  readonly total: number
  readonly page: number
  readonly pages: number
  readonly from: number
  readonly orders: readonly unknown[]
}) {
  return (
    <div className="stack-3">
      <p>
        発送するもの <strong>{total}件</strong>
        {pages === 1 ? null : `（${from + 1}〜${from + orders.length}件目）`}
      </p>
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
      <PageLinks
        label="発送するもののページ"
        page={page}
        pages={pages}
        to={(other) => href('/admin/packing', { page: pageParameter(other) })}
      />
    </div>
  )
}

export const loader = async ({ url: { searchParams }, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const page = await packingPage(ctx, searchParams.get('page'))
  return { ...page, isUndone: searchParams.get('done') === 'undone', requestId: ctx.newId() }
}

interface PackingAnswer extends FormAnswer {
  /** Told above the orders until one is packed. */
  readonly isNothingPacked?: boolean
}

/** Stores ticks, ships what is packed, or undoes a recent shipping. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const form = await formOf(request)
  const requestId = requestIdOf(form)
  const intent = fieldOf(form, 'intent')
  if (requestId === '') return data<FormAnswer>({ failure: foreignFormText }, { status: 400 })
  if (intent === 'tick') {
    const key = fieldOf(form, 'key')
    const change = fieldOf(form, 'value') === 'on' ? { on: [key], off: [] } : { on: [], off: [key] }
    const kept = await saveTicks(ctx, actor, { requestId, ...change })
    return data<FormAnswer>({}, { status: kept.ok ? 200 : 409 })
  }
  if (intent === 'undo') {
    const only = fieldOf(form, 'order')
    const orders = ordersOf(form).filter(({ number }) => only === 'all' || number === only)
    const undone = await undoShipping(ctx, actor, { requestId, orders })
    if (undone.refused.length > 0) return data<FormAnswer>({ left: leftOut(undone.refused) }, { status: 409 })
    if (undone.done.length === 0) return data<FormAnswer>({ failure: nothingUndone }, { status: 422 })
    throw redirect(href('/admin/packing', { done: 'undone' }))
  }
  const { on, added, removed } = ticksIn(form)
  await saveTicks(ctx, actor, { requestId, on: added, off: removed })
  if (intent === 'save') throw redirect(href('/admin/packing'))
  const orders = ordersOf(form)
  const shipped = await shipPacked(ctx, actor, { requestId, orders, on, carrier: fieldOf(form, 'carrier') })
  if (shipped.refused.length > 0) return data<FormAnswer>({ left: leftOut(shipped.refused) }, { status: 409 })
  if (shipped.done.length === 0) return data<PackingAnswer>({ isNothingPacked: true }, { status: 422 })
  throw redirect(href('/admin/packing'))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

// Also where nothing was packed: ticks that were on their way are read anew, or the page would show them as they were.
export const shouldRevalidate = reloadAfter([409, 422])

export default function Packing({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, total, held, isUndone, requestId, justShipped } = loaderData
  const { failure, left, isNothingPacked = false, ...answer }: PackingAnswer = useLastAnswer(actionData) ?? {}
  return (
    <DeskPage title="発送作業" back={href('/admin')}>
      {failure === undefined ? null : <Notice kind="error">{failure}</Notice>}
      <LeftOutNotice left={left} />
      {isUndone && failure === undefined && left === undefined ? (
        <Notice kind="good" announce>
          元に戻しました。
        </Notice>
      ) : null}
      <JustShipped presses={justShipped} requestId={requestId} />
      {held === 0 ? null : <Notice>ほかに{held}件、お店の確認が済むまで発送できない注文があります。</Notice>}
      {total === 0 ? <p>発送するものはありません。</p> : <PackingHead {...loaderData} />}
      {orders.length === 0 ? null : (
        <PackingForm {...loaderData} answer={answer} isNothingPacked={isNothingPacked} />
      )}
    </DeskPage>
  )
}
