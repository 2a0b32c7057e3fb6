import { Fragment, type ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { digestOf } from '~/kernel/list-order.ts'
import type { ButtonLook } from '~/ui/button.tsx'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { MergedFields } from '~/ui/merged-fields.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useTypedText } from '~/ui/use-typed-text.ts'
import { hasFormOf, type ShopAct } from '../shop.rules.ts'

/** `act` and `row` distinguish the forms, because every press is an act of its own (N2). */
export function ShopForm({
  act,
  row = '',
  requestId,
  answer,
  failed,
  button,
  busy,
  look,
  stored = '',
  version,
  drawn,
  children,
}: {
  readonly act: ShopAct
  readonly row?: string
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
  readonly failed: string
  readonly button: string
  readonly busy: string
  readonly look: ButtonLook
  /** What the fields show: they are drawn anew when it changes, and when a refused form is done with. */
  readonly stored?: string
  readonly version?: string
  /** Missing for a button alone. */
  readonly drawn?: string
  readonly children?: ReactNode
}) {
  const own = answerTo(act, row, answer)
  const id = own?.requestId ?? `${requestId} ${act} ${digestOf(row)}`
  const { formData, state } = useNavigation()
  // After an answer the page is read again, which is not the act any more.
  const isOnTheWay = formData?.get('requestId') === id && (state === 'submitting' || own === undefined)
  return (
    <FormCard failure={own?.failure} failed={failed} {...useTypedText()}>
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="requestId" value={id} />
      {row === '' ? null : <input type="hidden" name="number" value={row} />}
      <MergedFields
        version={drawn === undefined ? version : (own?.version ?? version)}
        drawn={own?.drawn ?? drawn}
        answer={own}
      >
        <Fragment key={own === undefined ? `stored ${stored}` : 'typed'}>{children}</Fragment>
      </MergedFields>
      <SubmitButton busy={isOnTheWay ? busy : button} look={look}>
        {button}
      </SubmitButton>
    </FormCard>
  )
}

export const answerTo = (
  act: ShopAct,
  row: string,
  answer: DeskAnswer | undefined,
): DeskAnswer | undefined =>
  // The form of a list's row sends the row's number, the one beside the list what was typed.
  answer?.act === act && (row === '' || answer.typed.number === row) ? answer : undefined

/** A refused act whose form is gone, with the line that was typed into it. */
export function RefusedWithoutForm({
  answer,
  view,
}: {
  readonly answer: DeskAnswer | undefined
  readonly view: Parameters<typeof hasFormOf>[1]
}) {
  if (answer?.failure === undefined || hasFormOf(answer, view)) return null
  const { message = '' } = answer.typed
  return (
    <Notice kind="error" answers>
      {answer.failure}
      {message === '' ? '' : `書きかけのお知らせ：「${message}」`}
    </Notice>
  )
}
