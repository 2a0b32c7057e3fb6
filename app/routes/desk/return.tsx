import { useState } from 'react'
import { data } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import {
  announceReturn,
  receiveReturn,
  unreceiveReturn,
  withdrawReturn,
} from '~/features/orders/refund/returns.commands.server.ts'
import { longestWords, returnFaults, unitsToReturn, wantedTyped } from '~/features/orders/refund/rules.ts'
import { ownersSheet } from '~/features/orders/refund/sheet.server.ts'
import { moneyRefusals } from '~/features/orders/refund/texts.ts'
import type { MoneySheet, SheetReturn } from '~/features/orders/refund/types.ts'
import css from '~/features/orders/refund/ui/money.module.css'
import { MailsBuyer, ShownValues } from '~/features/orders/refund/ui/sheet-parts.tsx'
import { UnitsField } from '~/features/orders/refund/ui/units-field.tsx'
import { useTold } from '~/features/orders/refund/ui/use-told.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { doneText } from '~/kernel/facts.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton, TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/return'

interface Given {
  readonly sheet: MoneySheet
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}

type Outcome = 'arrived' | 'not-arrived' | 'withdrawn'

/** The answer to a form of this return. */
const answerTo = (answer: DeskAnswer | undefined, of: SheetReturn, to: Outcome): DeskAnswer | undefined =>
  answer?.typed.returnId === of.id && answer.typed.to === to ? answer : undefined

/** Whether the page still has the form of a refused act, which another screen may have taken away. */
const hasFormOf = ({ typed: { returnId, to } }: DeskAnswer, returns: readonly SheetReturn[]): boolean =>
  to === undefined
    ? returns.every(({ arrivedAt }) => arrivedAt !== null)
    : returns.some(
        ({ id, arrivedAt, isRefunded }) =>
          id === returnId && (to === 'not-arrived' ? arrivedAt !== null && !isRefunded : arrivedAt === null),
      )

/** A refused act whose form is gone, with what was typed into it. */
export function RefusedWithoutForm({ sheet, answer }: Pick<Given, 'sheet' | 'answer'>) {
  if (answer === undefined || hasFormOf(answer, sheet.returns)) return null
  const { condition = '' } = answer.typed
  return (
    <Notice kind="error">
      {answer.failure ?? moneyRefusals.stale.text}
      {condition === '' ? '' : `書きかけの「届いたときの様子」：「${condition}」`}
    </Notice>
  )
}

function ReturnForm({ sheet, requestId, answer: last }: Given) {
  const answer = last?.typed.to === undefined ? last : undefined
  const [typed, setTyped] = useState(answer?.typed ?? {})
  const most = unitsToReturn(sheet.lines, sheet.notShipped, sheet.returns)
  const { lines } = wantedTyped(sheet.lines.length, (field) => typed[field] ?? '')
  const faults = returnFaults(
    lines.map(({ units }) => units),
    most,
  )
  const { told, onEdit } = useTold(answer?.errors, faults)
  if (most.every((left) => left === 0)) return <p>どの商品も、もう返品を受けつけてあります。</p>
  return (
    <DeskForm
      requestId={requestId}
      version={sheet.version}
      answer={answer}
      failed="書きとめられませんでした。"
      sentence={`${sheet.buyer}から商品が戻るのを待ちます。返金は、届いてからにします。`}
      button="返品を待つ"
      busy="書きとめています…"
    >
      <ShownValues sheet={sheet} />
      <ul className={css.lines}>
        {sheet.lines.map((line, at) => {
          const field = `units-${at}`
          if (line.quantity === 0) return null
          return (
            <UnitsField
              key={field}
              line={line}
              about={`× ${line.quantity}`}
              left={most[at] ?? 0}
              field={field}
              typed={typed[field] ?? ''}
              told={told(field)}
              onValue={(value) => {
                onEdit()
                setTyped((before) => ({ ...before, [field]: value }))
              }}
            />
          )
        })}
      </ul>
      <MailsBuyer label="返品のご案内をメールで送る" answer={answer} />
    </DeskForm>
  )
}

const unitsText = (sheet: MoneySheet, units: readonly number[]): string =>
  sheet.lines.flatMap(({ name }, at) => ((units[at] ?? 0) > 0 ? `${name} × ${units[at]}` : [])).join('、')

function OpenReturn({ sheet, requestId, answer: last, open }: Given & { readonly open: SheetReturn }) {
  const answer = answerTo(last, open, 'arrived')
  return (
    <>
      <p>
        {deskMoment(open.announcedAt)} から待っています：{unitsText(sheet, open.units)}
      </p>
      <DeskForm
        requestId={requestId}
        version={sheet.version}
        answer={answer}
        failed="書きとめられませんでした。"
        sentence="届いたことを書きとめます。返金は、このあと選べます。"
        button="届きました"
        busy="書きとめています…"
      >
        <ShownValues sheet={sheet} />
        <input type="hidden" name="returnId" value={open.id} />
        <input type="hidden" name="to" value="arrived" />
        <TextField
          name="condition"
          label="届いたときの様子"
          hint="お店の控えです。お客様には見えません。"
          maxLength={longestWords}
          defaultValue={answer?.typed.condition}
        />
        <MailsBuyer label="届いたことをメールで知らせる" answer={answer} />
      </DeskForm>
      <Change
        version={sheet.version}
        requestId={requestId}
        answer={last}
        of={open}
        to="withdrawn"
        text="返品を取りやめる"
      />
    </>
  )
}

function Change({
  version,
  requestId,
  answer,
  of,
  to,
  text,
}: Pick<Given, 'requestId' | 'answer'> & {
  readonly version: number
  readonly of: SheetReturn
  readonly to: 'not-arrived' | 'withdrawn'
  readonly text: string
}) {
  const own = answerTo(answer, of, to)
  return (
    <FormCard failed="書きとめられませんでした。" failure={own && (own.failure ?? moneyRefusals.stale.text)}>
      <input type="hidden" name="requestId" value={`${requestId}-${of.id}`} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="returnId" value={of.id} />
      <input type="hidden" name="to" value={to} />
      <SubmitButton look="quiet" busy="書きとめています…">
        {text}
      </SubmitButton>
    </FormCard>
  )
}

function ReturnList({ sheet, requestId, answer }: Given) {
  const { number } = sheet
  const arrived = sheet.returns.filter(({ arrivedAt }) => arrivedAt !== null)
  if (arrived.length === 0) return null
  return (
    <section aria-labelledby="returns">
      <h2 id="returns">届いた返品</h2>
      <ul className={css.refunds}>
        {arrived.map((each) => (
          <li key={each.id}>
            <span>
              {deskMoment(each.arrivedAt ?? 0)}　{unitsText(sheet, each.units)}
              {each.condition === null ? null : <small>{each.condition}</small>}
            </span>
            {each.isRefunded ? (
              <span>返金済み</span>
            ) : (
              <span className={css.acts}>
                <ButtonLink to={href('/admin/orders/:number/refund', { number, return: each.id })}>
                  返金する
                </ButtonLink>
                <Change
                  version={sheet.version}
                  requestId={requestId}
                  answer={answer}
                  of={each}
                  to="not-arrived"
                  text="まだ届いていない"
                />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The returns of one order; 404 for everybody but the owner. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const found = await ownersSheet(ctx, params.number)
  if (found === undefined) throw data(null, { status: 404 })
  return {
    sheet: found.sheet,
    done: doneText(toldActs, url.searchParams.get('done')),
    requestId: ctx.newId(),
  }
}

/** Announces a return, or records its outcome. */
export const action = ({ request, params, context }: Route.ActionArgs) => {
  const page = (done: string) => ({
    at: params,
    done: (_: null, { number }: { readonly number: string }) =>
      href('/admin/orders/:number/return', { number, done }),
  })
  const presses = {
    '': press(announceReturn, page(announceReturn.act.name)),
    arrived: press(receiveReturn, page(receiveReturn.act.name)),
    'not-arrived': press(unreceiveReturn, page(unreceiveReturn.act.name)),
    withdrawn: press(withdrawReturn, page(withdrawReturn.act.name)),
  }
  return deskAction(context.get(appContext), request, presses, 'to')
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function Return({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, done, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number } = sheet
  const open = sheet.returns.find(({ arrivedAt }) => arrivedAt === null)
  const given = { sheet, requestId, answer }
  return (
    <DeskPage title={`返品 ${number}`} back={href('/admin/orders/:number', { number })}>
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <RefusedWithoutForm {...given} />
      <ReturnList {...given} />
      {open !== undefined ? (
        <OpenReturn key={open.id} {...given} open={open} />
      ) : sheet.isShipped ? (
        <>
          <h2>返品を受けつける</h2>
          <ReturnForm {...given} />
        </>
      ) : (
        <Notice>返品は、発送した注文で受けつけます。発送する前なら、取り消しか返金をしてください。</Notice>
      )}
    </DeskPage>
  )
}
