import type { ReactNode } from 'react'
import { TextField } from '~/ui/form.tsx'
import type { SettingField } from '../parts.rules.ts'
import { bandRows, openingRows, type TypedSettings, weekdays } from '../typed.rules.ts'
import css from './settings.module.css'

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
export function BandRows({ field, typed, errors, where }: Rows) {
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
export function OpeningRows({ field, typed, errors, where }: Rows) {
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
