import type { ReactNode } from 'react'
import type { LeftOut } from '~/kernel/left-out.ts'
import { DeskFoot } from './desk-page.tsx'
import { FormCard, SubmitButton } from './form.tsx'
import { LeftOutNotice } from './left-out.tsx'
import { Notice } from './notice.tsx'
import { RestoredNotice } from './restored-notice.tsx'
import type { DeskDraft } from './use-desk-draft.ts'
import { useTypedText } from './use-typed-text.ts'

/** What `DeskForm` shows of an answer. */
export interface FormAnswer {
  readonly failure?: string
  readonly errors?: Readonly<Record<string, string>>
  /** Fields that somebody else changed first: name, what was typed, and the present value. */
  readonly stale?: readonly { readonly name: string; readonly typed: string; readonly now: string }[]
  /** What an act on several things did not do (N90). */
  readonly left?: readonly LeftOut[]
  /** The id of a refused form, which may be sent again under it. */
  readonly requestId?: string
}

/** What an action of the desk answers to a form that led on nowhere. */
export interface DeskAnswer extends FormAnswer {
  /** Which form of a page with several. */
  readonly act?: string
  /** By the name of its field; several values stand in lines. */
  readonly typed: Readonly<Record<string, string>>
  /** What the form is about from here on. */
  readonly version?: string | number
  readonly asksConfirmation?: boolean
}

/** Carries the act's id (N2) and the `version` shown, and lists what another screen has changed. Works without script. */
export function DeskForm({
  requestId,
  version,
  answer,
  failed,
  sentence,
  button,
  busy,
  danger = false,
  action,
  encType,
  draft,
  decides,
  sticks = false,
  children,
}: {
  /** From the loader; it stays after a lost answer, so that pressing again is the same act. */
  readonly requestId: string
  readonly version?: number | string
  readonly answer?: FormAnswer | undefined
  readonly failed: string
  readonly sentence?: ReactNode
  readonly button: string
  readonly busy: string
  readonly danger?: boolean
  readonly action?: string
  readonly encType?: 'multipart/form-data'
  readonly draft?: DeskDraft
  /** What she decides with the press, beside its button. */
  readonly decides?: ReactNode
  /**
   * The button stays on the screen while the form goes on below it: where that shows stored values alone, or rows of which the button
   * tells how many. Elsewhere it stands at the end, so that nothing she must decide lies below it.
   */
  readonly sticks?: 'stored' | 'rows' | false
  readonly children?: ReactNode
}) {
  const typed = useTypedText()
  return (
    <FormCard
      key={draft?.round}
      {...(draft === undefined ? typed : { ref: draft.form, onInput: draft.note })}
      failure={answer?.failure}
      failed={failed}
      {...(action === undefined ? {} : { action })}
      {...(encType === undefined ? {} : { encType })}
    >
      {draft?.isRestored && answer === undefined ? (
        <RestoredNotice
          {...(draft.base.version === '' ? { discard: '書きかけを消す' } : {})}
          onDiscard={draft.discard}
        />
      ) : null}
      <input type="hidden" name="requestId" value={answer?.requestId ?? draft?.base.requestId ?? requestId} />
      {version === undefined || version === '' ? null : (
        <input type="hidden" name="version" value={version} />
      )}
      {answer?.stale === undefined ? null : <Stale fields={answer.stale} />}
      <LeftOutNotice left={answer?.left} />
      {children}
      <DeskFoot sticks={sticks}>
        {decides}
        {sentence === undefined ? null : <p>{sentence}</p>}
        <SubmitButton busy={busy} {...(danger ? { look: 'danger' as const } : {})}>
          {button}
        </SubmitButton>
      </DeskFoot>
    </FormCard>
  )
}

/** Makes Enter in a field save: browsers press the form's first button, and Safari the first one that is visible. */
export function EnterSubmits({ intent }: { readonly intent: string }) {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}

/** What another screen has changed of a form. */
export function Stale({ fields }: { readonly fields: NonNullable<FormAnswer['stale']> }) {
  return (
    <Notice kind="error">
      <p>ほかの画面で先に変わりました。</p>
      {fields.map(({ name, typed, now }) => (
        <p key={name}>
          {name}：いまは「{now}」、この画面では「{typed}」
        </p>
      ))}
    </Notice>
  )
}
