import { machineDate } from '~/kernel/dates.ts'
import { fieldsOf, isRecord, valueAt } from '~/kernel/json.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { inOneField } from '~/kernel/text.ts'
import { typedCount } from '~/kernel/typed-count.ts'
import { typedYen } from '~/kernel/typed-money.ts'
import { type SettingField, type SettingPart, settingParts } from './parts.rules.ts'

/** Fields of a settings form by name; rows are numbered from 1. */
export type TypedSettings = Readonly<Record<string, string>>

export const bandRows = 6
export const openingRows = 7
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
/** Longest field, in characters. */
const longest: Readonly<Record<SettingField['kind'], number>> = {
  line: 100,
  code: 100,
  text: 400,
  whole: 10,
  time: 5,
  lines: 400,
  days: 5_000,
  bands: 10,
  opening: 100,
}

const rowNumbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

const rowNames = (field: SettingField): string[][] => {
  if (field.kind === 'bands') return rowNumbers(bandRows).map((row) => [`below${row}`, `fee${row}`])
  return rowNumbers(openingRows).map((row) => [`days${row}`, `opens${row}`, `closes${row}`])
}

const hasRows = ({ kind }: SettingField) => kind === 'bands' || kind === 'opening'

/** Form names of `field`. */
export const namesOf = (field: SettingField): string[] =>
  hasRows(field) ? rowNames(field).flat() : [field.name]

/** What is said beside each input of `field` that is too long, by its form name. */
export const tooLong = (field: SettingField, typed: TypedSettings): Readonly<Record<string, string>> =>
  Object.fromEntries(
    namesOf(field)
      .filter((name) => [...(typed[name] ?? '')].length > longest[field.kind])
      .map((name) => [name, `${longest[field.kind].toLocaleString('ja-JP')}文字までにしてください。`]),
  )

const shownDay = (day: unknown): string => {
  if (!isRecord(day)) return String(day)
  return `${String(day.from)}〜${String(day.to)}`
}

/** Days in the order of their checkboxes. */
const rowText = (value: unknown): string =>
  Array.isArray(value) ? weekdays.filter((day) => value.includes(day)).join(',') : String(value ?? '')

/** A setting's value as the untouched fields of the form give it back. */
export const typedOf = (field: SettingField, value: unknown): TypedSettings => {
  const list = Array.isArray(value) ? value : []
  if (hasRows(field))
    return Object.fromEntries(
      rowNames(field).flatMap((names, at) => {
        const row = fieldsOf(list[at])
        return names.map((name) => [name, rowText(row[name.replace(/\d+$/, '')])])
      }),
    )
  if (field.kind === 'lines') return { [field.name]: list.join('\n') }
  if (field.kind === 'days') return { [field.name]: list.map(shownDay).join('\n') }
  const text = value === null || value === undefined ? '' : String(value)
  return { [field.name]: field.kind === 'text' ? text : inOneField(text) }
}

export const fieldsOfPart = (part: SettingPart): readonly SettingField[] => settingParts[part].fields

/** A part's settings as shown in its form. */
export const typedPart = (part: SettingPart, settings: ShopSettings): TypedSettings =>
  Object.assign({}, ...fieldsOfPart(part).map((field) => typedOf(field, valueAt(settings, field.path))))

const plain = (text: string) => text.normalize('NFKC').trim()

/** Parses a typed sum, also ￥400; other text, like $10 and 66O, stays text, which validation refuses (N74). */
const sum = (text: string): number | string => typedYen(plain(text)) ?? text

/** Parses a typed count, also 3日; other text stays text, which validation refuses. */
const count = (text: string): number | string => typedCount(text) ?? text

const time = (text: string): string => plain(text).replace(/^(\d):/, '0$1:')

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const day = (text: string): unknown => {
  const [from = '', to, ...more] = plain(text)
    .split(/\s*[~〜から]+\s*/)
    .map((part) => machineDate(part) ?? part)
  if (more.length > 0) return text
  return to === undefined || to === '' ? from : { from, to }
}

/** Parses a form value; validation happens later. */
export const settingValue = (field: SettingField, typed: TypedSettings): unknown => {
  const text = (typed[field.name] ?? '').trim()
  if (hasRows(field)) return rowsOf(field, typed).map(({ value }) => value)
  if (text === '' && field.optional) return field.kind === 'days' ? [] : null
  if (field.kind === 'whole') return count(text)
  if (field.kind === 'time') return time(text)
  if (field.kind === 'lines') return lines(text)
  if (field.kind === 'days') return lines(text).map(day)
  if (field.kind === 'code') return plain(text)
  return field.kind === 'line' ? text.replace(/\s+/g, ' ') : text
}

const bandOf = ([below = '', fee = '']: readonly string[]) => ({ below: sum(below), fee: sum(fee) })

const openingOf = ([names = '', opens = '', closes = '']: readonly string[]) => ({
  // A row without a day gets the error of an invalid day.
  days: names === '' ? [''] : names.split(','),
  opens: time(opens),
  closes: time(closes),
})

/** Filled rows with their numbers in the form. */
const rowsOf = (field: SettingField, typed: TypedSettings) =>
  rowNames(field).flatMap((names, at) => {
    const texts = names.map((name) => (typed[name] ?? '').trim())
    if (texts.every((text) => text === '')) return []
    return [{ row: at + 1, value: field.kind === 'bands' ? bandOf(texts) : openingOf(texts) }]
  })

/** The form field that shows an error at `path` of the settings. */
export const nameOfFault = (
  field: SettingField,
  path: readonly PropertyKey[],
  typed: TypedSettings,
): string => {
  if (!hasRows(field)) return field.name
  const [at, name] = path.slice(field.path.length)
  const row = rowsOf(field, typed)[Number(at ?? 0)]?.row ?? 1
  const first = field.kind === 'bands' ? 'below' : 'days'
  return `${name === undefined ? first : String(name)}${row}`
}
