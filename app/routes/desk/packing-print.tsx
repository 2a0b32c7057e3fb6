import { printPage } from '~/features/orders/parcel/queries.server.ts'
import type { PickedProduct } from '~/features/orders/parcel/rules.ts'
import { withoutFabricText } from '~/features/orders/parcel/texts.ts'
import css from '~/features/orders/parcel/ui/print.module.css'
import type { OrderView } from '~/features/orders/rules.ts'
import { DeliveryNoteHead, DeliveryNoteTerms } from '~/features/orders/ui/delivery-note.tsx'
import { OrderLines, OrderSums } from '~/features/orders/ui/order-details.tsx'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
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
                  {pieces.map(({ quantity, piece, order, isWithoutFabric }) => (
                    <li key={`${order} ${quantity}`}>
                      {isWithoutFabric ? `${withoutFabricText}：` : '☐ '}×{quantity}
                      {piece === null ? '' : ` ＝ ${piece}`}（{order}）
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
function NoteSheet({ order }: { readonly order: OrderView }) {
  return (
    <div className={css.sheet}>
      <div className="order">
        <DeliveryNoteHead order={order} />
        {order.practice ? (
          <p className="order-practice">練習用の注文です。実際のお支払いと発送はありません。</p>
        ) : null}
        <section>
          <OrderLines order={order} />
          <OrderSums order={order} />
        </section>
        <DeliveryNoteTerms />
      </div>
    </div>
  )
}

/** What will be printed, the print button, and a link to the rest. */
function PrintFoot({
  total,
  notes,
  page,
  pages,
}: {
  readonly total: number
  readonly notes: number
  readonly page: number
  readonly pages: number
}) {
  const hasScript = useHasScript()
  return (
    <>
      <p>
        この一覧と、納品書{notes}枚を印刷します。
        {pages === 1 ? null : `全部で${total}件を${pages}回に分けます（${page}回目）。`}
        {hasScript ? null : 'ブラウザーの「印刷」をお使いください。'}
      </p>
      {hasScript ? (
        <Button wide onClick={() => window.print()}>
          印刷する
        </Button>
      ) : null}
      {page === pages ? null : (
        <ButtonLink look="secondary" wide to={href('/admin/packing/print', { page: String(page + 1) })}>
          次の回へ
        </ButtonLink>
      )}
    </>
  )
}

export const loader = ({ request, context }: Route.LoaderArgs) =>
  printPage(context.get(appContext), new URL(request.url).searchParams.get('page'))

/** Pick list and delivery notes in one print. */
export default function PackingPrint({ loaderData }: Route.ComponentProps) {
  const { notes, picks, total } = loaderData
  return (
    <DeskPage
      title="印刷"
      back={href('/admin/packing')}
      foot={total === 0 ? undefined : <PrintFoot {...loaderData} notes={notes.length} />}
    >
      {total === 0 ? (
        <p>発送するものはありません。</p>
      ) : (
        <>
          <PickList products={picks} />
          {notes.map((order) => (
            <NoteSheet key={order.number} order={order} />
          ))}
        </>
      )}
    </DeskPage>
  )
}
