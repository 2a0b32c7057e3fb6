import { type ReactNode, useState } from 'react'
import { DeskForm, type FormAnswer } from '~/ui/desk-form.tsx'
import { TextArea, TextField } from '~/ui/form.tsx'
import { useDeskDraft } from '~/ui/use-desk-draft.ts'
import { typedForm } from '../form.rules.ts'
import { type SettingField, type SettingPart, settingParts } from '../parts.rules.ts'
import type { SettingsPreview } from '../preview.rules.ts'
import { sourceTexts } from '../texts.ts'
import type { TypedSettings } from '../typed.rules.ts'
import type { PartView } from '../types.ts'
import { BandRows, OpeningRows } from './setting-rows.tsx'
import css from './settings.module.css'
import { PreviewSheet } from './settings-preview.tsx'

export interface SettingsAnswer extends FormAnswer {
  readonly typed: TypedSettings
  /** Version of the present values. */
  readonly mark: string
  readonly preview?: SettingsPreview
  readonly seen?: string
  /** Saving asks for the second factor again (N3). */
  readonly asks?: boolean
}

interface Shown {
  readonly view: PartView
  /** The earlier values that were filled in; '' for none. */
  readonly from: string
  readonly answer: SettingsAnswer | undefined
}

/** Drawn anew when the stored values have changed, but not under a form that is being answered: it goes on under its draft. */
export function SettingsForm(shown: Shown) {
  const { view, answer } = shown
  const [mark, setMark] = useState(view.mark)
  if (answer === undefined && mark !== view.mark) setMark(view.mark)
  return <PartForm key={mark} {...shown} />
}

/** Fields first, then the preview, and only there the button that saves (N50). */
function PartForm({ view, from, answer }: Shown) {
  const { part, mark, requestId } = view
  const draft = useDeskDraft({
    name: ['settings', part, from],
    typedIn: (form) => typedForm(part, form),
    saved: view.typed,
    base: { requestId, version: mark, id: '' },
    versionField: 'shown',
    answer,
    savedAs: ['saved'],
  })
  const typed = answer?.typed ?? draft.start
  const marks = (
    <>
      <input type="hidden" name="shown" value={answer?.mark ?? draft.base.version} />
      <input type="hidden" name="seen" value={answer?.seen ?? ''} />
    </>
  )
  if (answer?.preview !== undefined)
    return (
      <PreviewSheet
        preview={answer.preview}
        key={answer.seen}
        requestId={answer.requestId ?? requestId}
        typed={typed}
        asks={answer.asks ?? false}
        errors={answer.errors}
      >
        {marks}
      </PreviewSheet>
    )
  return (
    <DeskForm
      requestId={requestId}
      answer={answer}
      draft={draft}
      failed="確かめられませんでした。"
      sentence="次の画面で、変わるところを見てから決めます。"
      button="確かめる"
      busy="確かめています…"
    >
      {marks}
      <PartFields part={part} typed={typed} errors={answer?.errors} sources={view.sources} />
    </DeskForm>
  )
}

interface Fields {
  readonly part: SettingPart
  readonly typed: TypedSettings
  readonly errors: Readonly<Record<string, string>> | undefined
  readonly sources: PartView['sources']
}

function PartFields({ part, typed, errors, sources }: Fields) {
  return (
    <>
      {settingParts[part].fields.map((field: SettingField) => {
        const source = sources[field.name]
        const where = source === undefined ? null : sourceTexts[source]
        if (field.kind === 'bands')
          return <BandRows key={field.name} field={field} typed={typed} errors={errors} where={where} />
        if (field.kind === 'opening')
          return <OpeningRows key={field.name} field={field} typed={typed} errors={errors} where={where} />
        return <Field key={field.name} field={field} typed={typed} errors={errors} where={where} />
      })}
    </>
  )
}

function Field({
  field: { name, label, kind, hint, optional },
  typed,
  errors,
  where,
}: Pick<Fields, 'typed' | 'errors'> & { readonly field: SettingField; readonly where: ReactNode }) {
  const shown = {
    name,
    label,
    required: optional === undefined,
    defaultValue: typed[name],
    error: errors?.[name],
    hint: (
      <>
        {hint} <small className={css.where}>{where}</small>
      </>
    ),
  }
  if (kind === 'text' || kind === 'lines' || kind === 'days') return <TextArea rows={3} {...shown} />
  return <TextField {...shown} {...(kind === 'whole' ? { inputMode: 'numeric' as const } : {})} />
}
