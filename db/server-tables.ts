/** What the shop remembers about itself, such as that its data folder is a demo. */
export interface ShopStateTable {
  key: string
  value: string
}

/** One row per kind and subject, for ever (S15); what it says and to whom is emptied after 90 days. */
export interface MailTable {
  id: string
  /** Such as 'order_confirmation'. */
  kind: string
  /** Unique together with the kind. */
  subjectKey: string
  recipient: string
  subject: string
  text: string
  html: string
  /** 1 when its words open something, as the link to an order does: emptied once it is delivered. */
  holdsToken: number
  /** The same for every attempt, so that a mail program sees one mail. */
  messageId: string
  state: 'queued' | 'sent' | 'dead'
  attempts: number
  /** Of a dead mail, when it was given up. */
  nextAttemptAt: number
  /** 0 while no worker has claimed it. */
  claimedUntil: number
  lastError: string | null
  createdAt: number
  sentAt: number | null
}

export interface RateLimitTable {
  /** Such as 'checkout:203.0.113.7'. */
  subject: string
  spanStart: number
  spanEnd: number
  count: number
}
