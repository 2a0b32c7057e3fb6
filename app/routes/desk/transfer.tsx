import { data } from 'react-router'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { ownersSheet } from '~/features/orders/refund/sheet.server.ts'
import { recordTransfer } from '~/features/orders/refund/transferring.commands.server.ts'
import { TransferForm } from '~/features/orders/refund/ui/transfer-form.tsx'
import { href } from '~/href.ts'
import { machineDate } from '~/kernel/dates.ts'
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

export const action = ({ request, params, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(recordTransfer, {
      at: params,
      done: (_, { number }) => href('/admin/orders/:number/refund', { number, done: '1' }),
    }),
  )

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
