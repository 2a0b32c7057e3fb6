import { Link } from 'react-router'
import { undoMinutes } from '~/features/orders/shipping.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { DeskMore } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import type { ShippedPress } from '../rules.ts'
import css from './packing.module.css'

/** What the last press shipped, and behind a fold what those before it did: the work below stays where it is (N91). */
export function JustShipped({
  presses: [newest, ...earlier],
  requestId,
}: {
  readonly presses: readonly ShippedPress[]
  readonly requestId: string
}) {
  if (newest === undefined) return null
  const before = earlier.reduce((sum, { orders }) => sum + orders.length, 0)
  return (
    <section aria-label="発送したばかり" className={`stack-3 ${css.shipped}`}>
      <Press press={newest} requestId={requestId} isNewest />
      {before === 0 ? null : (
        <DeskMore name={`その前に発送した${before}件（${earlier.length}回）`}>
          <div className="stack-4">
            {earlier.map((press) => (
              <Press key={press.press} press={press} requestId={requestId} />
            ))}
          </div>
        </DeskMore>
      )}
    </section>
  )
}

/** One press, which is undone without the others. */
function Press({
  press: { by, shippedAt, orders },
  requestId,
  isNewest = false,
}: {
  readonly press: ShippedPress
  readonly requestId: string
  readonly isNewest?: boolean
}) {
  const odd = orders.filter(({ warning }) => warning !== null)
  const others = orders.filter(({ warning }) => warning === null)
  const isOne = orders.length === 1
  return (
    <FormCard failed="元に戻せませんでした。" unsure="元に戻せたか、わかりませんでした。">
      <h2 {...(isNewest ? { 'data-result': '' } : {})}>{orders.length}件を発送済みにしました</h2>
      <p>
        {by}　{deskMoment(shippedAt)}
      </p>
      <p>{`${undoMinutes}分のあいだは元に戻せます。発送のメールは、そのあと送ります。`}</p>
      <input type="hidden" name="requestId" value={`${requestId}-undo`} />
      <input type="hidden" name="intent" value="undo" />
      {orders.map(({ number, version }) => (
        <input key={number} type="hidden" name={`version:${number}`} value={version} />
      ))}
      <ShippedOrders orders={isOne ? orders : odd} />
      {isOne || others.length === 0 ? null : (
        <DeskMore name={odd.length === 0 ? '注文ごとに見る' : 'ほかの注文を見る'}>
          <ShippedOrders orders={others} />
        </DeskMore>
      )}
      {isOne ? null : (
        <SubmitButton look="secondary" busy="戻しています…" name="order" value="all">
          {`${orders.length}件とも元に戻す`}
        </SubmitButton>
      )}
    </FormCard>
  )
}

function ShippedOrders({ orders }: { readonly orders: ShippedPress['orders'] }) {
  if (orders.length === 0) return null
  return (
    <ul className="stack-2">
      {orders.map(({ number, recipient, parcel, warning }) => (
        <li key={number}>
          <span>
            <Link to={href('/admin/orders/:number/ship', { number })}>{recipient}</Link>{' '}
            <small>{number}</small>
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
  )
}
