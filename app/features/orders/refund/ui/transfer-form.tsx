import { useState } from 'react'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { inYen } from '~/features/orders/money.rules.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { TextField } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { MoneySheet, SheetRefund } from '../types.ts'
import { MailsBuyer, ShownValues } from './sheet-parts.tsx'

export function TransferForm({
  sheet,
  failed,
  today,
  requestId,
  asks,
  answer,
}: {
  readonly sheet: MoneySheet
  readonly failed: SheetRefund
  readonly today: string
  readonly requestId: string
  readonly asks: boolean
  readonly answer: DeskAnswer | undefined
}) {
  const [mails, setMails] = useState(answer === undefined || answer.typed.mails === '1')
  const errors = answer?.errors
  return (
    <DeskForm
      requestId={requestId}
      version={answer?.version ?? sheet.version}
      answer={answer}
      failed="書きとめられませんでした。"
      sentence={`${sheet.buyer}へ ${inYen(failed.amount)} を銀行振込で返したことを書きとめ${mails ? '、メールを送ります' : 'ます'}。`}
      button="振込で返した"
      busy="書きとめています…"
    >
      <ShownValues sheet={sheet} />
      <input type="hidden" name="refundId" value={failed.id} />
      <Notice>
        {deskMoment(failed.askedAt)} の {inYen(failed.amount)}：{failed.text}
      </Notice>
      <TextField
        name="day"
        type="date"
        label="振り込んだ日"
        required
        defaultValue={answer?.typed.day ?? today}
        error={errors?.day}
      />
      <TextField
        name="note"
        label="控え"
        hint="お客様には見えません。口座番号は書かないでください。"
        maxLength={200}
        defaultValue={answer?.typed.note}
      />
      <MailsBuyer label="お客様にメールで知らせる" answer={answer} onChange={setMails} />
      <ConfirmAgain asks={asks || answer?.asksConfirmation === true} errors={errors} />
    </DeskForm>
  )
}
