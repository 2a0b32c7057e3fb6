import { useState } from 'react'
import { data } from 'react-router'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { inYen } from '~/features/orders/money.rules.ts'
import { forgoRefund } from '~/features/orders/refund/forgoing.commands.server.ts'
import { longestWords } from '~/features/orders/refund/rules.ts'
import { failedAsked, ownersSheet } from '~/features/orders/refund/sheet.server.ts'
import { recordTransfer } from '~/features/orders/refund/transferring.commands.server.ts'
import type { MoneySheet, SheetRefund } from '~/features/orders/refund/types.ts'
import { MailsBuyer, ShownValues } from '~/features/orders/refund/ui/sheet-parts.tsx'
import { href } from '~/href.ts'
import { deskMoment, machineDate } from '~/kernel/dates.ts'
import { appContext } from '~/services.server.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/transfer'

interface Given {
  readonly sheet: MoneySheet
  readonly failed: SheetRefund
  readonly today: string
  readonly requestId: string
  readonly asks: boolean
  readonly answer: DeskAnswer | undefined
}

function FailedRefund({ failed }: Pick<Given, 'failed'>) {
  return (
    <Notice>
      {deskMoment(failed.askedAt)} の {inYen(failed.amount)}：{failed.text}
    </Notice>
  )
}

function TransferForm({ sheet, failed, today, requestId, asks, answer }: Given) {
  const [mails, setMails] = useState(answer === undefined || answer.typed.mails === '1')
  const errors = answer?.errors
  return (
    <DeskForm
      requestId={requestId}
      version={sheet.version}
      answer={answer}
      failed="書きとめられませんでした。"
      unsure="書きとめられたか、わかりませんでした。"
      sentence={`${sheet.buyer}へ ${inYen(failed.amount)} を銀行振込で返したことを書きとめ${mails ? '、メールを送ります' : 'ます'}。`}
      button="振込で返した"
      busy="書きとめています…"
    >
      <ShownValues sheet={sheet} />
      <input type="hidden" name="refundId" value={failed.id} />
      <FailedRefund failed={failed} />
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
        maxLength={longestWords}
        defaultValue={answer?.typed.note}
      />
      <MailsBuyer label="お客様にメールで知らせる" answer={answer} onChange={setMails} />
      <ConfirmAgain asks={asks || answer?.asksConfirmation === true} errors={errors} />
    </DeskForm>
  )
}

function ForgoForm({ sheet, failed, requestId, asks, answer }: Omit<Given, 'today'>) {
  const errors = answer?.errors
  return (
    <DeskForm
      requestId={requestId}
      version={sheet.version}
      answer={answer}
      failed="書きとめられませんでした。"
      unsure="書きとめられたか、わかりませんでした。"
      sentence={`${inYen(failed.amount)} を返さないことにします。この分の商品は、まだ発送していなければ荷物に戻ります。お客様へのメールは送りません。`}
      button="返金しないことにする"
      busy="書きとめています…"
      danger
    >
      <ShownValues sheet={sheet} />
      <input type="hidden" name="refundId" value={failed.id} />
      <input type="hidden" name="how" value="forgone" />
      <FailedRefund failed={failed} />
      <TextField
        name="because"
        label="なぜ返さなくてよいのか"
        hint="お店の控えです。お客様には見えません。"
        required
        maxLength={longestWords}
        defaultValue={answer?.typed.because}
        error={errors?.because}
      />
      <ConfirmAgain asks={asks || answer?.asksConfirmation === true} errors={errors} />
    </DeskForm>
  )
}

/** A failed refund that was paid back by bank transfer, or of which nothing is owed; 404 for everybody but the owner. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number)
  if (found === undefined) throw data(null, { status: 404 })
  const failed = failedAsked(found.sheet, url.searchParams.get('refund'))
  const today = machineDate(ctx.now()) ?? ''
  const isForgone = url.searchParams.has('forgo')
  return { sheet: found.sheet, asks: found.asks, failed, today, isForgone, requestId: ctx.newId() }
}

export const action = ({ request, params, context }: Route.ActionArgs) => {
  const page = {
    at: params,
    done: (_: unknown, { number }: { readonly number: string }) =>
      href('/admin/orders/:number/refund', { number, done: '1' }),
  }
  const presses = { '': press(recordTransfer, page), forgone: press(forgoRefund, page) }
  return deskAction(context.get(appContext), request, presses, 'how')
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function Transfer({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, asks, failed, today, isForgone, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number } = sheet
  const title = isForgone ? '返金しない' : '振込で返した'
  const given = { sheet, requestId, asks, answer }
  return (
    <DeskPage title={`${title} ${number}`} back={href('/admin/orders/:number/refund', { number })}>
      {failed === null ? (
        <Notice kind="good">この返金は、もう終わっています。</Notice>
      ) : isForgone ? (
        <ForgoForm {...given} failed={failed} />
      ) : (
        <TransferForm {...given} failed={failed} today={today} />
      )}
    </DeskPage>
  )
}
