import { useState } from 'react'
import { data } from 'react-router'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { inYen } from '~/features/orders/money.rules.ts'
import { cancelOrder } from '~/features/orders/refund/cancelling.commands.server.ts'
import { longestWords } from '~/features/orders/refund/rules.ts'
import { ownersSheet } from '~/features/orders/refund/sheet.server.ts'
import { moneyRefusals } from '~/features/orders/refund/texts.ts'
import type { MoneySheet } from '~/features/orders/refund/types.ts'
import { BackChoices } from '~/features/orders/refund/ui/back-choices.tsx'
import { MailsBuyer, MoneySums, RefundList, ShownValues } from '~/features/orders/refund/ui/sheet-parts.tsx'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/cancel'

function EndForm({
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
      version={sheet.version}
      answer={answer}
      failed="取り消せませんでした。"
      unsure="取り消せたか、わかりませんでした。"
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
        maxLength={longestWords}
        defaultValue={answer?.typed.reason}
      />
      <BackChoices sheet={sheet} answer={answer} unitsOf={(at) => sheet.lines[at]?.unitsLeft} />
      <MailsBuyer label="お客様にメールで知らせる" answer={answer} onChange={setMails} />
      <ConfirmAgain asks={asks || answer?.asksConfirmation === true} errors={answer?.errors} />
    </DeskForm>
  )
}

/** The refund that cancelling an order causes; 404 for everybody but the owner. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number)
  if (found === undefined) throw data(null, { status: 404 })
  const why = found.sheet.isDisputed ? 'disputed' : found.sheet.cancelRefusal
  const refusal = why === null ? null : moneyRefusals[why].text
  return { sheet: found.sheet, asks: found.asks, refusal, requestId: ctx.newId() }
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(cancelOrder, {
      at: params,
      done: (_, { number }) => href('/admin/orders/:number/refund', { number, done: '1' }),
    }),
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function Cancel({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, asks, refusal, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number } = sheet
  return (
    <DeskPage title={`取り消し ${number}`} back={href('/admin/orders/:number', { number })}>
      <RefundList sheet={sheet} />
      {refusal !== null && answer === undefined ? (
        <>
          <Notice>{refusal}</Notice>
          <MoneySums sheet={sheet} />
        </>
      ) : (
        <EndForm sheet={sheet} requestId={requestId} asks={asks} answer={answer} />
      )}
    </DeskPage>
  )
}
