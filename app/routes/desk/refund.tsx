import { data, redirect } from 'react-router'
import {
  confirmedActor,
  faultBeforeConfirmation,
  oneLineField,
  ownersSheet,
  readForm,
  readWanted,
  refusedAnswer,
  sumNotShown,
} from '~/features/orders/refund/form.server.ts'
import { suggestionFor } from '~/features/orders/refund/queries.server.ts'
import { requestRefund } from '~/features/orders/refund/requesting.commands.server.ts'
import type { MoneyAnswer } from '~/features/orders/refund/types.ts'
import { RefundForm } from '~/features/orders/refund/ui/refund-form.tsx'
import { LastAct, MoneySums, RefundList } from '~/features/orders/refund/ui/sheet-parts.tsx'
import { href } from '~/href.ts'
import { formOf } from '~/kernel/form.ts'
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

/** Refunds part of the order, only if the sum is still the one shown on the sheet. */
export const action = async ({ request, params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number)
  if (found === undefined) throw data(null, { status: 404 })
  const form = await formOf(request)
  const wanted = readWanted(form, found.sheet.lines.length)
  const fault = faultBeforeConfirmation(form, found.sheet, wanted)
  if (fault !== null) return data<MoneyAnswer>(fault.told, { status: fault.status })
  const unseen = sumNotShown(form, found.sheet)
  if (unseen !== null) return data<MoneyAnswer>(unseen, { status: 422 })
  const confirmed = await confirmedActor(ctx, found.actor, form)
  if (!confirmed.ok) return data<MoneyAnswer>(confirmed.error.told, { status: confirmed.error.status })
  const done = await requestRefund(ctx, confirmed.value, {
    ...readForm(form),
    number: found.sheet.number,
    wanted,
    insteadOf: oneLineField(form, 'insteadOf') || null,
    returnId: oneLineField(form, 'returnId') || null,
    note: null,
  })
  const { number } = found.sheet
  if (done.ok) return redirect(href('/admin/orders/:number/refund', { number, done: '1' }))
  const now = (await ownersSheet(ctx, params.number)) ?? found
  const { status, told } = refusedAnswer(form, done.error, now.sheet)
  return data<MoneyAnswer>(told, { status })
}

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
