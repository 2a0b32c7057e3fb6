import { fieldsOf } from '~/kernel/json.ts'
import { withLineEnds } from '~/kernel/text.ts'

/** What the form of a feature holds, as typed, and what its save begins with: an id, a version. */
export interface FormShape<Typed extends object, Base> {
  readonly typedIn: (form: FormData) => Typed
  /** Of the form's hidden fields. */
  readonly baseIn: (form: FormData) => Base
  /** `base` for a form of its own beside the draft that it came from; `own` is what this form began with. */
  readonly besideDraft?: (base: Base, own: Base) => Base
  /** Whether nothing has to be kept of the one beside the other. */
  readonly isSame: (a: Typed, b: Typed) => boolean
}

/** As a draft is stored: the form's fields in their order, without files. */
export const entriesOf = (form: FormData): { readonly entries: readonly (readonly [string, string])[] } => ({
  entries: [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
})

/** The fields of a stored draft; null for any other value. */
export const formInDraft = (stored: unknown): FormData | null => {
  const { entries } = fieldsOf(stored)
  if (!Array.isArray(entries)) return null
  const form = new FormData()
  for (const entry of entries)
    if (Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string')
      form.append(entry[0], entry[1])
  return form
}

/**
 * `form` with the fields that `draft` has; one that the draft does not know keeps what stands in the form, but for rows, of
 * which a draft without any has none.
 */
export const laidOver = (form: FormData, draft: FormData): FormData => {
  const laid = new FormData()
  for (const source of [draft, form])
    for (const [name, value] of source)
      if (source === draft || !(draft.has(name) || name.endsWith('[]'))) laid.append(name, value)
  return laid
}

/** The version that a form names; -1, which is none, for any other text. */
export const versionIn = (form: FormData): number => {
  const version = form.get('basedOn')
  return typeof version === 'string' && /^\d{1,15}$/.test(version) ? Number(version) : -1
}

const isSameText = (a: unknown, b: unknown): boolean => {
  const [first, second] = [a, b].map((value) =>
    JSON.stringify(value, (_, text) => (typeof text === 'string' ? withLineEnds(text) : text)),
  )
  return first === second
}

/**
 * A draft with what was typed before it could be read, field by field; `saved` is what stood in the form. `replaces` says
 * that the draft has another text of hers in one of these fields: then it has to be kept as well.
 */
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
