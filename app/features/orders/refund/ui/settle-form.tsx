import { useState } from 'react'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { inYen } from '~/features/orders/money.rules.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { TextField, useFieldError } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import { givesBack } from '../settling.rules.ts'
import { settlementTexts } from '../texts.ts'
import type { MoneySheet } from '../types.ts'
import css from './money.module.css'
import { MailsBuyer, MoneySums, ShownValues } from './sheet-parts.tsx'

const sentenceOf = ({ buyer, left, secondLeft, total }: MoneySheet, how: string | undefined): string => {
  if (how === 'given-back') return `${buyer}のカードへ ${inYen(left)} を返金し、注文を取り消します。`
  if (how === 'second-given-back') return `${buyer}のカードへ ${inYen(secondLeft)} を返金します。`
  if (how === 'accepted') return `合計 ${inYen(total)} のところ、${inYen(left)} で受けます。`
  return '片づけると、もう「要確認」には出ません。'
}

export function SettleForm({
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
  const ends = sheet.review?.ends ?? []
  const [how, setHow] = useState(answer?.typed.how ?? (ends.length === 1 ? ends[0] : undefined))
  const errors = answer?.errors
  const told = useFieldError(errors?.how)
  const mayGiveBack = ends.some(givesBack)
  return (
    <DeskForm
      requestId={requestId}
      version={answer?.version ?? sheet.version}
      answer={answer}
      failed="片づけられませんでした。"
      sentence={sentenceOf(sheet, how)}
      button="片づける"
      busy="片づけています…"
    >
      <ShownValues sheet={sheet} />
      {sheet.review === null ? null : <Notice>{sheet.review.text}</Notice>}
      <MoneySums sheet={sheet} />
      <fieldset className={css.choices}>
        <legend>どう片づけますか</legend>
        {ends.map((end) => (
          <label key={end} className={css.choice}>
            <input
              type="radio"
              name="how"
              value={end}
              required
              defaultChecked={how === end}
              onChange={() => {
                told.onEdit()
                setHow(end)
              }}
            />
            <span>
              <strong>{settlementTexts[end].label}</strong>
              <small>{settlementTexts[end].what}</small>
            </span>
          </label>
        ))}
        {told.error ? (
          <p className={css.wrong} role="alert">
            {told.error}
          </p>
        ) : null}
      </fieldset>
      <TextField
        name="note"
        label="確かめたこと"
        hint="お店の控えです。お客様には見えません。"
        maxLength={200}
        required={ends.length === 1 && ends[0] === 'checked'}
        defaultValue={answer?.typed.note}
        error={errors?.note}
      />
      {mayGiveBack ? <MailsBuyer label="返金をお客様にメールで知らせる" answer={answer} /> : null}
      <ConfirmAgain asks={mayGiveBack && (asks || answer?.asksConfirmation === true)} errors={errors} />
    </DeskForm>
  )
}
