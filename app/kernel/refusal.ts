export interface Refusal {
  readonly status: number
  readonly text: string
  /** The form field beside which the text is shown; otherwise it is about the whole form. */
  readonly field?: string
}

export type Refusals<Name extends string> = Readonly<Record<Name, Refusal>>

export const tooManyRequests = {
  status: 429,
  text: 'リクエストが多すぎます。しばらく時間をおいてから再試行してください。',
} as const satisfies Refusal

/** Of a form whose id has been used for something else, or that has none, and that gets a new one with the answer (N2). */
export const otherContent = {
  status: 409,
  text: '同じ画面から、別の内容が先に送られています。もう一度お試しください。',
} as const satisfies Refusal

export const asFormAnswer = ({
  field,
  text,
}: Refusal): { readonly failure: string } | { readonly errors: Readonly<Record<string, string>> } =>
  field === undefined ? { failure: text } : { errors: { [field]: text } }

/** What every act of the desk may be refused with, besides its own. */
export const frameRefusals = {
  'not-found': { status: 404, text: 'このページはありません。' },
  confirm: { status: 422, text: 'もう一度ご本人か確かめます。', field: 'confirmPassword' },
  'other-content': otherContent,
} as const satisfies Refusals<string>

export type FrameRefusal = keyof typeof frameRefusals
