import { data, redirectDocument } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { inYen } from '~/features/orders/money.rules.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { issueReceiptAtDesk, printReceiptAtDesk } from '~/features/orders/receipt/desk.commands.server.ts'
import { receiptSheet } from '~/features/orders/receipt/queries.server.ts'
import {
  documentName,
  documentNumber,
  documentTyped,
  type IssuedReceipt,
  longestNameLine,
  type ReceiptSheet,
} from '~/features/orders/receipt/rules.ts'
import { ownersHindranceTexts } from '~/features/orders/receipt/texts.ts'
import { DeskReceipts } from '~/features/orders/receipt/ui/desk-receipts.tsx'
import css from '~/features/orders/receipt/ui/issued-receipts.module.css'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { href } from '~/href.ts'
import { isConfirmed } from '~/kernel/actor.ts'
import { displayDate } from '~/kernel/dates.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton, TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/order-receipt'

/** The receipts of an order, for the owner; `done` is the number of what was just issued; 404 for an order that has no such page. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  const sheet = await readOrUnavailable(ctx, 'receipts at the desk', async (db) => {
    const order = await orderBy(db, 'orderNumber', orderNumberTyped(params.number))
    return order && receiptSheet(db, order)
  })
  if (sheet === undefined) throw data(null, { status: 404 })
  const done = documentTyped(url.searchParams.get('done') ?? '')
  const issued = sheet.issued.find(
    ({ number, revision }) => number === done?.number && revision === done.revision,
  )
  return {
    sheet,
    purpose: ctx.settings.receipts.purpose,
    done: issued === undefined ? null : documentName(issued),
    asks: !isConfirmed(actor, ctx.now()),
    requestId: ctx.newId(),
  }
}

export const action = async ({ request, params, context }: Route.ActionArgs) => {
  const answered = await deskAction(context.get(appContext), request, {
    '': press(issueReceiptAtDesk, {
      at: params,
      done: (issued, { number }) =>
        href('/admin/orders/:number/receipt', { number, done: documentNumber(issued) }),
    }),
    print: press(printReceiptAtDesk, {
      at: params,
      done: ({ isFirst }, { number, document }) =>
        href('/admin/orders/:number/receipt/:document', {
          ...{ number, document: documentNumber(document) },
          ...(isFirst ? { print: 'first' } : {}),
        }),
    }),
  })
  const to = answered instanceof Response ? (answered.headers.get('location') ?? '') : ''
  const [ending = ''] = to.split('?')[0]?.split('/').slice(-1) ?? []
  // A document is no page that the desk's script could draw.
  return documentTyped(ending) === undefined ? answered : redirectDocument(to)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

/** What may be issued: the receipt, or the statement of a refund. */
const choicesOf = ({ hindrance, mayRevise, receipts, refunds }: ReceiptSheet) => [
  ...(hindrance === null && mayRevise
    ? [{ value: '', text: receipts.length === 0 ? '領収書' : '領収書（宛名を変えて）' }]
    : []),
  ...refunds.map(({ id, at, amount }) => ({
    value: id,
    text: `返金明細書（${displayDate(at)} の ${inYen(amount)}）`,
  })),
]

function IssueForm({
  sheet,
  purpose,
  asks,
  requestId,
  answer,
}: {
  readonly sheet: ReceiptSheet
  readonly purpose: string
  readonly asks: boolean
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const choices = choicesOf(sheet)
  return (
    <DeskForm
      key={sheet.receipts.length}
      requestId={requestId}
      version={sheet.version}
      answer={answer}
      failed="発行できませんでした。"
      sentence={`但し書きは「${purpose}」です（「お店の設定」で変えられます）。お客様にメールは送りません。`}
      button="発行する"
      busy="発行しています…"
    >
      <label className={css.which}>
        発行するもの
        <select name="refund" defaultValue={answer?.typed.refund ?? choices[0]?.value}>
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <TextField
        name="nameLine"
        label="宛名"
        hint={`${longestNameLine}文字まで。空のままでも発行できます。「様」「御中」を書くとそのまま載り、書かないと、会社や団体の名前には「御中」、ほかには「様」が付きます。`}
        defaultValue={answer?.typed.nameLine ?? sheet.nameLine}
        error={answer?.errors?.nameLine}
      />
      <ConfirmAgain asks={asks || answer?.asksConfirmation === true} errors={answer?.errors} />
    </DeskForm>
  )
}

/** A press, for it counts: of all prints of a document the first alone is no copy (M23). */
function PrintForm({
  receipt,
  requestId,
  answer,
}: {
  readonly receipt: IssuedReceipt
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const document = documentNumber(receipt)
  const own = answer?.act === 'print' && answer.typed.print === document ? answer : undefined
  if (receipt.printedAt !== null) return null
  return (
    <FormCard failure={own?.failure} failed={`${documentName(receipt)}を開けませんでした。`}>
      <input type="hidden" name="act" value="print" />
      <input type="hidden" name="requestId" value={`${requestId}-${document}`} />
      <input type="hidden" name="print" value={document} />
      <SubmitButton look="secondary" busy="開いています…">
        {documentName(receipt)}を印刷のために開く
      </SubmitButton>
    </FormCard>
  )
}

export default function OrderReceipt({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, purpose, done, asks, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number, hindrance, issued } = sheet
  return (
    <DeskPage title={`領収書 ${number}`} back={href('/admin/orders/:number', { number })}>
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}を発行しました。
        </Notice>
      )}
      {issued.length === 0 ? (
        <p>まだ発行していません。お客様は、ご注文のページから自分で発行できます。</p>
      ) : (
        <DeskReceipts
          number={number}
          receipts={issued}
          below={(receipt) => <PrintForm receipt={receipt} requestId={requestId} answer={answer} />}
        />
      )}
      {hindrance === null ? null : <Notice>{ownersHindranceTexts[hindrance]}</Notice>}
      {choicesOf(sheet).length === 0 ? null : (
        <IssueForm
          sheet={sheet}
          purpose={purpose}
          asks={asks}
          requestId={requestId}
          answer={answer?.act === 'print' ? undefined : answer}
        />
      )}
    </DeskPage>
  )
}
