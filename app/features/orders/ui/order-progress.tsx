import type { ComponentProps, ReactNode } from 'react'
import { displayDate } from '~/kernel/dates.ts'
import { type Cancellation, inYen } from '../money.rules.ts'
import { type OrderView, orderSteps } from '../rules.ts'

const tick = <path d="M5 12.5l4.5 4.5L19 7.5" />
const here = <circle cx="12" cy="12" r="3" fill="currentColor" />
const clock = <path d="M12 6.5V12l3.5 2.5" />

const shapes = { done: tick, waiting: clock, none: <path d="M12 7v6.5M12 17h.01" /> }

/** What became of an order, at a glance; announced when it changes. */
export function OrderMark({
  kind,
  children,
}: {
  readonly kind: keyof typeof shapes
  readonly children: ReactNode
}) {
  return (
    <p role="status" className={`order-mark order-mark-${kind}`}>
      <Drawing size={48}>
        <circle cx="12" cy="12" r="10.5" />
        {shapes[kind]}
      </Drawing>
      <span>{children}</span>
    </p>
  )
}

function Drawing({ size, children }: { readonly size: number; readonly children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

/** How far an order has come; nothing for one that was never paid. */
export function OrderSteps({ order }: { readonly order: OrderView }) {
  const steps = orderSteps(order)
  if (steps.length === 0) return null
  return (
    <ol className="order-steps" aria-label="お届けまでの流れ">
      {steps.map(({ name, at, isReached, isDone, isCurrent }) => (
        <li
          key={name}
          className={isReached ? 'order-step-reached' : undefined}
          aria-current={isCurrent ? 'step' : undefined}
        >
          <i>{isReached ? <Drawing size={18}>{isDone ? tick : here}</Drawing> : null}</i>
          {name}
          {isDone ? <span className="visually-hidden">（済み）</span> : null}
          {at === null ? null : <small>{displayDate(at)}</small>}
        </li>
      ))}
    </ol>
  )
}

const cancelledText = ({ refunded, isDone }: Cancellation): string => {
  const cancelled = 'ご注文を取り消しました。'
  if (refunded === 0) return cancelled
  const sum = `${inYen(refunded)}をカードへ`
  return `${cancelled}${sum}${isDone ? 'お返ししました。' : 'お返しする手続きをしています。'}`
}

/** What became of an order, in a sentence for its buyer. */
export const orderMark = ({
  state,
  shippedAt,
  cancellation,
}: OrderView): ComponentProps<typeof OrderMark> => {
  if (state === 'paid' && cancellation !== null)
    return { kind: cancellation.isDone ? 'done' : 'waiting', children: cancelledText(cancellation) }
  if (state === 'paid')
    return shippedAt === null
      ? { kind: 'done', children: 'お支払いを確認し、発送の準備をしています。' }
      : { kind: 'done', children: '商品を発送しました。到着まで、いましばらくお待ちください。' }
  if (state === 'awaiting_payment')
    return {
      kind: 'waiting',
      children: 'お支払いを確認しています。確認がとれしだい、メールでお知らせします。',
    }
  if (state === 'needs_review')
    return {
      kind: 'waiting',
      children: 'お店でご注文を確認しています。ご連絡まで、いましばらくお待ちください。',
    }
  if (state === 'pending') return { kind: 'none', children: 'お支払いは、まだ確認できていません。' }
  return { kind: 'none', children: 'お支払いがなかったため、このご注文は無効です。' }
}
