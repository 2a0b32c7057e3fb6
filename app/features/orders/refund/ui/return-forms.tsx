import { useState } from 'react'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { FormCard, SubmitButton, TextField } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import { returnFaults, unitsToReturn, wantedTyped } from '../rules.ts'
import { moneyRefusals } from '../texts.ts'
import type { MoneySheet, SheetReturn } from '../types.ts'
import css from './money.module.css'
import { MailsBuyer, ShownValues } from './sheet-parts.tsx'
import { UnitsField } from './units-field.tsx'
import { useTold } from './use-told.ts'

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

export function ReturnForm({ sheet, requestId, answer: last }: Given) {
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
      version={answer?.version ?? sheet.version}
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
          return (
            <UnitsField
              key={line.number}
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

export function OpenReturn({ sheet, requestId, answer: last, open }: Given & { readonly open: SheetReturn }) {
  const answer = answerTo(last, open, 'arrived')
  return (
    <>
      <p>
        {deskMoment(open.announcedAt)} から待っています：{unitsText(sheet, open.units)}
      </p>
      <DeskForm
        requestId={requestId}
        version={answer?.version ?? sheet.version}
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
          maxLength={200}
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

export function ReturnList({ sheet, requestId, answer }: Given) {
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
