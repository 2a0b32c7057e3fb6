import { withLineEnds } from '~/kernel/text.ts'
import type { SettingPart } from './parts.rules.ts'
import { fieldsOfPart, namesOf, type TypedSettings, weekdays } from './typed.rules.ts'

const longestText = 6_000

/** The days of a row of opening hours come as boxes of their own, or, from the preview, together. */
const textIn = (form: FormData, name: string): string => {
  const text = form.get(name)
  if (text !== null) return withLineEnds(String(text)).slice(0, longestText)
  const row = /^days(\d)$/.exec(name)?.[1]
  return weekdays.filter((day) => row !== undefined && form.has(`${day}${row}`)).join(',')
}

/** The fields of a part as they were typed. */
export const typedForm = (part: SettingPart, form: FormData): TypedSettings =>
  Object.fromEntries(
    fieldsOfPart(part)
      .flatMap(namesOf)
      .map((name) => [name, textIn(form, name)]),
  )
