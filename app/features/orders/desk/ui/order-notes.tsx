import { longestNote } from '~/features/orders/shipping.rules.ts'
import { deskMoment } from '~/kernel/dates.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { FormCard, SubmitButton, TextArea } from '~/ui/form.tsx'
import { useTypedText } from '~/ui/use-typed-text.ts'
import type { DeskNote, DeskOrder } from '../types.ts'
import css from './order-desk.module.css'

export function OrderNotes({
  notes,
  requestId,
  answer,
}: {
  readonly notes: readonly DeskNote[]
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const own = answer?.act === 'note' ? answer : undefined
  const typedText = useTypedText()
  return (
    <>
      {notes.map(({ id, writtenAt, writtenBy, text }) => (
        <div key={id}>
          <p className={css.note}>{text}</p>
          <p className="small">
            {deskMoment(writtenAt)} {writtenBy}
          </p>
        </div>
      ))}
      <FormCard key={notes.length} failure={own?.failure} failed="メモを書けませんでした。" {...typedText}>
        <input type="hidden" name="act" value="note" />
        <input type="hidden" name="requestId" value={own?.requestId ?? `${requestId}-note`} />
        <TextArea
          name="text"
          label="メモを書く"
          required
          rows={2}
          maxLength={longestNote}
          hint="お客様には見えません。"
          defaultValue={own?.typed?.text}
          error={own?.errors?.text}
        />
        <SubmitButton look="secondary" busy="書いています…">
          書く
        </SubmitButton>
      </FormCard>
    </>
  )
}

const mailStates = { queued: '送っています', sent: '送信済み', dead: '届きませんでした' } as const

export function OrderMails({
  mails,
  requestId,
  answer,
}: {
  readonly mails: NonNullable<DeskOrder['owners']>['mails']
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  if (mails.length === 0) return <p className="small">お客様へのメールは、まだありません。</p>
  return (
    <ul className={css.mails}>
      {mails.map(({ id, kind, name, state, createdAt, endedAt, mayBeSentAgain, waitsUntil }) => {
        const own = answer?.act === kind ? answer : undefined
        return (
          <li key={id}>
            <span>
              {name}
              <br />
              <span className={state === 'dead' ? css.review : 'small'}>
                {waitsUntil === null
                  ? `${mailStates[state]} ${deskMoment(endedAt ?? createdAt)}`
                  : `${deskMoment(waitsUntil)} に送ります`}
              </span>
            </span>
            {mayBeSentAgain ? (
              <FormCard failure={own?.failure} failed="メールを送り直せませんでした。">
                <input type="hidden" name="act" value={kind} />
                <input type="hidden" name="requestId" value={own?.requestId ?? `${requestId}-${kind}`} />
                <SubmitButton look="secondary" busy="送っています…">
                  送り直す
                </SubmitButton>
              </FormCard>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
