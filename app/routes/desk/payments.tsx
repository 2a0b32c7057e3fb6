import { data, redirect } from 'react-router'
import { confirmedActor, oneLineField, readForm, shopOwner } from '~/features/orders/refund/form.server.ts'
import { unmatchedPayments } from '~/features/orders/refund/queries.server.ts'
import type { MoneyAnswer } from '~/features/orders/refund/types.ts'
import { UnmatchedPayment } from '~/features/orders/refund/ui/unmatched-payment.tsx'
import { actOnPayment } from '~/features/orders/refund/unmatched.commands.server.ts'
import { href } from '~/href.ts'
import { formOf } from '~/kernel/form.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/payments'

/** Payments without an order; 404 for everybody but the owner. */
export const loader = async ({ url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const owner = shopOwner(ctx)
  if (owner === undefined) throw data(null, { status: 404 })
  const payments = await unmatchedPayments(ctx.db)
  return { payments, asks: owner.asks, isDone: url.searchParams.has('done'), requestId: ctx.newId() }
}

/** Recreates the order of a payment, or refunds it. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const owner = shopOwner(ctx)
  if (owner === undefined) throw data(null, { status: 404 })
  const form = await formOf(request)
  const intent = oneLineField(form, 'intent') === 'adopt' ? 'adopt' : 'give-back'
  const confirmed =
    intent === 'adopt'
      ? { ok: true as const, value: owner.actor }
      : await confirmedActor(ctx, owner.actor, form)
  if (!confirmed.ok) return data<MoneyAnswer>(confirmed.error.told, { status: confirmed.error.status })
  const { requestId, mailsBuyer } = readForm(form)
  const payment = oneLineField(form, 'payment')
  const done = await actOnPayment(ctx, confirmed.value, { intent, requestId, mailsBuyer, payment })
  if (done.ok)
    return redirect(
      done.value === null
        ? href('/admin/payments', { done: '1' })
        : href('/admin/orders/:number', { number: done.value, done: 'adopted' }),
    )
  return data<MoneyAnswer>({ failure: done.error, typed: { payment, intent }, requestId }, { status: 409 })
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
