import { ConfirmAgain } from '~/features/desk-access/ui/confirm-again.tsx'
import { deskMoment } from '~/kernel/dates.ts'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import type { MoneyAnswer, ShownPayment } from '../types.ts'
import css from './money.module.css'
import { MailsBuyer } from './sheet-parts.tsx'

export function UnmatchedPayment({
  payment,
  requestId,
  asks,
  answer,
}: {
  readonly payment: ShownPayment
  readonly requestId: string
  readonly asks: boolean
  readonly answer: MoneyAnswer | undefined
}) {
  const { paymentIntent, sessionId, receivedAt, amount, left, refunds } = payment
  const id = answer?.requestId ?? `${requestId}-${paymentIntent}`
  return (
    <section className={css.sheet} aria-labelledby={paymentIntent}>
      <h2 id={paymentIntent}>
        {deskMoment(receivedAt)}　{amount}
      </h2>
      <p className={css.codes}>
        <small>
          {paymentIntent}　{sessionId}
        </small>
      </p>
      {refunds.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {left === null ? null : (
        <>
          <FormCard failed="注文を作り直せませんでした。" failure={answer?.failure}>
            <input type="hidden" name="requestId" value={`${id}-adopt`} />
            <input type="hidden" name="intent" value="adopt" />
            <input type="hidden" name="payment" value={paymentIntent} />
            <MailsBuyer label="ご注文の確認をもう一度メールで送る" answer={{ typed: {} }} />
            <SubmitButton busy="作り直しています…">注文を作り直す</SubmitButton>
          </FormCard>
          <FormCard failed="返金できませんでした。">
            <input type="hidden" name="requestId" value={id} />
            <input type="hidden" name="intent" value="give-back" />
            <input type="hidden" name="payment" value={paymentIntent} />
            <ConfirmAgain asks={asks || answer?.asksConfirmation === true} errors={answer?.errors} />
            <SubmitButton look="danger" busy="返金しています…">{`カードへ ${left} を返金する`}</SubmitButton>
          </FormCard>
        </>
      )}
    </section>
  )
}
