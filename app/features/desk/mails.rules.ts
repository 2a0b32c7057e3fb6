export interface UndeliveredMail {
  readonly id: string
  readonly subject: string
  readonly recipient: string
  /** Given up; otherwise it is tried again. */
  readonly isDead: boolean
  readonly attempts: number
  /** In the mail server's words; may be empty. */
  readonly why: string
  /** Epoch ms. */
  readonly createdAt: number
}
