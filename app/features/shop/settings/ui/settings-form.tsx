import { type ReactNode, useMemo, useState } from 'react'
import { ValueFields } from '~/ui/chosen-above.tsx'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { TextArea, TextField } from '~/ui/form.tsx'
import { useDeskDraft } from '~/ui/use-desk-draft.ts'
import { typedForm, typedInAnswer } from '../form.rules.ts'
import { type SettingField, type SettingPart, settingParts, unitOf } from '../parts.rules.ts'
import type { SettingsPreview } from '../preview.rules.ts'
import { sourceTexts } from '../texts.ts'
import { bandRows, openingRows, type TypedSettings, weekdays } from '../typed.rules.ts'
import type { PartView } from '../types.ts'
import css from './settings.module.css'
import { PreviewSheet } from './settings-preview.tsx'

interface Rows {
  readonly field: SettingField
  readonly typed: TypedSettings
  readonly errors: Readonly<Record<string, string>> | undefined
  readonly where: ReactNode
}

/** Filled rows, and one empty row while there is room. */
const shownRows = (names: readonly string[], most: number, typed: TypedSettings): number[] => {
  const rows = Array.from({ length: most }, (_, at) => at + 1)
  const last = rows.findLast((row) => names.some((name) => (typed[`${name}${row}`] ?? '') !== '')) ?? 0
  return rows.slice(0, last + 1)
}

/** Shipping fee by cart total. */
function BandRows({ field, typed, errors, where }: Rows) {
  const cell = (name: string, label: string) => ({
    name,
    label,
    unmarked: true,
    inputMode: 'numeric' as const,
    defaultValue: typed[name],
    error: errors?.[name],
  })
  return (
    <fieldset className={css.group}>
      <legend>{field.label}</legend>
      <p>
        上から順に、小計がその額に届かないときの送料です。いちばん下の額からは無料です。{' '}
        <small className={css.where}>{where}</small>
      </p>
      {shownRows(['below', 'fee'], bandRows, typed).map((row) => (
        <div key={row} className={css.pair}>
          <TextField {...cell(`below${row}`, `小計（円未満） ${row}`)} />
          <TextField {...cell(`fee${row}`, `送料（円） ${row}`)} />
        </div>
      ))}
    </fieldset>
  )
}

const dayNames = {
  Monday: '月',
  Tuesday: '火',
  Wednesday: '水',
  Thursday: '木',
  Friday: '金',
  Saturday: '土',
  Sunday: '日',
}

/** Opening days and hours. */
function OpeningRows({ field, typed, errors, where }: Rows) {
  return (
    <fieldset className={css.group}>
      <legend>{field.label}</legend>
      <p>
        同じ時間の曜日を1組にします。 <small className={css.where}>{where}</small>
      </p>
      {shownRows(['days', 'opens', 'closes'], openingRows, typed).map((row) => (
        <OpeningRow key={row} row={row} typed={typed} errors={errors} />
      ))}
    </fieldset>
  )
}

function OpeningRow({ row, typed, errors }: Pick<Rows, 'typed' | 'errors'> & { readonly row: number }) {
  const ticked = (typed[`days${row}`] ?? '').split(',')
  const cell = (name: string, label: string) => ({
    name: `${name}${row}`,
    label: `${label} ${row}`,
    unmarked: true,
    defaultValue: typed[`${name}${row}`],
    error: errors?.[`${name}${row}`],
  })
  const error = errors?.[`days${row}`]
  return (
    <fieldset className={css.opening}>
      <legend>営業の曜日 {row}</legend>
      <div className={`row-2 ${css.days}`}>
        {weekdays.map((day) => (
          <label key={day}>
            <input type="checkbox" name={`days${row}[]`} value={day} defaultChecked={ticked.includes(day)} />
            {dayNames[day]}
          </label>
        ))}
      </div>
      {error === undefined ? null : <p className={css.error}>{error}</p>}
      <div className={css.pair}>
        <TextField {...cell('opens', '始まり')} />
        <TextField {...cell('closes', '終わり')} />
      </div>
    </fieldset>
  )
}

/** Beside the answer of a form that was not saved. */
export interface PreviewShown {
  readonly preview?: SettingsPreview
  readonly seen?: string
  /** Saving asks for the second factor again (N3). */
  readonly asks: boolean
}

interface Shown {
  readonly view: PartView
  /** The earlier values that were filled in; '' for none. */
  readonly from: string
  readonly answer: (DeskAnswer & { readonly more?: PreviewShown }) | undefined
}

/** Drawn anew when the stored values have changed, but not under a form that is being answered: it goes on under its draft. */
export function SettingsForm(shown: Shown) {
  const { view, answer } = shown
  const [mark, setMark] = useState(view.mark)
  if (answer === undefined && mark !== view.mark) setMark(view.mark)
  return <PartForm key={mark} {...shown} />
}

/** Fields first, then the preview, and only there the button that saves (N50). */
function PartForm({ view, from, answer: given }: Shown) {
  const { part, mark, requestId } = view
  // One object for an answer, by which its draft knows whether it is new.
  const answer = useMemo(() => given && { ...given, typed: typedInAnswer(part, given.typed) }, [given, part])
  const draft = useDeskDraft({
    name: ['settings', part, from],
    typedIn: (form) => typedForm(part, form),
    saved: view.typed,
    base: { requestId, version: mark, drawn: view.drawn, id: '' },
    answer,
    savedAs: ['saved'],
  })
  const typed = answer?.typed ?? draft.start
  const version = answer?.version ?? draft.base.version
  const { preview, seen, asks } = answer?.more ?? {}
  if (preview !== undefined)
    return (
      <PreviewSheet
        part={part}
        preview={preview}
        key={seen}
        requestId={answer?.requestId ?? requestId}
        version={version}
        drawn={answer?.drawn ?? draft.base.drawn}
        seen={seen ?? ''}
        typed={typed}
        asks={asks ?? false}
        errors={answer?.errors}
      />
    )
  return (
    <DeskForm
      sticks="stored"
      requestId={requestId}
      answer={answer}
      draft={draft}
      failed="確かめられませんでした。"
      sentence="次の画面で、変わるところを見てから決めます。"
      button="確かめる"
      busy="確かめています…"
    >
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

function PartFields({ part, ...shown }: Fields) {
  const groups = Map.groupBy(settingParts[part].fields, ({ group = '' }: SettingField) => group)
  return [...groups].map(([group, fields]) =>
    group === '' ? (
      <SomeFields key={group} fields={fields} {...shown} />
    ) : (
      <fieldset key={group} className={css.group}>
        <legend>{group}</legend>
        <SomeFields fields={fields} {...shown} />
      </fieldset>
    ),
  )
}

function SomeFields({
  fields,
  typed,
  errors,
  sources,
}: Omit<Fields, 'part'> & { readonly fields: readonly SettingField[] }) {
  return fields.map((field) => {
    const source = sources[field.name]
    const where = source === undefined ? null : sourceTexts[source]
    const Kind = field.kind === 'bands' ? BandRows : field.kind === 'opening' ? OpeningRows : Field
    return (
      <ValueFields key={field.name} name={unitOf(field)}>
        <Kind field={field} typed={typed} errors={errors} where={where} />
      </ValueFields>
    )
  })
}

function Field({
  field: { name, label, kind, hint, optional, group = '' },
  typed,
  errors,
  where,
}: Pick<Fields, 'typed' | 'errors'> & { readonly field: SettingField; readonly where: ReactNode }) {
  const shown = {
    name,
    label: label.startsWith(`${group}：`) ? label.slice(group.length + 1) : label,
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
