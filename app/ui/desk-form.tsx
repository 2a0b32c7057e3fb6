import type { ReactNode } from 'react'
import type { LeftOut } from '~/kernel/left-out.ts'
import { DeskFoot } from './desk-page.tsx'
import { FormCard, LostHere, SubmitButton } from './form.tsx'
import { LeftOutNotice } from './left-out.tsx'
import { MergedFields, type VersionAnswer } from './merged-fields.tsx'
import { inPhrases } from './phrases.tsx'
import { RestoredNotice } from './restored-notice.tsx'
import type { DeskDraft } from './use-desk-draft.ts'
import { useTypedText } from './use-typed-text.ts'

/** What `DeskForm` shows of an answer. */
export interface FormAnswer extends VersionAnswer {
  readonly failure?: string
  readonly errors?: Readonly<Record<string, string>>
  /** What an act on several things did not do (N90). */
  readonly left?: readonly LeftOut[]
  /** What it did beside that, by name. */
  readonly doneText?: string
  /** The id of a refused form, which may be sent again under it. */
  readonly requestId?: string
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
  unsure,
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
  /** What its fields are drawn with, in the marks of `drawnWith`. */
  readonly drawn?: string
  readonly answer?: FormAnswer | undefined
  readonly failed: string
  /** As in `LostNotice`. */
  readonly unsure?: string
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
      tellsWithin
      {...(action === undefined ? {} : { action })}
      {...(encType === undefined ? {} : { encType })}
      {...(sticks ? { 'data-reaches': true } : {})}
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
        <LeftOutNotice left={answer?.left} doneText={answer?.doneText} />
        {children}
      </MergedFields>
      <DeskFoot sticks={sticks}>
        {decides}
        {sentence === undefined ? null : <p>{sentence}</p>}
        <SubmitButton busy={busy} {...(danger ? { look: 'danger' as const } : {})}>
          {/* Within the flex box of a button a break of its own would stand between two words of its name. */}
          <span>{inPhrases(button)}</span>
        </SubmitButton>
        <LostHere failed={failed} unsure={unsure} />
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
