import type { ComponentProps } from 'react'
import { data } from 'react-router'
import { orderByToken } from '~/features/orders/queries.server.ts'
import { orderView } from '~/features/orders/rules.ts'
import '~/features/orders/ui/order-page.css'
import { OrderDetails } from '~/features/orders/ui/order-details.tsx'
import { PaymentNumber } from '~/features/orders/ui/order-number.tsx'
import { OrderMark } from '~/features/orders/ui/order-steps.tsx'
import { SalesTerms } from '~/features/orders/ui/sales-terms.tsx'
import { appContext } from '~/services.server.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/order'

export const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

/** The order behind its unguessable link (S23), else 404. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const { db, settings } = context.get(appContext)
  const order = await orderByToken(db, params.token)
  if (order === undefined) throw data(null, { status: 404, statusText: 'Not Found' })
  return { order: orderView(order, settings), sessionId: order.sessionId }
}

type View = Route.ComponentProps['loaderData']['order']

const markOf = ({ state, shippedAt }: View): ComponentProps<typeof OrderMark> => {
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

export default function OrderPage({ loaderData: { order, sessionId } }: Route.ComponentProps) {
  return (
    <Page heading="ご注文の内容" narrow>
      <PageMeta title="ご注文の内容" noindex />
      <OrderMark {...markOf(order)} />
      <OrderDetails order={order} />
      {order.paidAt === null || sessionId === null ? null : <PaymentNumber sessionId={sessionId} />}
      <SalesTerms shipped={order.shippedAt !== null} />
    </Page>
  )
}
