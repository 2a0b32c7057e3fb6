import { data } from 'react-router'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { inYen } from '~/features/orders/money.rules.ts'
import { oneLineField } from '~/features/orders/refund/form.server.ts'
import { suggestionFor, sumOfRefund } from '~/features/orders/refund/queries.server.ts'
import { requestRefund } from '~/features/orders/refund/requesting.commands.server.ts'
import { ownersSheet } from '~/features/orders/refund/sheet.server.ts'
import { RefundForm } from '~/features/orders/refund/ui/refund-form.tsx'
import { LastAct, MoneySums, RefundList } from '~/features/orders/refund/ui/sheet-parts.tsx'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/refund'

/** The refunds of one order; 404 for everybody but the owner. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number)
  if (found === undefined) throw data(null, { status: 404 })
  const asked = { again: url.searchParams.get('again'), returned: url.searchParams.get('return') }
  const suggestion = await suggestionFor(ctx.db, found.sheet, asked)
  const { sheet, asks } = found
  return { sheet, asks, suggestion, isDone: url.searchParams.has('done'), requestId: ctx.newId() }
}

/** Refunds part of the order; without script the first press only shows the sum, so that nothing is refunded unseen. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(requestRefund, {
      at: params,
      first: async ({ db }, { number, wanted }, form) => {
        const total = await sumOfRefund(db, number, wanted)
        if (total === null || total === 0 || String(total) === oneLineField(form, 'shown')) return null
        const failure = `返金は ${inYen(total)} になります。よければ、もう一度押してください。`
        return { status: 422, answer: { failure } }
      },
      done: (_, { number }) => href('/admin/orders/:number/refund', { number, done: '1' }),
    }),
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, asks, suggestion, isDone, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number } = sheet
  return (
    <DeskPage title={`返金 ${number}`} back={href('/admin/orders/:number', { number })}>
      {isDone ? (
        <>
          <LastAct sheet={sheet} />
          <MoneySums sheet={sheet} />
          <RefundList sheet={sheet} />
          {sheet.left === 0 ? null : (
            <ButtonLink look="secondary" to={href('/admin/orders/:number/refund', { number })}>
              ほかにも返金する
            </ButtonLink>
          )}
          <ButtonLink look="secondary" to={href('/admin/orders/:number', { number })}>
            注文のページに戻る
          </ButtonLink>
        </>
      ) : (
        <>
          <RefundList sheet={sheet} />
          {sheet.refundRefusal === null && sheet.left === 0 && answer === undefined ? (
            <>
              <Notice>返せる金額は、もうありません。</Notice>
              <MoneySums sheet={sheet} />
            </>
          ) : sheet.refundRefusal === null ? (
            <RefundForm
              key={suggestion.insteadOf + suggestion.returnId}
              sheet={sheet}
              suggestion={suggestion}
              requestId={requestId}
              asks={asks}
              answer={answer}
            />
          ) : (
            <Notice>
              {sheet.refundRefusal === 'disputed'
                ? '異議申し立ての結果が出るまで、返金できません。'
                : '支払いが済んだ注文だけ、返金できます。'}
            </Notice>
          )}
        </>
      )}
    </DeskPage>
  )
}
