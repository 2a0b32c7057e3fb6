import type { ReactNode } from 'react'
import { DeskFoot } from './desk-page.tsx'
import { FormCard, SubmitButton } from './form.tsx'
import { MergedFields } from './merged-fields.tsx'
import { RestoredNotice } from './restored-notice.tsx'
import type { DeskDraft } from './use-desk-draft.ts'
import { useTypedText } from './use-typed-text.ts'

/** What `DeskForm` shows of an answer. */
export interface FormAnswer {
  readonly failure?: string
  readonly errors?: Readonly<Record<string, string>>
  /** Fields that somebody else changed first and that are shown anew: name, what was typed, and the present value. */
  readonly stale?: readonly { readonly name: string; readonly typed: string; readonly now: string }[]
  /** Of a form that is merged with what somebody else changed first (N82). */
  readonly merged?: MergedAnswer
  /** The id of a refused form, which may be sent again under it. */
  readonly requestId?: string
  /** What the form is about from here on, and what it then counts as drawn with. */
  readonly version?: string | number
  readonly drawn?: string
  /** Its fields have other values than those that were sent: they are drawn anew. */
  readonly isRedrawn?: true
}

/** A value in words, and the photographs that it has. */
interface PresentValue {
  readonly name: string
  /** Those of a value with several fields that have changed. */
  readonly parts: readonly string[]
  readonly now: string
  readonly nowPictures: readonly string[]
}

export interface MergedAnswer {
  /** Values that were not touched and are the present ones. */
  readonly taken: readonly PresentValue[]
  /** Values that both have changed, each with the fields that it has in the form, as they are by いまの値. */
  readonly both: readonly (PresentValue & {
    readonly unit: string
    readonly typed: string
    readonly typedPictures: readonly string[]
    readonly values: Readonly<Record<string, string>>
  })[]
  /** The form was sent without a choice. */
  readonly isAsked?: true
}

/** What an action of the desk answers to a form that led on nowhere. */
export interface DeskAnswer extends FormAnswer {
  /** Which form of a page with several. */
  readonly act?: string
  /** By the name of its field; several values stand in lines. */
  readonly typed: Readonly<Record<string, string>>
  readonly asksConfirmation?: boolean
}

/** Carries the act's id (N2) and the `version` shown, and merges what another screen has changed (N82). Works without script. */
export function DeskForm({
  requestId,
  version,
  drawn,
  answer,
  failed,
  sentence,
  button,
  busy,
  danger = false,
  action,
  encType,
  draft,
  children,
}: {
  /** From the loader; it stays after a lost answer, so that pressing again is the same act. */
  readonly requestId: string
  readonly version?: number | string
  /** What its fields are drawn with, in the marks of `drawnWith`. */
  readonly drawn?: string
  readonly answer?: FormAnswer | undefined
  readonly failed: string
  readonly sentence?: ReactNode
  readonly button: string
  readonly busy: string
  readonly danger?: boolean
  readonly action?: string
  readonly encType?: 'multipart/form-data'
  readonly draft?: DeskDraft
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
      <MergedFields
        version={answer?.version ?? draft?.base.version ?? version}
        drawn={answer?.drawn ?? draft?.base.drawn ?? drawn}
        answer={answer}
      >
        {children}
      </MergedFields>
      <DeskFoot>
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
