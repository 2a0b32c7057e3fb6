import { data, redirect } from 'react-router'
import { cancelOrder } from '~/features/orders/refund/cancelling.commands.server.ts'
import {
  confirmedActor,
  oneLineField,
  ownersSheet,
  readForm,
  refusedAnswer,
} from '~/features/orders/refund/form.server.ts'
import { moneyRefusals } from '~/features/orders/refund/texts.ts'
import type { MoneyAnswer } from '~/features/orders/refund/types.ts'
import { EndForm } from '~/features/orders/refund/ui/end-form.tsx'
import { MoneySums, RefundList } from '~/features/orders/refund/ui/sheet-parts.tsx'
import { href } from '~/href.ts'
import { formOf } from '~/kernel/form.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/cancel'

/** The refund that cancelling an order causes; 404 for everybody but the owner. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number)
  if (found === undefined) throw data(null, { status: 404 })
  const why = found.sheet.isDisputed ? 'disputed' : found.sheet.cancelRefusal
  const refusal = why === null ? null : moneyRefusals[why].text
  return { sheet: found.sheet, asks: found.asks, refusal, requestId: ctx.newId() }
}

/** Cancels the order and refunds all of it. */
export const action = async ({ request, params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number)
  if (found === undefined) throw data(null, { status: 404 })
  const form = await formOf(request)
  const confirmed = await confirmedActor(ctx, found.actor, form)
  if (!confirmed.ok) return data<MoneyAnswer>(confirmed.error.told, { status: confirmed.error.status })
  const { number } = found.sheet
  const done = await cancelOrder(ctx, confirmed.value, {
    ...readForm(form),
    number,
    reason: oneLineField(form, 'reason'),
  })
  if (done.ok) return redirect(href('/admin/orders/:number/refund', { number, done: '1' }))
  const now = (await ownersSheet(ctx, params.number)) ?? found
  const { status, told } = refusedAnswer(form, done.error, now.sheet)
  return data<MoneyAnswer>(told, { status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Cancel({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, asks, refusal, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number } = sheet
  return (
    <DeskPage title={`取り消し ${number}`} back={href('/admin/orders/:number', { number })}>
      <RefundList sheet={sheet} />
      {refusal !== null && answer === undefined ? (
        <>
          <Notice>{refusal}</Notice>
          <MoneySums sheet={sheet} />
        </>
      ) : (
        <EndForm sheet={sheet} requestId={requestId} asks={asks} answer={answer} />
      )}
    </DeskPage>
  )
}
