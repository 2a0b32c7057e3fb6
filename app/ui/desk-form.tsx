import type { ReactNode } from 'react'
import { DeskFoot } from './desk-page.tsx'
import { FormCard, SubmitButton } from './form.tsx'
import { Notice } from './notice.tsx'

/** What the answer to a form of the desk has in common, where it did not lead on. */
export interface DeskAnswer {
  /** About the form as a whole. */
  readonly failure?: string
  /** By field. */
  readonly errors?: Readonly<Record<string, string>>
  /** What stands there now, where somebody else was first: name, what she typed, what it is now. */
  readonly stale?: readonly { readonly name: string; readonly typed: string; readonly now: string }[]
  /** Of the form that was refused, which may be sent again under it. */
  readonly requestId?: string
}

/**
 * A form of the desk: it carries the id of its act (N2) and the `version` of what it shows, tells what another screen changed
 * meanwhile, and ends in one sentence and one button. Works without script; what was typed comes back as the fields' values.
 */
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
  children,
}: {
  /** Made by the loader; after a lost answer nothing is read anew, so that pressing again is the same act. */
  readonly requestId: string
  readonly version?: number
  readonly answer?: DeskAnswer | undefined
  /** What did not happen, where the answer is lost. */
  readonly failed: string
  /** What will happen. */
  readonly sentence?: ReactNode
  readonly button: string
  readonly busy: string
  readonly danger?: boolean
  readonly action?: string
  readonly children?: ReactNode
}) {
  return (
    <FormCard failure={answer?.failure} failed={failed} {...(action === undefined ? {} : { action })}>
      <input type="hidden" name="requestId" value={answer?.requestId ?? requestId} />
      {version === undefined ? null : <input type="hidden" name="version" value={version} />}
      {answer?.stale === undefined ? null : <Stale fields={answer.stale} />}
      {children}
      <DeskFoot>
        {sentence === undefined ? null : <p>{sentence}</p>}
        <SubmitButton busy={busy} {...(danger ? { look: 'danger' as const } : {})}>
          {button}
        </SubmitButton>
      </DeskFoot>
    </FormCard>
  )
}

/**
 * What Enter in a field presses, for a form whose first button does more than keep what was typed: a browser takes the first one, and
 * Safari the first that it draws.
 */
export function EnterKeeps({ intent }: { readonly intent: string }) {
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

function Stale({ fields }: { readonly fields: NonNullable<DeskAnswer['stale']> }) {
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
