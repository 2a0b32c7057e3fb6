import { useState } from 'react'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { inYen } from '~/features/orders/money.rules.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { TextField } from '~/ui/form.tsx'
import { faultsIn, totalTyped, wantedTyped, wholeTyped } from '../rules.ts'
import type { MoneySheet, SuggestedRefund } from '../types.ts'
import { BackChoices } from './back-choices.tsx'
import css from './money.module.css'
import { MailsBuyer, MoneySums, ShownValues } from './sheet-parts.tsx'
import { UnitsField } from './units-field.tsx'
import { useTold } from './use-told.ts'

const textOf = (count: number): string => (count === 0 ? '' : String(count))

const suggestedFields = ({ lines, shipping, other, reason }: SuggestedRefund): Record<string, string> => ({
  ...Object.fromEntries(lines.map(({ position, units }) => [`units-${position}`, textOf(units)])),
  shipping: textOf(shipping),
  other: textOf(other),
  reason,
})

/** Shows the sum at its foot; without script the first press computes it and the second one refunds. */
export function RefundForm({
  sheet,
  suggestion,
  requestId,
  asks,
  answer,
}: {
  readonly sheet: MoneySheet
  readonly suggestion: SuggestedRefund
  readonly requestId: string
  readonly asks: boolean
  readonly answer: DeskAnswer | undefined
}) {
  const [typed, setTyped] = useState({ ...suggestedFields(suggestion), ...answer?.typed })
  const [mails, setMails] = useState(answer === undefined || answer.typed.mails === '1')
  const wanted = wantedTyped(sheet.lines.length, (field) => typed[field] ?? '')
  const { told, onEdit } = useTold(answer?.errors, faultsIn(sheet, wanted))
  const set = (name: string) => (value: string) => {
    onEdit()
    setTyped((before) => ({ ...before, [name]: value }))
  }
  const total = totalTyped(sheet.lines, typed)
  const sentence =
    total === null || total === 0
      ? '返すものを入れてください。'
      : total > sheet.left
        ? `返せるのは ${inYen(sheet.left)} までです（いまの入力は ${inYen(total)}）。`
        : `${sheet.buyer}のカードへ ${inYen(total)} を返金し${mails ? '、メールを送ります' : 'ます'}。`
  return (
    <DeskForm
      requestId={requestId}
      version={answer?.version ?? sheet.version}
      answer={answer}
      failed="返金できませんでした。"
      sentence={sentence}
      button="返金する"
      busy="返金しています…"
      danger
    >
      <ShownValues sheet={sheet} />
      <input type="hidden" name="shown" value={total ?? ''} />
      <input type="hidden" name="insteadOf" value={suggestion.insteadOf} />
      <input type="hidden" name="returnId" value={suggestion.returnId} />
      <MoneySums sheet={sheet} />
      <ul className={css.lines}>
        {sheet.lines.map((line, at) => {
          const field = `units-${at}`
          return (
            <UnitsField
              key={line.number}
              line={line}
              about={`${inYen(line.unitPrice)} × ${line.quantity}`}
              left={line.unitsLeft}
              field={field}
              typed={typed[field] ?? ''}
              told={told(field)}
              onValue={set(field)}
            />
          )
        })}
      </ul>
      {sheet.shipping === 0 ? null : (
        <TextField
          name="shipping"
          label="送料"
          inputMode="numeric"
          maxLength={12}
          hint={`あと${inYen(sheet.shippingLeft)}まで`}
          defaultValue={typed.shipping}
          error={told('shipping')}
          onValue={set('shipping')}
        />
      )}
      <TextField
        name="other"
        label="そのほかの金額"
        inputMode="numeric"
        maxLength={12}
        defaultValue={typed.other}
        error={told('other')}
        onValue={set('other')}
      />
      <TextField
        name="reason"
        label="何の分か"
        hint="お客様へのメールに載ります。"
        maxLength={200}
        defaultValue={typed.reason}
        error={told('reason')}
        onValue={set('reason')}
      />
      <BackChoices
        sheet={sheet}
        answer={answer}
        unitsOf={(at) => wholeTyped(typed[`units-${at}`] ?? '') || undefined}
      />
      <MailsBuyer label="お客様にメールで知らせる" answer={answer} onChange={setMails} />
      <ConfirmAgain asks={asks || answer?.asksConfirmation === true} errors={answer?.errors} />
    </DeskForm>
  )
}
