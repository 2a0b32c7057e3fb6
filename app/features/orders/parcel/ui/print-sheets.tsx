import type { OrderView } from '~/features/orders/rules.ts'
import { DeliveryNoteHead, DeliveryNoteTerms } from '~/features/orders/ui/delivery-note.tsx'
import { OrderLines, OrderSums } from '~/features/orders/ui/order-details.tsx'
import type { PickedProduct } from '../rules.ts'
import css from './print.module.css'

/** First sheet: the pick list. */
export function PickList({ products }: { readonly products: readonly PickedProduct[] }) {
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
                  {pieces.map(({ quantity, piece, order }) => (
                    <li key={`${order} ${quantity}`}>
                      ☐ ×{quantity}
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
export function NoteSheet({ order }: { readonly order: OrderView }) {
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
