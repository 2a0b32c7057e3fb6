import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { NewMail } from '~/kernel/mail.ts'
import { oneLine } from '~/kernel/text.ts'
import type { AppContext } from '../app-context.ts'
import type { AppTransaction } from '../database/transaction.ts'
import { renderMail } from './template.ts'

/** No list, no name, no line break, nothing that could become a header. */
const oneAddress = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/

const longestAddress = 254

const isMailAddress = (text: string): boolean => text.length <= longestAddress && oneAddress.test(text)

/** The same for every attempt at the same mail. */
const messageIdOf = ({ kind, subjectKey }: NewMail): string => {
  const digest = createHash('sha256').update(`${kind}\n${subjectKey}`).digest('hex').slice(0, 40)
  return `<${digest}@mail.shop.invalid>`
}

/**
 * Queues a mail in the caller's transaction, as dead without a proper address; false when it was queued before (S15). After the
 * commit the mails are looked at.
 */
export const enqueueMail = async (
  {
    newId,
    now,
    log,
    demo,
    settings,
    siteOrigin,
    wakeMail,
  }: Pick<AppContext, 'newId' | 'now' | 'log' | 'demo' | 'settings' | 'siteOrigin' | 'wakeMail'>,
  trx: AppTransaction,
  mail: NewMail,
): Promise<boolean> => {
  const sendable = isMailAddress(mail.recipient)
  if (!sendable) log.error('a mail has no proper recipient', { kind: mail.kind, subject: mail.subjectKey })
  const { subject, text, html } = renderMail(mail.subject, mail, {
    demo,
    siteOrigin,
    shopName: settings.name,
  })
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
  const isNew = numInsertedOrUpdatedRows > 0n
  if (isNew) trx.onCommit(wakeMail)
  return isNew
}

const mostShown = 100

/** The mails of a demo whose text is still kept, the newest first, at most 100. Never to be shown of a real shop. */
export const mailboxMails = async (db: Kysely<Schema>) =>
  db
    .selectFrom('mail')
    .select(['id', 'kind', 'recipient', 'subject', 'text', 'html', 'createdAt', 'sentAt'])
    .where('text', '!=', '')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(mostShown)
    .execute()
