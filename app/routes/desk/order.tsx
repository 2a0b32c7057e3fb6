import { redirect } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { orderAction, orderShown } from '~/features/orders/desk/order-page.server.ts'
import { OrderBody } from '~/features/orders/desk/ui/order-body.tsx'
import { sheetsAround } from '~/features/orders/desk/ui/order-next.tsx'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { useBackBeside } from '~/ui/open-beside.ts'
import { WaysToNeighbours } from '~/ui/ways-to-neighbours.tsx'
import type { Route } from './+types/order'

/** The order with this number in any spelling; 404 when this person may not see it. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const shown = await orderShown(context.get(appContext), params.number, toldActs, url)
  const { number } = shown.order
  if (number !== params.number) throw redirect(href('/admin/orders/:number', { number }))
  return shown
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  orderAction(context.get(appContext), request, params, (order) => href('/admin/orders/:number', order))

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function OrderOfDesk({ loaderData, actionData }: Route.ComponentProps) {
  const { order, sheets, done, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const around = sheetsAround(order, sheets)
  useBackBeside(href('/admin/orders/:number', { number: order.number }))
  return (
    <DeskPage
      title={`注文 ${order.number}`}
      back={href('/admin/orders')}
      beside={<WaysToNeighbours of="注文" />}
      foot={around.next}
      showsFoot
    >
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <OrderBody {...{ order, requestId, answer }} {...around} />
    </DeskPage>
  )
}
