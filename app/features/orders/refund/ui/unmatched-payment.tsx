import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { deskMoment } from '~/kernel/dates.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import type { ShownPayment } from '../types.ts'
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
          <FormCard failed="注文を作り直せませんでした。" failure={adoption?.failure}>
            <input type="hidden" name="requestId" value={adoption?.requestId ?? `${id}-adopt`} />
            <input type="hidden" name="intent" value="adopt" />
            <input type="hidden" name="payment" value={paymentIntent} />
            <MailsBuyer label="ご注文の確認をもう一度メールで送る" answer={{ typed: {} }} />
            <SubmitButton busy="作り直しています…">注文を作り直す</SubmitButton>
          </FormCard>
          <FormCard failed="返金できませんでした。" failure={own?.failure}>
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
