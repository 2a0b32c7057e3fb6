import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { oneLine } from '~/kernel/japanese-text.ts'
import type { NewMail } from '~/kernel/mail.ts'
import type { AppContext } from '../app-context.ts'
import { renderMail } from './template.ts'

/** Looks like one address and nothing else: no list, no name, no line break, nothing that could become a header. */
const oneAddress = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/

const longestAddress = 254

/** May mail go to this text? One plain address of at most 254 characters. */
const isMailAddress = (text: string): boolean => text.length <= longestAddress && oneAddress.test(text)

/** The same for every attempt at the same mail, and unlike that of any other mail. */
const messageIdOf = ({ kind, subjectKey }: NewMail): string => {
  const digest = createHash('sha256').update(`${kind}\n${subjectKey}`).digest('hex').slice(0, 40)
  return `<${digest}@mail.shop.invalid>`
}

/**
 * Queues a mail within the caller's transaction: it is sent if and only if that commits. Says whether it was new. A mail
 * to something that is no address is kept as dead, for the owner to see, and never sent.
 */
export const enqueueMail = async (
  { newId, now, log, demo }: Pick<AppContext, 'newId' | 'now' | 'log' | 'demo'>,
  trx: Kysely<Schema>,
  mail: NewMail,
): Promise<boolean> => {
  const sendable = isMailAddress(mail.recipient)
  if (!sendable) log.error('a mail has no proper recipient', { kind: mail.kind, subject: mail.subjectKey })
  const { subject, text, html } = renderMail(mail.subject, mail, demo)
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('mail')
    .values({
      id: newId(),
      kind: mail.kind,
      subjectKey: mail.subjectKey,
      recipient: oneLine(mail.recipient),
      subject: oneLine(subject),
      text,
      html,
      holdsToken: mail.holdsToken ? 1 : 0,
      messageId: messageIdOf(mail),
      state: sendable ? 'queued' : 'dead',
      attempts: 0,
      nextAttemptAt: now(),
      claimedUntil: 0,
      lastError: sendable ? null : 'not a mail address',
      createdAt: now(),
      sentAt: null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subjectKey']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

const keptMs = 90 * 86_400_000

/**
 * Forgets what mails said and to whom, 90 days after they were sent or given up (P14). The rows stay: their key is what
 * stops a second mail.
 */
export const forgetMailTexts = async (db: Kysely<Schema>, now: number): Promise<void> => {
  const before = now - keptMs
  await db
    .updateTable('mail')
    .set({ recipient: '', subject: '', text: '', html: '', lastError: null })
    .where('subject', '!=', '')
    .where((eb) =>
      eb.or([
        eb('sentAt', '<', before),
        eb.and([eb('state', '=', 'dead'), eb('nextAttemptAt', '<', before)]),
      ]),
    )
    .execute()
}

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
