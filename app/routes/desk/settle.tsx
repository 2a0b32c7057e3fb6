import { data, redirect } from 'react-router'
import {
  confirmedActor,
  oneLineField,
  ownersSheet,
  readForm,
  refusedAnswer,
} from '~/features/orders/refund/form.server.ts'
import { settleOrder } from '~/features/orders/refund/settling.commands.server.ts'
import { givesBack, settlements } from '~/features/orders/refund/settling.rules.ts'
import type { MoneyAnswer } from '~/features/orders/refund/types.ts'
import { SettleForm } from '~/features/orders/refund/ui/settle-form.tsx'
import { RefundList } from '~/features/orders/refund/ui/sheet-parts.tsx'
import { href } from '~/href.ts'
import { formOf } from '~/kernel/form.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/settle'

/** The open reasons to review an order; 404 for everybody but the owner. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number)
  if (found === undefined) throw data(null, { status: 404 })
  return { sheet: found.sheet, asks: found.asks, requestId: ctx.newId() }
}

/** Closes the open reason. */
export const action = async ({ request, params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number)
  if (found === undefined) throw data(null, { status: 404 })
  const form = await formOf(request)
  const refuse = async (error: Parameters<typeof refusedAnswer>[1]) => {
    const now = (await ownersSheet(ctx, params.number)) ?? found
    const { status, told } = refusedAnswer(form, error, now.sheet)
    return data<MoneyAnswer>(told, { status })
  }
  const how = settlements.find((each) => each === oneLineField(form, 'how'))
  if (how === undefined) return refuse('wrong-end')
  const confirmed = givesBack(how)
    ? await confirmedActor(ctx, found.actor, form)
    : { ok: true as const, value: found.actor }
  if (!confirmed.ok) return data<MoneyAnswer>(confirmed.error.told, { status: confirmed.error.status })
  const { number } = found.sheet
  const sent = { ...readForm(form), number, how, note: oneLineField(form, 'note') }
  const done = await settleOrder(ctx, confirmed.value, sent)
  if (!done.ok) return refuse(done.error)
  return redirect(
    givesBack(how)
      ? href('/admin/orders/:number/refund', { number, done: '1' })
      : href('/admin/orders/:number', { number, done: 'settled' }),
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Settle({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, asks, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number, review } = sheet
  return (
    <DeskPage title={`確認 ${number}`} back={href('/admin/orders/:number', { number })}>
      <RefundList sheet={sheet} />
      {review === null && answer === undefined ? (
        <Notice kind="good">確認の要ることは、もうありません。</Notice>
      ) : (
        <SettleForm sheet={sheet} requestId={requestId} asks={asks} answer={answer} />
      )}
    </DeskPage>
  )
}
