export interface MailBlock {
  readonly heading: string
  readonly lines: readonly string[]
}

export interface MailWords {
  readonly opening: readonly string[]
  readonly link: { readonly text: string; readonly href: string } | null
  readonly blocks: readonly MailBlock[]
  readonly closing: readonly string[]
}

/** A mail to be sent once: a second one of the same `kind` and `subjectKey` is not queued (S15). */
export interface NewMail extends MailWords {
  readonly kind: string
  /** What it is about, such as an order's id; kept for ever, no secret. */
  readonly subjectKey: string
  readonly recipient: string
  readonly subject: string
  /** Its words open something, as the link to an order does, and are emptied once it is delivered. */
  readonly holdsToken: boolean
}
