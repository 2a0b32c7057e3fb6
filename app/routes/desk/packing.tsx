import { data, Link, redirect } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { saveTicks, shipPacked, undoShipping } from '~/features/orders/parcel/commands.server.ts'
import { ordersOf, ticksIn } from '~/features/orders/parcel/form.server.ts'
import { packingPage } from '~/features/orders/parcel/queries.server.ts'
import { foreignFormText, nothingUndone, refusedText } from '~/features/orders/parcel/texts.ts'
import css from '~/features/orders/parcel/ui/packing.module.css'
import { PackingForm } from '~/features/orders/parcel/ui/packing-form.tsx'
import { PageLinks, pageParameter } from '~/features/orders/parcel/ui/page-links.tsx'
import { undoMinutes } from '~/features/orders/shipping.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { fieldOf, formOf, requestIdOf } from '~/kernel/form.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import type { FormAnswer } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
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

interface Shipped {
  readonly number: string
  readonly recipient: string
  readonly version: number
  readonly shippedAt: number
  /** Carrier and number in short; '' for neither. */
  readonly parcel: string
  /** Warning about the number. */
  readonly warning: string | null
}

/** Recent shippings that can be undone, singly or together. */
function JustShipped({
  orders,
  requestId,
}: {
  readonly orders: readonly Shipped[]
  readonly requestId: string
}) {
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="just-shipped" className={`stack-3 ${css.shipped}`}>
      <h2 id="just-shipped" data-result>
        {orders.length}件を発送済みにしました
      </h2>
      <p>{`${undoMinutes}分のあいだは元に戻せます。発送のメールは、そのあと送ります。`}</p>
      <FormCard failed="元に戻せませんでした。">
        <input type="hidden" name="requestId" value={`${requestId}-undo`} />
        <input type="hidden" name="intent" value="undo" />
        <ul className="stack-2">
          {orders.map(({ number, recipient, version, shippedAt, parcel, warning }) => (
            <li key={number}>
              <input type="hidden" name={`version:${number}`} value={version} />
              <span>
                <Link to={href('/admin/orders/:number/ship', { number })}>{recipient}</Link>{' '}
                <small>
                  {number}　{deskMoment(shippedAt)}
                </small>
                {parcel === '' ? null : <small>{parcel}</small>}
                {warning === null ? null : (
                  <strong className={css.odd}>
                    {warning}
                    <br />
                    <Link to={href('/admin/orders/:number/ship', { number })}>番号を直す</Link>
                  </strong>
                )}
              </span>
              <SubmitButton look="secondary" busy="戻しています…" name="order" value={number}>
                元に戻す
                <span className="visually-hidden">
                  （{recipient}、{number}）
                </span>
              </SubmitButton>
            </li>
          ))}
        </ul>
        {orders.length < 2 ? null : (
          <SubmitButton look="quiet" busy="戻しています…" name="order" value="all">
            {`${orders.length}件とも元に戻す`}
          </SubmitButton>
        )}
      </FormCard>
    </section>
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
    if (undone.refused.length > 0) return data<FormAnswer>({ failure: refusedText(undone) }, { status: 409 })
    if (undone.done.length === 0) return data<FormAnswer>({ failure: nothingUndone }, { status: 422 })
    throw redirect(href('/admin/packing', { done: 'undone' }))
  }
  const { on, added, removed } = ticksIn(form)
  await saveTicks(ctx, actor, { requestId, on: added, off: removed })
  if (intent === 'save') throw redirect(href('/admin/packing'))
  const orders = ordersOf(form)
  const shipped = await shipPacked(ctx, actor, { requestId, orders, on, carrier: fieldOf(form, 'carrier') })
  if (shipped.refused.length > 0) return data<FormAnswer>({ failure: refusedText(shipped) }, { status: 409 })
  if (shipped.done.length === 0) return data<PackingAnswer>({ isNothingPacked: true }, { status: 422 })
  throw redirect(href('/admin/packing'))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

// Also where nothing was packed: ticks that were on their way are read anew, or the page would show them as they were.
export const shouldRevalidate = reloadAfter([409, 422])

export default function Packing({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, total, held, isUndone, requestId, justShipped } = loaderData
  const { failure, isNothingPacked = false, ...answer }: PackingAnswer = useLastAnswer(actionData) ?? {}
  return (
    <DeskPage title="発送作業" back={href('/admin')}>
      {failure === undefined ? null : <Notice kind="error">{failure}</Notice>}
      {isUndone && failure === undefined ? (
        <Notice kind="good" announce>
          元に戻しました。
        </Notice>
      ) : null}
      <JustShipped orders={justShipped} requestId={requestId} />
      {held === 0 ? null : <Notice>ほかに{held}件、お店の確認が済むまで発送できない注文があります。</Notice>}
      {total === 0 ? <p>発送するものはありません。</p> : <PackingHead {...loaderData} />}
      {orders.length === 0 ? null : (
        <PackingForm {...loaderData} answer={answer} isNothingPacked={isNothingPacked} />
      )}
    </DeskPage>
  )
}
