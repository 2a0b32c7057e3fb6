export interface Refusal {
  readonly status: number
  readonly text: string
  /** The form field beside which the text is shown; otherwise it is about the whole form. */
  readonly field?: string
}

export type Refusals<Name extends string> = Readonly<Record<Name, Refusal>>

export const toldInForm = ({
  field,
  text,
}: Refusal): { readonly failure: string } | { readonly errors: Readonly<Record<string, string>> } =>
  field === undefined ? { failure: text } : { errors: { [field]: text } }
