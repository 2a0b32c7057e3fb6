import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { adoptOrder } from '~/features/orders/payment/adoption.commands.server.ts'
import { adoptedOrder } from '~/features/orders/payment/queries.server.ts'
import { unmatchedPayments } from '~/features/orders/refund/queries.server.ts'
import { giveBackUnmatched } from '~/features/orders/refund/transferring.commands.server.ts'
import { UnmatchedPayment } from '~/features/orders/refund/ui/unmatched-payment.tsx'
import { href } from '~/href.ts'
import { isConfirmed } from '~/kernel/actor.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/payments'

/** Payments without an order; 404 for everybody but the owner. */
export const loader = async ({ url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const owner = ownerAtDesk(ctx)
  const payments = await unmatchedPayments(ctx.db)
  return {
    payments,
    asks: !isConfirmed(owner, ctx.now()),
    isDone: url.searchParams.has('done'),
    requestId: ctx.newId(),
  }
}

/** Recreates the order of a payment, or refunds it. */
export const action = ({ request, context }: Route.ActionArgs) => {
  const presses = {
    adopt: press(adoptOrder, {
      at: {},
      done: async (adopted, _, ctx) =>
        href('/admin/orders/:number', { number: (await adoptedOrder(ctx, adopted)).number, done: 'adopted' }),
    }),
    'give-back': press(giveBackUnmatched, { at: {}, done: () => href('/admin/payments', { done: '1' }) }),
  }
  return deskAction(context.get(appContext), request, presses, 'intent')
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
  const { payments, asks, isDone, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title="注文のない支払い" back={href('/admin')}>
      {isDone ? (
        <Notice kind="good" announce>
          返金を依頼しました。結果はまもなく表示されます。
        </Notice>
      ) : null}
      {payments.length === 0 ? <p>注文のない支払いは、ありません。</p> : null}
      {payments.map((payment) => (
        <UnmatchedPayment
          key={payment.paymentIntent}
          payment={payment}
          requestId={requestId}
          asks={asks}
          answer={answer?.typed.payment === payment.paymentIntent ? answer : undefined}
        />
      ))}
    </DeskPage>
  )
}
