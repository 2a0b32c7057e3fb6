import { deskMoment } from '~/kernel/dates.ts'
import { testMailsPerHour } from '~/kernel/mail.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import {
  type TestMail,
  type TestMailStep,
  type TestMailView,
  testMailId,
  testMailOutcome,
} from '../test-mail.rules.ts'
import css from './shop-desk.module.css'
import { ShopForm } from './shop-form.tsx'

/** Sends the owner one mail and tells what became of it, step by step (N66). */
export function TestMailSection({
  view: { recipient, last, trouble },
  requestId,
  answer,
}: {
  readonly view: TestMailView
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  return (
    <section className={css.section}>
      <h2 id={testMailId}>お店からのメール</h2>
      {trouble === null ? null : <p className={css.trouble}>いま、メールを送れません。{trouble}</p>}
      <ShopForm
        button="試しのメールを送る"
        busy="送っています…（長くて20秒）"
        look="secondary"
        act="test-mail"
        failed="試しのメールを送れませんでした。"
        requestId={requestId}
        answer={answer}
      >
        <p>
          お店のメールサーバーから、<strong>{recipient}</strong>{' '}
          {`へ1通送り、どこまで進んだかをお知らせします。お客様には何も届きません。1時間に${testMailsPerHour}通までです。`}
        </p>
      </ShopForm>
      {last === null ? null : <LastTestMail {...last} />}
    </section>
  )
}

function LastTestMail({ at, steps }: TestMail) {
  return (
    <>
      <h3>{deskMoment(at)}に送った試しのメール</h3>
      {steps === null ? (
        <p>{testMailOutcome({ steps }).text}</p>
      ) : (
        <ol className={`stack-2 ${css.steps}`}>
          {steps.map((step) => (
            <Step key={step.text} {...step} />
          ))}
        </ol>
      )}
    </>
  )
}

const signs = { done: '○', skipped: '－', failed: '×' } as const

function Step({ state, text, said }: TestMailStep) {
  return (
    <li className={state === 'failed' ? css.trouble : undefined}>
      <span aria-hidden="true">{signs[state]}</span>
      <span>
        {text}
        {said === '' ? null : (
          <span className={css.since}>
            くわしく：<span lang="en">{said}</span>
          </span>
        )}
      </span>
    </li>
  )
}
