import { data } from 'react-router'
import { moneyOfOrder, unitsNotShipped } from '~/features/orders/money.queries.server.ts'
import { orderByToken } from '~/features/orders/queries.server.ts'
import { hasReceipts, orderView, receiptPath } from '~/features/orders/rules.ts'
import { arrivalOfOrder } from '~/features/shop/delivery-dates/queries.server.ts'
import '~/features/orders/ui/order-page.css'
import { OrderDetails, PaymentNumber, TermsOfOrder } from '~/features/orders/ui/order-details.tsx'
import { OrderMark, orderMark } from '~/features/orders/ui/order-progress.tsx'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/order'

export const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

/** The order of a secret link (S23), or 404. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const { db, settings } = context.get(appContext)
  const order = await orderByToken(db, params.token)
  if (order === undefined) throw data(null, { status: 404, statusText: 'Not Found' })
  const [money, arrival, notShipped] = await Promise.all([
    moneyOfOrder(db, order.id),
    arrivalOfOrder(db, settings, order.paidAt),
    unitsNotShipped(db, order),
  ])
  return {
    order: orderView(order, money, settings, arrival, notShipped),
    sessionId: order.sessionId,
    receipts: hasReceipts(order) ? receiptPath(order.accessToken) : null,
    terms: settings.terms,
  }
}

export default function OrderPage({
  loaderData: { order, sessionId, receipts, terms },
}: Route.ComponentProps) {
  return (
    <Page heading="ご注文の内容" narrow>
      <PageMeta title="ご注文の内容" noindex />
      <OrderMark {...orderMark(order)} />
      <OrderDetails order={order} terms={terms} />
      {order.practice && order.paidAt !== null ? (
        <p className="order-screen small">練習用のご注文なので、領収書はありません。</p>
      ) : null}
      {receipts === null ? null : (
        <p className="order-screen">
          <ButtonLink look="secondary" to={receipts}>
            {order.cancelledAt === null ? '領収書を発行する' : '領収書・返金明細書'}
          </ButtonLink>
        </p>
      )}
      {order.paidAt === null || sessionId === null ? null : <PaymentNumber sessionId={sessionId} />}
      <TermsOfOrder order={order} terms={terms} />
    </Page>
  )
}
