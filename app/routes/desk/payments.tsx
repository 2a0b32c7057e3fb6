import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { adoptOrder } from '~/features/orders/adoption/commands.server.ts'
import { adoptedOrder } from '~/features/orders/adoption/queries.server.ts'
import { unmatchedPayments } from '~/features/orders/refund/queries.server.ts'
import { giveBackUnmatched } from '~/features/orders/refund/transferring.commands.server.ts'
import type { ShownPayment } from '~/features/orders/refund/types.ts'
import css from '~/features/orders/refund/ui/money.module.css'
import { MailsBuyer } from '~/features/orders/refund/ui/sheet-parts.tsx'
import { href } from '~/href.ts'
import { isConfirmed } from '~/kernel/actor.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { appContext } from '~/services.server.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { DeskMore, DeskPage } from '~/ui/desk-page.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/payments'

export function UnmatchedPayment({
  payment,
  requestId,
  asks,
  answer,
}: {
  readonly payment: ShownPayment
  readonly requestId: string
  readonly asks: boolean
  readonly answer: DeskAnswer | undefined
}) {
  const { paymentIntent, sessionId, receivedAt, amount, left, refunds } = payment
  const own = answer?.typed.intent === 'give-back' ? answer : undefined
  const adoption = answer?.typed.intent === 'adopt' ? answer : undefined
  const id = `${requestId}-${paymentIntent}`
  return (
    <section className={`stack-5 ${css.sheet}`} aria-labelledby={paymentIntent}>
      <h2 id={paymentIntent}>
        {deskMoment(receivedAt)}　{amount}
      </h2>
      <DeskMore name="決済サービスでの番号" className={css.codes}>
        <small>
          {paymentIntent}　{sessionId}
        </small>
      </DeskMore>
      {refunds.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {left === null ? null : (
        <>
          <FormCard
            failed="注文を作り直せませんでした。"
            unsure="注文を作り直せたか、わかりませんでした。"
            failure={adoption?.failure}
          >
            <input type="hidden" name="requestId" value={adoption?.requestId ?? `${id}-adopt`} />
            <input type="hidden" name="intent" value="adopt" />
            <input type="hidden" name="payment" value={paymentIntent} />
            <MailsBuyer label="ご注文の確認をもう一度メールで送る" answer={{ typed: {} }} />
            <SubmitButton busy="作り直しています…">注文を作り直す</SubmitButton>
          </FormCard>
          <FormCard
            failed="返金できませんでした。"
            unsure="返金できたか、わかりませんでした。"
            failure={own?.failure}
          >
            <input type="hidden" name="requestId" value={own?.requestId ?? id} />
            <input type="hidden" name="intent" value="give-back" />
            <input type="hidden" name="payment" value={paymentIntent} />
            <ConfirmAgain asks={asks || own?.asksConfirmation === true} errors={own?.errors} />
            <SubmitButton look="danger" busy="返金しています…">{`カードへ ${left} を返金する`}</SubmitButton>
          </FormCard>
        </>
      )}
    </section>
  )
}

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
        href('/admin/orders/:number', {
          number: (await adoptedOrder(ctx, adopted)).number,
          done: adoptOrder.act.name,
        }),
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
      {payments.length === 0 ? (
        <EmptyBox said="注文のない支払いは、ありません。">
          <p>注文が見つからないお金が届いたときは、ここで注文を作り直すか、カードへ返します。</p>
        </EmptyBox>
      ) : null}
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
