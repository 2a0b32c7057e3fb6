import { Link } from 'react-router'
import { parcelsText, parcelsWarning } from '~/features/orders/carriers.rules.ts'
import { smallProductPicture } from '~/features/pictures/sources.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import type { PackingLine, PackingOrder } from '../rules.ts'
import css from './packing.module.css'
import { PackingTick } from './packing-tick.tsx'

/** Notes on the order, such as a buyer's wish. */
export type OrderWithNotes = PackingOrder & { readonly notes: readonly string[] }

/** The orders of a page in cutting order. */
export function PackingList({
  orders,
  requestId,
}: {
  readonly orders: readonly OrderWithNotes[]
  readonly requestId: string
}) {
  return (
    <ol className={css.orders}>
      {orders.map((order) => (
        <li key={order.number} className={css.order}>
          <input type="hidden" name={`version:${order.number}`} value={order.version} />
          <div className={css.who}>
            <h2>{order.recipient}</h2>
            <p className={css.facts}>
              {order.number}
              {order.practice ? '（練習）' : ''}
              {order.paidAt === null ? null : <span>{deskMoment(order.paidAt)} 支払い</span>}
            </p>
            <ParcelLine order={order} />
            {order.notes.map((note) => (
              <p key={note} className={css.note}>
                メモ：{note}
              </p>
            ))}
          </div>
          <ul className="stack-3">
            {order.lines.map((line) => (
              <Line key={line.key} line={line} order={order.number} requestId={requestId} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function ParcelLine({ order: { number, parcels } }: { readonly order: PackingOrder }) {
  const text = parcelsText(parcels)
  const warning = parcelsWarning(parcels)
  return (
    <p className={css.parcel}>
      <Link to={href('/admin/orders/:number/ship', { number })}>
        {text === '' ? 'この注文だけ発送' : text}
      </Link>
      <Link to={href('/admin/orders/:number', { number })}>
        お届け先・メモ<span className="visually-hidden">（{number}）</span>
      </Link>
      {warning === null ? null : <strong className={css.odd}>{warning}</strong>}
    </p>
  )
}

function Line({
  line,
  order,
  requestId,
}: {
  readonly line: PackingLine
  readonly order: string
  readonly requestId: string
}) {
  const units = `${line.number} ${line.name} ×${line.quantity}`
  return (
    <li className={css.line}>
      {line.picture === null ? (
        <i className={css.picture} />
      ) : (
        <img
          className={css.picture}
          src={smallProductPicture(line.picture)}
          alt=""
          width="56"
          height="56"
          loading="lazy"
        />
      )}
      <p>
        <strong>{line.number}</strong> {line.name}{' '}
        {line.quantity === 0 ? null : <strong>×{line.quantity}</strong>}
        {line.piece === null ? null : <span className={css.piece}>＝ {line.piece}</span>}
        {line.bolt === undefined ? null : (
          <span className={css.bolt}>
            → {line.bolt.text}
            {line.bolt.hasOther ? (
              <Link to={href('/admin/packing/bolt', { order, line: line.key })}>
                別の反物から
                <span className="visually-hidden">
                  （{order} {units}）
                </span>
              </Link>
            ) : null}
          </span>
        )}
        {line.taken === 0 ? null : (
          <strong className={css.taken}>
            {line.quantity === 0
              ? '取りやめになりました。入れません'
              : `ほかの${line.taken}${line.unit}は取りやめ。入れません`}
          </strong>
        )}
      </p>
      <div className={css.ticks}>
        {line.ticks.map((tick) => (
          <PackingTick key={tick.key} tick={tick} line={`${order} ${units}`} requestId={requestId} />
        ))}
      </div>
    </li>
  )
}
