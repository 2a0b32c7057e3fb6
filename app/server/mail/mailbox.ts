import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** A mail as the mailbox page of a demo shows it. Times are epoch ms; `sentAt` null is still queued. */
export interface MailboxMail {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  /** A whole HTML document, to be shown in a frame that runs and fetches nothing. */
  readonly html: string
  readonly createdAt: number
  readonly sentAt: number | null
}

const mostShown = 100

/** The mails of a demo whose text is still kept, the newest first, at most 100. A real shop's mails are nobody's to read: never ask there. */
export const mailboxMails = async (db: Kysely<Schema>): Promise<MailboxMail[]> => {
  const rows = await db
    .selectFrom('mail')
    .selectAll()
    .where('text', '!=', '')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(mostShown)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    text: row.text,
    html: row.html,
    createdAt: row.createdAt,
    sentAt: row.sentAt,
  }))
}
