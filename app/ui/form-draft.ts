import { fieldsOf } from '~/kernel/json.ts'
import { withLineEnds } from '~/kernel/text.ts'

/** How a form's fields become a value, and what its save is based on: an id, a version. */
export interface FormShape<Typed extends object, Base> {
  readonly typedIn: (form: FormData) => Typed
  readonly baseIn: (form: FormData) => Base
  /** The base of a new form that leaves its draft alone; `own` is what this form began with. */
  readonly besideDraft?: (base: Base, own: Base) => Base
  /** Whether neither needs to be kept beside the other. */
  readonly isSame: (a: Typed, b: Typed) => boolean
}

export const entriesOf = (form: FormData): { readonly entries: readonly (readonly [string, string])[] } => ({
  entries: [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
})

export const formInDraft = (stored: unknown): FormData | null => {
  const { entries } = fieldsOf(stored)
  if (!Array.isArray(entries)) return null
  const form = new FormData()
  for (const entry of entries)
    if (Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string')
      form.append(entry[0], entry[1])
  return form
}

/** `form` with the fields of `draft`. Missing fields keep the form's value, but a draft without rows (`[]`) has none. */
export const laidOver = (form: FormData, draft: FormData): FormData => {
  const laid = new FormData()
  for (const source of [draft, form])
    for (const [name, value] of source)
      if (source === draft || !(draft.has(name) || name.endsWith('[]'))) laid.append(name, value)
  return laid
}

/** Whether both are the same as JSON, whichever ends their lines have. */
export const isSameText = (a: unknown, b: unknown): boolean => {
  const [first, second] = [a, b].map((value) =>
    JSON.stringify(value, (_, text) => (typeof text === 'string' ? withLineEnds(text) : text)),
  )
  return first === second
}

/** Merges what was typed before the draft was read. `replaces`: the draft has other text there, and must be kept too. */
export const withTypedEarly = <Typed extends object>(
  draft: Typed,
  early: Typed,
  saved: Typed,
): { readonly typed: Typed; readonly replaces: boolean } => {
  const typed = { ...draft }
  let replaces = false
  for (const field in early) {
    if (isSameText(early[field], saved[field])) continue
    replaces ||= !isSameText(draft[field], saved[field]) && !isSameText(draft[field], early[field])
    typed[field] = early[field]
  }
  return { typed, replaces }
}
