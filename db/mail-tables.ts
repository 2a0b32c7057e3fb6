/**
 * A mail to be sent, or sent: one row per kind and subject (S15), for ever; what it says and to whom is forgotten after 90
 * days. Times epoch ms.
 */
export interface MailTable {
  id: string
  /** What it is, such as 'order_confirmation'. */
  kind: string
  /** What it is about; unique together with the kind. */
  subjectKey: string
  recipient: string
  subject: string
  text: string
  html: string
  /** 1 when what it says opens something, as the link to an order does: then text and html are emptied once it is delivered. */
  holdsToken: number
  /** Stays the same through every attempt, so that a mail program sees one mail. */
  messageId: string
  state: 'queued' | 'sent' | 'dead'
  attempts: number
  /** When it is due; of a dead mail, when it was given up. */
  nextAttemptAt: number
  /** Until then one worker has it in hand; 0 when nobody has. */
  claimedUntil: number
  lastError: string | null
  createdAt: number
  sentAt: number | null
}
