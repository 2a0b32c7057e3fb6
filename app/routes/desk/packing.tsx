import { Link } from 'react-router'
import { deskAction, press, type Shown } from '~/features/desk/access/desk-action.server.ts'
import { saveTicks, shipPacked, undoShipping } from '~/features/orders/parcel/commands.server.ts'
import { packingPage } from '~/features/orders/parcel/queries.server.ts'
import type { DoneOrders } from '~/features/orders/parcel/rules.ts'
import { nothingUndone, refusedText } from '~/features/orders/parcel/texts.ts'
import css from '~/features/orders/parcel/ui/packing.module.css'
import { PackingForm } from '~/features/orders/parcel/ui/packing-form.tsx'
import { PageLinks, pageParameter } from '~/features/orders/parcel/ui/page-links.tsx'
import { undoMinutes } from '~/features/orders/shipping.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import type { AppContext, RequestContext } from '~/server/app-context.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
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

/** What a press has done that leads here. */
const told = {
  undone: '元に戻しました。',
  numbers: '番号を保存しました。',
  ticks: '印を保存しました。',
} as const

export const loader = async ({ url: { searchParams }, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const page = await packingPage(ctx, searchParams.get('page'))
  const done = searchParams.get('done')
  const message = done === 'undone' || done === 'numbers' || done === 'ticks' ? told[done] : null
  return { ...page, message, requestId: ctx.newId() }
}

/** What was left out is told; nothing at all is told by the page. */
const afterShipping = (shipped: DoneOrders, ctx: Pick<AppContext, 'newId'>): string | Shown<More> => {
  const requestId = ctx.newId()
  if (shipped.refused.length > 0) return { status: 409, answer: { failure: refusedText(shipped), requestId } }
  if (shipped.done.length > 0) return href('/admin/packing')
  return { status: 422, answer: { requestId }, more: { isNothingPacked: true } }
}

const afterUndo = (undone: DoneOrders, ctx: Pick<AppContext, 'newId'>): string | Shown<More> => {
  const requestId = ctx.newId()
  if (undone.refused.length > 0) return { status: 409, answer: { failure: refusedText(undone), requestId } }
  return undone.done.length === 0
    ? { status: 422, answer: { failure: nothingUndone, requestId } }
    : href('/admin/packing', { done: 'undone' })
}

interface More {
  /** Told above the orders until one is packed. */
  readonly isNothingPacked: true
}

/** Stores ticks, ships what is packed, or undoes a recent shipping. */
export const action = ({ request, context, params: at }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  return deskAction<RequestContext, More>(
    ctx,
    request,
    {
      tick: press(saveTicks, { at, done: (): Shown<More> => ({ status: 200, answer: {} }) }),
      save: press(saveTicks, { at, done: () => href('/admin/packing', { done: 'ticks' }) }),
      // The form's main button, which has no act of its own.
      '': press(shipPacked, { at, done: (shipped) => afterShipping(shipped, ctx) }),
      undo: press(undoShipping, { at, done: (undone) => afterUndo(undone, ctx) }),
    },
    'intent',
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

// Also where nothing was packed: ticks that were on their way are read anew, or the page would show them as they were.
export const shouldRevalidate = reloadAfter([409, 422])

export default function Packing({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, total, held, message, requestId, justShipped } = loaderData
  const { failure, more, ...answer } = useLastAnswer(actionData) ?? {}
  return (
    <DeskPage title="発送作業" back={href('/admin')}>
      {failure === undefined ? null : <Notice kind="error">{failure}</Notice>}
      {message === null || failure !== undefined ? null : (
        <Notice kind="good" announce>
          {message}
        </Notice>
      )}
      <JustShipped orders={justShipped} requestId={requestId} />
      {held === 0 ? null : <Notice>ほかに{held}件、お店の確認が済むまで発送できない注文があります。</Notice>}
      {total === 0 ? <p>発送するものはありません。</p> : <PackingHead {...loaderData} />}
      {orders.length === 0 ? null : (
        <PackingForm {...loaderData} answer={answer} isNothingPacked={more !== undefined} />
      )}
    </DeskPage>
  )
}
