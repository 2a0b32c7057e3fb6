/** A sent form; an empty one for a body that is no form. */
export const formOf = (request: Request): Promise<FormData> => request.formData().catch(() => new FormData())

/** A text field, at most `most` characters of it, without NUL, which PostgreSQL does not store; '' for a missing field and for a file. */
export const fieldOf = (form: FormData, name: string, most?: number): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, most) : ''
}

/** The ids that our forms have; without one, forms could not be told apart. */
export const requestIds = /^[\x21-\x7e][\x20-\x7e]{0,299}$/

/** The id of a form's act (N2); '' for one that no form of ours has. */
export const requestIdOf = (form: FormData): string => {
  const id = fieldOf(form, 'requestId')
  return requestIds.test(id) ? id : ''
}

/** The version in a field; -1, which no row has, for a missing or wrong one. */
export const versionIn = (typed: string): number => (/^\d{1,15}$/.test(typed) ? Number(typed) : -1)

/** The version that a form shows. */
export const versionOf = (form: FormData, name = 'version'): number => versionIn(fieldOf(form, name))

/** The first text of each field, for a form of many rows, each of which would be looked for from its beginning. */
export const textsOf = (form: FormData): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>()
  for (const [name, value] of form)
    if (typeof value === 'string' && !texts.has(name)) texts.set(name, value.replaceAll('\0', ''))
  return texts
}

/** The version that a draft began with, or the newer one that she chose to overwrite (R18); -1 as for `versionOf`. */
export const basedOnOf = (form: FormData): number =>
  versionOf(form, form.has('overwrite') ? 'overwrite' : 'basedOn')
