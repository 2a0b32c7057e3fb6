export interface UndeliveredMail {
  readonly id: string
  readonly subject: string
  readonly recipient: string
  /** Given up; otherwise it will be retried. */
  readonly isDead: boolean
  readonly attempts: number
  /** The mail server's message; may be empty. */
  readonly why: string
  /** Epoch ms. */
  readonly createdAt: number
}
