import { Link } from 'react-router'
import { undoMinutes } from '~/features/orders/shipping.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import css from './packing.module.css'

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
export function JustShipped({
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
