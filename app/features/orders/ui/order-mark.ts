import type { ComponentProps } from 'react'
import type { Cancellation } from '../money.rules.ts'
import { inYen } from '../money.texts.ts'
import type { OrderView } from '../rules.ts'
import type { OrderMark } from './order-steps.tsx'

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
