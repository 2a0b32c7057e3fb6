import { data } from 'react-router'
import { orderByToken } from '~/features/orders/queries.server.ts'
import { orderView } from '~/features/orders/rules.ts'
import { OrderDetails } from '~/features/orders/ui/order-details.tsx'
import { SalesTerms } from '~/features/orders/ui/sales-terms.tsx'
import { appContext } from '~/services.server.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/order'

export const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

/** The order behind its unguessable link (S23), else 404. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const order = await orderByToken(context.get(appContext).db, params.token)
  if (order === undefined) throw data(null, { status: 404, statusText: 'Not Found' })
  return orderView(order)
}

export default function OrderPage({ loaderData: order }: Route.ComponentProps) {
  return (
    <Page heading="ご注文の内容" narrow>
      <PageMeta title="ご注文の内容" noindex />
      <OrderDetails order={order} />
      <SalesTerms shipped={order.shippedAt !== null} />
    </Page>
  )
}
