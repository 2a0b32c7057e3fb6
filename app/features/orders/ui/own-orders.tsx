import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { displayDate } from '~/kernel/dates.ts'
import { formatYen } from '~/kernel/money.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { useFocusOnFirstNew } from '~/ui/use-focus-on-first-new.ts'
import { orderPath, receiptPath } from '../rules.ts'
import type { OwnOrder } from '../types.ts'
import css from './own-orders.module.css'

/** A member's own orders (S23); `more` is the address of the next page, `none` is shown without orders. */
export function OwnOrders({
  orders,
  total,
  more,
  none,
}: {
  readonly orders: readonly OwnOrder[]
  readonly total: number
  readonly more: string | null
  readonly none: ReactNode
}) {
  const { list, askedForMore } = useFocusOnFirstNew(orders.length)
  return (
    <section className="stack-4" aria-labelledby="own-orders">
      <h2 id="own-orders">ご注文</h2>
      {total === 0 ? none : null}
      <ul ref={list} className={css.orders}>
        {orders.map((order) => (
          <li key={order.number} tabIndex={-1} className={css.order}>
            <Link to={orderPath(order.accessToken)} className={css.link}>
              注文番号 {order.number}
              {order.practice ? '（練習）' : ''}
            </Link>
            <span className={css.facts}>
              <span>{displayDate(order.createdAt)}</span>
              <span>{order.standing}</span>
              <span className={css.amount}>{formatYen(order.total)}円</span>
            </span>
            {order.hasReceipts ? (
              <Link to={receiptPath(order.accessToken)} className="tap">
                領収書<span className="visually-hidden">（注文番号 {order.number}）</span>
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
      {more === null ? null : (
        <p>
          <ButtonLink look="secondary" to={more} replace preventScrollReset onClick={askedForMore}>
            もっと見る
          </ButtonLink>
        </p>
      )}
    </section>
  )
}
