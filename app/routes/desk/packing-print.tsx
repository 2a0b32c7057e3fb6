import { useRef } from 'react'
import { Form, type ShouldRevalidateFunctionArgs, useFetcher } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { NothingToShip } from '~/features/orders/desk/ui/nothing-to-ship.tsx'
import { exportNotes } from '~/features/orders/parcel/exports.commands.server.ts'
import { type LabelChoice, labelChoices } from '~/features/orders/parcel/labels.rules.ts'
import { markedNotToShip } from '~/features/orders/parcel/left-out.queries.server.ts'
import { markedIn, markedParameter } from '~/features/orders/parcel/marked.rules.ts'
import type { PickedProduct } from '~/features/orders/parcel/pick-list.rules.ts'
import { printPage } from '~/features/orders/parcel/queries.server.ts'
import { notesPerPrint } from '~/features/orders/parcel/rules.ts'
import { leftOut, noPricesText, withoutFabricText } from '~/features/orders/parcel/texts.ts'
import { OrderChoices } from '~/features/orders/parcel/ui/choices.tsx'
import labels from '~/features/orders/parcel/ui/labels.module.css'
import { MarkedNotice } from '~/features/orders/parcel/ui/marked-notice.tsx'
import { pageParameter } from '~/features/orders/parcel/ui/page-links.tsx'
import css from '~/features/orders/parcel/ui/print.module.css'
import type { OrderView } from '~/features/orders/rules.ts'
import { DeliveryNoteHead, DeliveryNoteTerms } from '~/features/orders/ui/delivery-note.tsx'
import { OrderLines, OrderSums } from '~/features/orders/ui/order-details.tsx'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import type { SalesTerms } from '~/kernel/shop-settings.ts'
import { appContext } from '~/services.server.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import type { FormAnswer } from '~/ui/desk-form.tsx'
import { DeskMore, DeskPage } from '~/ui/desk-page.tsx'
import { SubmitButton } from '~/ui/form.tsx'
import { LeftOutNotice } from '~/ui/left-out.tsx'
import { lostIn, orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { useHasScript } from '~/ui/use-has-script.ts'
import type { Route } from './+types/packing-print'

/** First sheet: the pick list. */
function PickList({ products }: { readonly products: readonly PickedProduct[] }) {
  return (
    <section className={css.picks} aria-labelledby="picks">
      <h2 id="picks">裁つもの・そろえるもの</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">商品</th>
            <th scope="col">全部で</th>
            <th scope="col">裁ちかた（注文番号）</th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ number, name, units, unit, pieces }) => (
            <tr key={number}>
              <th scope="row">
                {number} {name}
              </th>
              <td>{`${units}${unit}`}</td>
              <td>
                <ul>
                  {pieces.map(({ quantity, piece, order, bolt, isWithoutFabric }) => (
                    <li key={`${order} ${quantity}`}>
                      {isWithoutFabric ? `${withoutFabricText}：` : '☐ '}×{quantity}
                      {piece === null ? '' : ` ＝ ${piece}`}
                      <span className={css.order}>（{order}）</span>
                      {bolt === null ? null : <span className={css.bolt}>{bolt}</span>}
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A delivery note on its own sheet, printed only (docs/decisions/0054). */
function NoteSheet({
  order,
  terms,
}: {
  readonly order: OrderView & { readonly hidesPrices: boolean }
  readonly terms: SalesTerms
}) {
  return (
    <div className={css.sheet}>
      <div className="order">
        <DeliveryNoteHead order={order} terms={terms} />
        {order.practice ? (
          <p className="order-practice">練習用の注文です。実際のお支払いと発送はありません。</p>
        ) : null}
        <section>
          <OrderLines order={order} hidesPrices={order.hidesPrices} />
          {order.hidesPrices ? <p>{noPricesText}</p> : <OrderSums order={order} />}
        </section>
        <DeliveryNoteTerms terms={terms} />
      </div>
    </div>
  )
}

/** What will be printed, the button that prints it and writes it down (N94), and a link to the rest. */
function PrintFoot({
  numbers,
  requestId,
  failure,
  left,
  total,
  page,
  pages,
  next,
}: {
  readonly numbers: readonly string[]
  readonly requestId: string
  /** Of the press without script. */
  readonly failure: string | undefined
  readonly left: FormAnswer['left']
  readonly total: number
  readonly page: number
  readonly pages: number
  readonly next: string
}) {
  const hasScript = useHasScript()
  const fetcher = useFetcher<FormAnswer>()
  const presses = useRef(0)
  const lost = fetcher.state === 'idle' ? lostIn(fetcher.data) : null
  const told = lost === null ? (fetcher.data?.failure ?? failure) : '印刷済みの印を書けませんでした。'
  const print = () => {
    window.print()
    presses.current += 1
    const form = new FormData()
    form.set('requestId', `${requestId}:${presses.current}`)
    for (const number of numbers) form.append('order', number)
    void fetcher.submit(form, { method: 'post' })
  }
  return (
    <>
      <p>
        この一覧と、納品書{numbers.length}枚を印刷します。
        {pages === 1 ? null : `全部で${total}件を${pages}回に分けます（${page}回目）。`}
        {hasScript ? null : 'ブラウザーの「印刷」をお使いください。'}
      </p>
      {told === undefined ? null : <p role="alert">{told}</p>}
      <LeftOutNotice left={lost === null ? (fetcher.data?.left ?? left) : undefined} />
      {hasScript ? (
        <Button wide onClick={print}>
          印刷する
        </Button>
      ) : (
        <Form method="post">
          <input type="hidden" name="requestId" value={requestId} />
          {numbers.map((number) => (
            <input key={number} type="hidden" name="order" value={number} />
          ))}
          <SubmitButton look="secondary" busy="書いています…">
            印刷済みにする
          </SubmitButton>
        </Form>
      )}
      {page === pages ? null : (
        <ButtonLink look="secondary" wide to={next}>
          次の回へ
        </ButtonLink>
      )}
    </>
  )
}

/** Where none of the orders is of the chosen kind. */
const nothingChosen = {
  new: 'まだ印刷していない注文はありません。もう一度印刷するときは「すべて」から選んでください。',
  ticked: 'すべて「入れた」になっている注文はありません。',
  all: 'ここで印刷するものはありません。',
  none: 'ここで印刷するものはありません。',
} as const satisfies Readonly<Record<LabelChoice, string>>

/** Chooses by row which of this page's orders are printed. */
function PrintRows({
  orders,
  which,
  page,
  marked,
}: {
  readonly orders: readonly {
    readonly number: string
    readonly recipient: string
    readonly printedAt: number | null
    readonly isChosen: boolean
  }[]
  readonly which: LabelChoice
  readonly page: number
  /** '' for none. */
  readonly marked: string
}) {
  return (
    <Form method="get" action={href('/admin/packing/print')} className="stack-3">
      <input type="hidden" name="which" value={which} />
      <input type="hidden" name="page" value={page} />
      {marked === '' ? null : <input type="hidden" name="orders" value={marked} />}
      <ul className={labels.picks}>
        {orders.map(({ number, recipient, printedAt, isChosen }) => (
          <li key={number} className={labels.pick}>
            <label>
              <input type="checkbox" name="order" value={number} defaultChecked={isChosen} />
              <span>
                {recipient}
                <small>{number}</small>
                {printedAt === null ? null : <small>{`印刷済み ${deskMoment(printedAt)}`}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <SubmitButton look="secondary" busy="選んでいます…">
        選んだものだけにする
      </SubmitButton>
    </Form>
  )
}

export const loader = async ({ url: { searchParams: query }, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const which = labelChoices.find((each) => each === query.get('which') && each !== 'none')
  // What was marked in a list comes without a choice; the rows of this page with the one that they are of.
  const marked = which === undefined || query.has('orders') ? markedIn(query) : null
  const chosen = which === undefined ? [] : query.getAll('order').slice(0, notesPerPrint)
  const asked = {
    page: query.get('page'),
    which,
    marked,
    ...(chosen.length === 0 ? {} : { numbers: chosen }),
  }
  return {
    ...(await printPage(ctx, asked)),
    marked,
    notThere: leftOut(await markedNotToShip(ctx, personAtDesk(ctx), marked)),
    requestId: ctx.newId(),
    terms: ctx.settings.terms,
  }
}

/** Writes down that the delivery notes of these orders were printed. */
export const action = ({ request, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(exportNotes, {
      at: {},
      done: ({ refused }) =>
        refused.length === 0
          ? href('/admin/packing/print', { which: 'all' })
          : { status: 409, answer: { left: leftOut(refused) } },
    }),
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

/** What is being printed stays as it is, although it is now written down as printed. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod !== 'POST' && defaultShouldRevalidate

/** Pick list and delivery notes in one print. */
export default function PackingPrint({ loaderData, actionData }: Route.ComponentProps) {
  const { notes, picks, total, which, counts, toChoose, page, pages, marked, notThere, requestId, terms } =
    loaderData
  const answer = useLastAnswer(actionData)
  const orders = markedParameter(marked)
  const rows = (
    <PrintRows key={`${which} ${page}`} orders={toChoose} which={which} page={page} marked={orders} />
  )
  const of = (choice: LabelChoice, at = 1) =>
    href('/admin/packing/print', { which: choice, page: pageParameter(at), orders })
  return (
    <DeskPage
      title="印刷"
      back={href('/admin/packing')}
      foot={
        notes.length === 0 ? undefined : (
          <PrintFoot
            numbers={notes.map(({ number }) => number)}
            requestId={requestId}
            failure={answer?.failure}
            left={answer?.left}
            total={total}
            page={page}
            pages={pages}
            next={of(which, page + 1)}
          />
        )
      }
    >
      {marked === null ? null : (
        <div className={css.choice}>
          <LeftOutNotice left={notThere} />
          <MarkedNotice marked={marked} all={href('/admin/packing/print')} />
        </div>
      )}
      {counts.all === 0 ? null : (
        <div className={css.choice}>
          <OrderChoices which={which} shown={['new', 'ticked', 'all']} counts={counts} to={of} />
        </div>
      )}
      {total === 0 ? (
        counts.all === 0 ? (
          <NothingToShip said="発送するものはありません。">
            お支払いが済んだ注文が、ここに並びます。ピックリストと納品書を、まとめて印刷できます。
          </NothingToShip>
        ) : (
          <p>{nothingChosen[which]}</p>
        )
      ) : (
        <>
          <div className={`stack-5 ${css.sideBySide}`}>
            <DeskMore name="1件ずつ選ぶ" className={`${css.choice} ${css.folded}`}>
              {rows}
            </DeskMore>
            <section className={`stack-3 ${css.choice} ${css.open}`} aria-label="印刷する注文">
              {rows}
            </section>
            <PickList products={picks} />
          </div>
          {notes.map((order) => (
            <NoteSheet key={order.number} order={order} terms={terms} />
          ))}
        </>
      )}
    </DeskPage>
  )
}
