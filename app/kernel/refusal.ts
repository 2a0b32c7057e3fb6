/** What a command's named refusal says to people, and to machines. */
export interface Refusal {
  /** Of HTTP. */
  readonly status: number
  readonly text: string
  /** The field of the form beside which the text stands; without one it is about the form as a whole. */
  readonly field?: string
}

/** By the names that a command refuses with; it stands beside them in the feature's texts. */
export type Refusals<Name extends string> = Readonly<Record<Name, Refusal>>

/** A refusal as a form shows it. */
export const toldInForm = ({
  field,
  text,
}: Refusal): { readonly failure: string } | { readonly errors: Readonly<Record<string, string>> } =>
  field === undefined ? { failure: text } : { errors: { [field]: text } }
