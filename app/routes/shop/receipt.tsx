import { data, Link, redirect, redirectDocument } from 'react-router'
import { inYen } from '~/features/orders/money.rules.ts'
import { orderByToken } from '~/features/orders/queries.server.ts'
import { issueReceipt, printReceipt } from '~/features/orders/receipt/commands.server.ts'
import { receiptSheet } from '~/features/orders/receipt/queries.server.ts'
import {
  documentName,
  documentNumber,
  documentTyped,
  type IssuedReceipt,
  kindNames,
  longestNameLine,
  type ReceiptSheet,
} from '~/features/orders/receipt/rules.ts'
import { hindranceTexts, receiptRefusals } from '~/features/orders/receipt/texts.ts'
import { DocumentList, IssuedDocument } from '~/features/orders/receipt/ui/issued-receipt.tsx'
import css from '~/features/orders/receipt/ui/issued-receipts.module.css'
import { orderPath, receiptPath } from '~/features/orders/rules.ts'
import { href } from '~/href.ts'
import { displayDate } from '~/kernel/dates.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { errorFields } from '~/server/log.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { FormCard, SubmitButton, TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/receipt'

// No no-referrer despite the secret address: without script the form would be posted with the origin null.
export const headers = () => ({ 'cache-control': 'no-store' })

/** The receipts of a secret link's order (S23), or 404; `done` is the number of what was just issued. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const found = await readOrUnavailable(ctx, 'receipts', async (db) => {
    const order = await orderByToken(db, params.token)
    return order && { order, sheet: await receiptSheet(db, order) }
  })
  if (found === undefined) throw data(null, { status: 404, statusText: 'Not Found' })
  const { order, sheet } = found
  const done = documentTyped(url.searchParams.get('done') ?? '')
  const issued = sheet?.issued.find(
    ({ number, revision }) => number === done?.number && revision === done.revision,
  )
  return {
    token: order.accessToken,
    sheet: sheet ?? null,
    without: sheet === undefined ? hindranceTexts[order.practice ? 'practice' : 'unpaid'] : null,
    done: issued === undefined ? null : documentName(issued),
    purpose: ctx.settings.receipts.purpose,
  }
}

interface ReceiptAnswer {
  /** Which form of the page. */
  readonly of: string
  readonly typed: string
  readonly failure?: string
  readonly errors?: Readonly<Record<string, string>>
}

/** Issues a receipt or the statement of a refund, or opens one to be printed. */
export const action = async ({ request, params: { token }, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const form = await formOf(request)
  const asked = fieldOf(form, 'print', 20)
  const nameLine = fieldOf(form, 'nameLine')
  const answered = (refusal: (typeof receiptRefusals)[keyof typeof receiptRefusals], of: string) =>
    data<ReceiptAnswer>({ ...asFormAnswer(refusal), of, typed: nameLine }, { status: refusal.status })
  if (asked !== '') {
    const typed = documentTyped(asked)
    if (typed === undefined) return answered(receiptRefusals['not-found'], asked)
    const printed = await printReceipt(ctx, ctx.actor, { token, ...typed })
    if (!printed.ok) return answered(receiptRefusals[printed.error], asked)
    const document = { token, document: documentNumber(typed) }
    return redirectDocument(
      href(
        '/order/:token/receipt/:document',
        printed.value.isFirst ? { ...document, print: 'first' } : document,
      ),
    )
  }
  const refundId = fieldOf(form, 'refund', 100)
  try {
    const issued = await issueReceipt(ctx, ctx.actor, { token, refundId, nameLine })
    return issued.ok
      ? redirect(receiptPath(token, documentNumber(issued.value)))
      : answered(receiptRefusals[issued.error], refundId)
  } catch (error) {
    ctx.log.error('a receipt could not be issued', errorFields(error))
    return answered(receiptRefusals.failed, refundId)
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

/** What is refused as it stands now is shown by the loader. */
export const shouldRevalidate = reloadAfter([409])

/** Opened to be printed by a press, which counts: only a first print bears no mark. To look at it first is a link, which counts nothing. */
function PrintForm({
  receipt,
  token,
  answer,
}: {
  readonly receipt: IssuedReceipt
  readonly token: string
  readonly answer: ReceiptAnswer | undefined
}) {
  const document = documentNumber(receipt)
  const isNew = receipt.printedAt === null
  return (
    <FormCard
      failure={answer?.of === document ? answer.failure : undefined}
      failed={`${kindNames[receipt.kind]}を開けませんでした。`}
    >
      <input type="hidden" name="print" value={document} />
      <SubmitButton look={isNew ? 'primary' : 'secondary'} busy="開いています…">
        {isNew ? '印刷・保存のために開く' : 'もう一度開く（再発行）'}
      </SubmitButton>
      {isNew ? (
        <p>
          <Link
            className="tap"
            reloadDocument
            to={href('/order/:token/receipt/:document', { token, document })}
          >
            {documentName(receipt)}の内容を確かめる
          </Link>
        </p>
      ) : null}
    </FormCard>
  )
}

const standingOf = ({ issuedAt, printedAt }: IssuedReceipt): string =>
  `${displayDate(issuedAt)} 発行・${printedAt === null ? 'まだ印刷していません' : `${displayDate(printedAt)} に印刷のために開きました`}`

function Issued({
  receipts,
  token,
  answer,
}: {
  readonly receipts: readonly IssuedReceipt[]
  readonly token: string
  readonly answer: ReceiptAnswer | undefined
}) {
  return (
    <DocumentList>
      {receipts.map((receipt) => (
        <IssuedDocument key={documentNumber(receipt)} receipt={receipt} standing={standingOf(receipt)}>
          <PrintForm receipt={receipt} token={token} answer={answer} />
        </IssuedDocument>
      ))}
    </DocumentList>
  )
}

function IssueForm({
  sheet: { receipts, nameLine },
  purpose,
  answer,
}: {
  readonly sheet: ReceiptSheet
  readonly purpose: string
  readonly answer: ReceiptAnswer | undefined
}) {
  const own = answer?.of === '' ? answer : undefined
  const isFirst = receipts.length === 0
  return (
    <section className="stack-3" aria-labelledby="issue">
      <h2 id="issue">{isFirst ? '領収書を発行する' : '宛名を変えて発行する'}</h2>
      {isFirst ? null : <p>前の領収書に代わるものを発行します。前の領収書は、お使いにならないでください。</p>}
      <FormCard key={receipts.length} failure={own?.failure} failed="領収書を発行できませんでした。">
        <TextField
          name="nameLine"
          label="宛名"
          autoComplete="organization"
          hint={`${longestNameLine}文字まで。空のままでも発行できます。「様」「御中」を書くとそのまま載り、書かないと、会社や団体の名前には「御中」、ほかには「様」が付きます。`}
          defaultValue={own?.typed ?? nameLine}
          error={own?.errors?.nameLine}
        />
        <p>但し書き：{purpose}</p>
        <SubmitButton look={isFirst ? 'primary' : 'secondary'} busy="発行しています…">
          発行する
        </SubmitButton>
      </FormCard>
    </section>
  )
}

/** The statements of refunds: one for each, beside receipts that were issued before. */
function Refunds({
  sheet: { refunds, nameLine },
  token,
  answer,
}: {
  readonly sheet: ReceiptSheet
  readonly token: string
  readonly answer: ReceiptAnswer | undefined
}) {
  return (
    <section className="stack-3" aria-labelledby="refunds">
      <h2 id="refunds">ご返金の明細書</h2>
      <p>
        ご返金の前に発行した領収書の金額は、変わりません。ご返金の分は、返金明細書をあわせてお使いください。
      </p>
      <ul className="stack-4">
        {refunds.map(({ id, at, amount, issued }) => (
          <li key={id} className="stack-3">
            <p className={css.refund}>
              <span>{displayDate(at)} のご返金</span>
              <span>{inYen(amount)}</span>
            </p>
            {issued.length > 0 ? (
              <Issued receipts={issued} token={token} answer={answer} />
            ) : (
              <FormCard
                failure={answer?.of === id ? answer.failure : undefined}
                failed="返金明細書を発行できませんでした。"
              >
                <input type="hidden" name="refund" value={id} />
                <input type="hidden" name="nameLine" value={nameLine} />
                <SubmitButton look="secondary" busy="発行しています…">
                  返金明細書を発行する
                </SubmitButton>
              </FormCard>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

export default function Receipts({ loaderData, actionData }: Route.ComponentProps) {
  const { token, sheet, without, done, purpose } = loaderData
  const answer = useLastAnswer(actionData)
  const why = sheet === null ? without : sheet.hindrance === null ? null : hindranceTexts[sheet.hindrance]
  return (
    <Page heading="領収書" narrow>
      <PageMeta title="領収書" noindex />
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
          を発行しました。「印刷・保存のために開く」から、印刷やPDFの保存ができます。2回目からは、「再発行」と入ります。
        </Notice>
      )}
      {why === null ? null : <Notice>{why}</Notice>}
      {sheet === null ? null : (
        <>
          <p>注文番号 {sheet.number}</p>
          {sheet.receipts.length === 0 ? null : (
            <section aria-labelledby="issued">
              <h2 id="issued">発行した領収書</h2>
              <Issued receipts={sheet.receipts} token={token} answer={answer} />
            </section>
          )}
          {sheet.hindrance === null && sheet.mayRevise ? (
            <IssueForm sheet={sheet} purpose={purpose} answer={answer} />
          ) : null}
          {sheet.refunds.length === 0 ? null : <Refunds sheet={sheet} token={token} answer={answer} />}
        </>
      )}
      <p>
        <ButtonLink look="quiet" to={orderPath(token)}>
          ご注文の内容に戻る
        </ButtonLink>
      </p>
    </Page>
  )
}
