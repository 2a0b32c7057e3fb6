import { fieldOf } from '~/kernel/form.ts'
import { withLineEnds } from '~/kernel/text.ts'
import type { SettingPart } from './parts.rules.ts'
import { fieldsOfPart, namesOf, type TypedSettings, weekdays } from './typed.rules.ts'

const longestText = 6_000

/** Opening days come as checkboxes, rows of a draft (`[]`: it may have none), or joined from the preview. */
const textIn = (form: FormData, name: string): string => {
  if (form.has(name)) return withLineEnds(fieldOf(form, name)).slice(0, longestText)
  const row = /^days(\d)$/.exec(name)?.[1]
  const ticked = row === undefined ? [] : form.getAll(`days${row}[]`)
  return weekdays.filter((day) => ticked.includes(day)).join(',')
}

/** The same of an answer, whose boxes stand in lines. */
export const typedInAnswer = (part: SettingPart, typed: Readonly<Record<string, string>>): TypedSettings => {
  const form = new FormData()
  for (const [name, text] of Object.entries(typed))
    for (const one of name.endsWith('[]') ? text.split('\n') : [text]) form.append(name, one)
  return typedForm(part, form)
}

/** The typed fields of a part. */
export const typedForm = (part: SettingPart, form: FormData): TypedSettings =>
  Object.fromEntries(
    fieldsOfPart(part)
      .flatMap(namesOf)
      .map((name) => [name, textIn(form, name)]),
  )

/** What a press of the form asks for: the preview, the fields again, or to be saved. */
export const intentOf = (form: FormData): 'preview' | 'edit' | 'save' => {
  const intent = form.getAll('intent').at(-1)
  return intent === 'edit' || intent === 'save' ? intent : 'preview'
}
