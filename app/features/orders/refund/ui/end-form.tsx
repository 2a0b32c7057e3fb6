import { useState } from 'react'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { inYen } from '~/features/orders/money.rules.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { TextField } from '~/ui/form.tsx'
import type { MoneySheet } from '../types.ts'
import { BackChoices } from './back-choices.tsx'
import { MailsBuyer, MoneySums, ShownValues } from './sheet-parts.tsx'

export function EndForm({
  sheet,
  requestId,
  asks,
  answer,
}: {
  readonly sheet: MoneySheet
  readonly requestId: string
  readonly asks: boolean
  readonly answer: DeskAnswer | undefined
}) {
  const [mails, setMails] = useState(answer === undefined || answer.typed.mails === '1')
  const money = sheet.left === 0 ? '' : `${sheet.buyer}のカードへ ${inYen(sheet.left)} を返金し、`
  return (
    <DeskForm
      requestId={requestId}
      version={answer?.version ?? sheet.version}
      answer={answer}
      failed="取り消せませんでした。"
      sentence={`${money}注文を取り消し${mails ? '、メールを送ります' : 'ます'}。元には戻せません。`}
      button="取り消す"
      busy="取り消しています…"
      danger
    >
      <ShownValues sheet={sheet} />
      <MoneySums sheet={sheet} />
      <TextField
        name="reason"
        label="理由"
        hint="お店の控えです。お客様には見えません。"
        maxLength={200}
        defaultValue={answer?.typed.reason}
      />
      <BackChoices sheet={sheet} answer={answer} unitsOf={(at) => sheet.lines[at]?.unitsLeft} />
      <MailsBuyer label="お客様にメールで知らせる" answer={answer} onChange={setMails} />
      <ConfirmAgain asks={asks || answer?.asksConfirmation === true} errors={answer?.errors} />
    </DeskForm>
  )
}
