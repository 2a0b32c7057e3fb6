import { doubtedIn } from '~/features/orders/carriers.rules.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { labelFields } from './labels.rules.ts'
import { numberDoubts } from './numbers.rules.ts'
import { tickOf } from './rules.ts'

const mostFields = 1_000

/** Field values by the part of their name after `prefix`. */
const named = (form: FormData, prefix: string): string[] =>
  [...new Set(form.keys())]
    .filter((name) => name.startsWith(prefix) && !name.includes('\0'))
    .slice(0, mostFields)
    .map((name) => name.slice(prefix.length))

/** The form's orders, each with the version shown. */
export const ordersOf = (form: FormData) =>
  named(form, 'version:')
    .filter((number) => number.length <= 20)
    .map((number) => ({ number, version: versionOf(form, `version:${number}`) }))

/** Submitted checkboxes: those on, and those changed from what the page showed. */
export const ticksIn = (form: FormData) => {
  const on = new Set(named(form, 'tick:').filter((key) => tickOf(key) !== undefined))
  const was = new Set(named(form, 'was:').filter((key) => tickOf(key) !== undefined))
  return {
    on,
    added: [...on].filter((key) => !was.has(key)),
    removed: [...was].filter((key) => !on.has(key)),
  }
}

const longestLabelText = 200

/** The form's label corrections by order and field. */
export const labelTextsIn = (form: FormData) =>
  named(form, 'label:').flatMap((key) => {
    const [number = '', typed = ''] = key.split(':')
    const field = labelFields.find((each) => each === typed)
    const text = fieldOf(form, `label:${key}`, longestLabelText)
    return field === undefined || number.length > 20 ? [] : [{ number, field, text }]
  })

/** Doubts about numbers by field, but those that the form has shown: no parcel leaves with a doubt that nobody has read (N15). */
export const doubtsNotShown = (
  form: FormData,
  carrier: string,
  numbers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | null => {
  const shown = form.getAll('doubted')
  const found = Object.entries(numberDoubts(carrier, numbers)).flatMap(([field, doubt]) =>
    shown.includes(doubtedIn({ carrier, tracking: numbers[field] ?? '' }, doubt))
      ? []
      : [[field, `${doubt}このままでよければ、もう一度押してください。`]],
  )
  return found.length === 0 ? null : Object.fromEntries(found)
}
