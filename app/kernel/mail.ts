/** A heading with the lines under it. */
export interface MailBlock {
  readonly heading: string
  readonly lines: readonly string[]
}

/** A mail's words: a greeting, blocks, a closing; `link` is an address with the words for it. */
export interface MailWords {
  readonly opening: readonly string[]
  readonly link: { readonly text: string; readonly href: string } | null
  readonly blocks: readonly MailBlock[]
  readonly closing: readonly string[]
}

/** A mail to be sent once. `kind` and `subjectKey` together name it: a second one of the same name is not queued (S15). */
export interface NewMail extends MailWords {
  readonly kind: string
  /** What it is about, such as an order's id. It is kept for ever and is no secret. */
  readonly subjectKey: string
  readonly recipient: string
  readonly subject: string
  /** Do its words open something, as the link to an order does? They are then forgotten once it is delivered. */
  readonly holdsToken: boolean
}
