import { data } from 'react-router'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { settleOrder } from '~/features/orders/refund/settling.commands.server.ts'
import { givesBack } from '~/features/orders/refund/settling.rules.ts'
import { ownersSheet } from '~/features/orders/refund/sheet.server.ts'
import { SettleForm } from '~/features/orders/refund/ui/settle-form.tsx'
import { RefundList } from '~/features/orders/refund/ui/sheet-parts.tsx'
import { href } from '~/href.ts'
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

export const action = ({ request, params, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(settleOrder, {
      at: params,
      done: (_, { number, how }) =>
        givesBack(how)
          ? href('/admin/orders/:number/refund', { number, done: '1' })
          : href('/admin/orders/:number', { number, done: 'settled' }),
    }),
  )

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
