import { useState } from 'react'
import { data } from 'react-router'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { inYen } from '~/features/orders/money.rules.ts'
import { oneLineField } from '~/features/orders/refund/form.server.ts'
import { suggestionFor, sumOfRefund } from '~/features/orders/refund/queries.server.ts'
import { requestRefund } from '~/features/orders/refund/requesting.commands.server.ts'
import {
  faultsIn,
  longestWords,
  totalTyped,
  unitsTyped,
  wantedTyped,
} from '~/features/orders/refund/rules.ts'
import { ownersSheet } from '~/features/orders/refund/sheet.server.ts'
import type { MoneySheet, SheetLine, SuggestedRefund } from '~/features/orders/refund/types.ts'
import { BackChoices } from '~/features/orders/refund/ui/back-choices.tsx'
import css from '~/features/orders/refund/ui/money.module.css'
import {
  LastAct,
  MailsBuyer,
  MoneySums,
  RefundList,
  ShownValues,
} from '~/features/orders/refund/ui/sheet-parts.tsx'
import { UnitsField } from '~/features/orders/refund/ui/units-field.tsx'
import { useTold } from '~/features/orders/refund/ui/use-told.ts'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/refund'

const textOf = (count: number): string => (count === 0 ? '' : String(count))

const suggestedFields = ({ lines, shipping, other, reason }: SuggestedRefund): Record<string, string> => ({
  ...Object.fromEntries(lines.map(({ position, units }) => [`units-${position}`, textOf(units)])),
  shipping: textOf(shipping),
  other: textOf(other),
  reason,
})

const owedText = ({ unitsOwed }: SheetLine): string =>
  unitsOwed === 0 ? '' : `。うち${unitsOwed}は、できなかった返金の分です`

/** Shows the sum at its foot; without script the first press computes it and the second one refunds. */
function RefundForm({
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
      version={sheet.version}
      answer={answer}
      failed="返金できませんでした。"
      unsure="返金できたか、わかりませんでした。"
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
          if (line.quantity === 0) return null
          return (
            <UnitsField
              key={field}
              line={line}
              about={`${inYen(line.unitPrice)} × ${line.quantity}${owedText(line)}`}
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
        maxLength={longestWords}
        defaultValue={typed.reason}
        error={told('reason')}
        onValue={set('reason')}
      />
      <BackChoices
        sheet={sheet}
        answer={answer}
        unitsOf={(at) => unitsTyped(typed[`units-${at}`] ?? '') || undefined}
      />
      <MailsBuyer label="お客様にメールで知らせる" answer={answer} onChange={setMails} />
      <ConfirmAgain asks={asks || answer?.asksConfirmation === true} errors={answer?.errors} />
    </DeskForm>
  )
}

/** The refunds of one order; 404 for everybody but the owner. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number, url.searchParams.get('again'))
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

export const shouldRevalidate = reloadAfter([409])

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
