import { useState } from 'react'
import { data } from 'react-router'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { inYen } from '~/features/orders/money.rules.ts'
import { longestWords } from '~/features/orders/refund/rules.ts'
import { settleOrder } from '~/features/orders/refund/settling.commands.server.ts'
import { givesBack } from '~/features/orders/refund/settling.rules.ts'
import { ownersSheet } from '~/features/orders/refund/sheet.server.ts'
import { settlementTexts } from '~/features/orders/refund/texts.ts'
import type { MoneySheet } from '~/features/orders/refund/types.ts'
import css from '~/features/orders/refund/ui/money.module.css'
import { MailsBuyer, MoneySums, RefundList, ShownValues } from '~/features/orders/refund/ui/sheet-parts.tsx'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { TextField, useFieldError } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/settle'

const sentenceOf = ({ buyer, left, secondLeft, total }: MoneySheet, how: string | undefined): string => {
  if (how === 'given-back') return `${buyer}のカードへ ${inYen(left)} を返金し、注文を取り消します。`
  if (how === 'second-given-back') return `${buyer}のカードへ ${inYen(secondLeft)} を返金します。`
  if (how === 'accepted') return `合計 ${inYen(total)} のところ、${inYen(left)} で受けます。`
  return '片づけると、もう「要確認」には出ません。'
}

function SettleForm({
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
      version={sheet.version}
      answer={answer}
      failed="片づけられませんでした。"
      unsure="片づけられたか、わかりませんでした。"
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
        maxLength={longestWords}
        required={ends.length === 1 && ends[0] === 'checked'}
        defaultValue={answer?.typed.note}
        error={errors?.note}
      />
      {mayGiveBack ? <MailsBuyer label="返金をお客様にメールで知らせる" answer={answer} /> : null}
      <ConfirmAgain asks={mayGiveBack && (asks || answer?.asksConfirmation === true)} errors={errors} />
    </DeskForm>
  )
}

/** The open reasons to review an order; 404 for everybody but the owner. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number)
  if (found === undefined) throw data(null, { status: 404 })
  return { sheet: found.sheet, asks: found.asks, requestId: ctx.newId() }
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(settleOrder, {
      at: params,
      done: (_, { number, how }) =>
        givesBack(how)
          ? href('/admin/orders/:number/refund', { number, done: '1' })
          : href('/admin/orders/:number', { number, done: settleOrder.act.name }),
    }),
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function Settle({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, asks, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number, review } = sheet
  return (
    <DeskPage title={`確認 ${number}`} back={href('/admin/orders/:number', { number })}>
      <RefundList sheet={sheet} />
      {review === null && answer === undefined ? (
        <Notice kind="good">確認の要ることは、もうありません。</Notice>
      ) : (
        <SettleForm sheet={sheet} requestId={requestId} asks={asks} answer={answer} />
      )}
    </DeskPage>
  )
}
