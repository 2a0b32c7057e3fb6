import { data } from 'react-router'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { cancelOrder } from '~/features/orders/refund/cancelling.commands.server.ts'
import { ownersSheet } from '~/features/orders/refund/sheet.server.ts'
import { moneyRefusals } from '~/features/orders/refund/texts.ts'
import { EndForm } from '~/features/orders/refund/ui/end-form.tsx'
import { MoneySums, RefundList } from '~/features/orders/refund/ui/sheet-parts.tsx'
import { href } from '~/href.ts'
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

export const action = ({ request, params, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(cancelOrder, {
      at: params,
      done: (_, { number }) => href('/admin/orders/:number/refund', { number, done: '1' }),
    }),
  )

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
