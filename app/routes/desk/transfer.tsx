import { data, redirect } from 'react-router'
import {
  confirmedActor,
  oneLineField,
  ownersSheet,
  readForm,
  readSentDay,
  refusedAnswer,
} from '~/features/orders/refund/form.server.ts'
import { recordTransfer } from '~/features/orders/refund/transferring.commands.server.ts'
import type { MoneyAnswer } from '~/features/orders/refund/types.ts'
import { TransferForm } from '~/features/orders/refund/ui/transfer-form.tsx'
import { href } from '~/href.ts'
import { machineDate } from '~/kernel/dates.ts'
import { formOf } from '~/kernel/form.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/transfer'

/** A failed refund that was paid back by bank transfer; 404 for everybody but the owner. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number)
  if (found === undefined) throw data(null, { status: 404 })
  const open = found.sheet.refunds.filter(({ isOpen }) => isOpen)
  const failed = open.find(({ id }) => id === url.searchParams.get('refund')) ?? open[0] ?? null
  const today = machineDate(ctx.now()) ?? ''
  return { sheet: found.sheet, asks: found.asks, failed, today, requestId: ctx.newId() }
}

/** Records the bank transfer. */
export const action = async ({ request, params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number)
  if (found === undefined) throw data(null, { status: 404 })
  const form = await formOf(request)
  const sentAt = readSentDay(form, ctx.now())
  if (!sentAt.ok) return data<MoneyAnswer>(sentAt.error, { status: 422 })
  const confirmed = await confirmedActor(ctx, found.actor, form)
  if (!confirmed.ok) return data<MoneyAnswer>(confirmed.error.told, { status: confirmed.error.status })
  const { number } = found.sheet
  const done = await recordTransfer(ctx, confirmed.value, {
    ...readForm(form),
    number,
    refundId: oneLineField(form, 'refundId'),
    sentAt: sentAt.value,
    note: oneLineField(form, 'note'),
  })
  if (done.ok) return redirect(href('/admin/orders/:number/refund', { number, done: '1' }))
  const now = (await ownersSheet(ctx, params.number)) ?? found
  const { status, told } = refusedAnswer(form, done.error, now.sheet)
  return data<MoneyAnswer>(told, { status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Transfer({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, asks, failed, today, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number } = sheet
  return (
    <DeskPage title={`振込で返した ${number}`} back={href('/admin/orders/:number/refund', { number })}>
      {failed === null ? (
        <Notice kind="good">できなかった返金は、もうありません。</Notice>
      ) : (
        <TransferForm
          sheet={sheet}
          failed={failed}
          today={today}
          requestId={requestId}
          asks={asks}
          answer={answer}
        />
      )}
    </DeskPage>
  )
}
