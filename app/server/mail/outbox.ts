import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { longestEmail, unquotedEmail } from '~/kernel/email.ts'
import type { NewMail } from '~/kernel/mail.ts'
import { oneLine } from '~/kernel/text.ts'
import type { AppContext } from '../app-context.ts'
import type { AppTransaction } from '../database/transaction.ts'
import { renderMail } from './template.ts'

/** One bare address: no list, name or line break that could become a header. */
const oneAddress = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/

const isMailAddress = (text: string): boolean => text.length <= longestEmail && oneAddress.test(text)

/** The same for every attempt, so that mailboxes can drop a second copy; stored, so that another MAIL_FROM changes none (D49). */
const messageIdOf = ({ kind, subjectKey }: NewMail, domain: string): string => {
  const digest = createHash('sha256').update(`${kind}\n${subjectKey}`).digest('hex').slice(0, 40)
  return `<${digest}@${domain}>`
}

/** Queues a mail (S15); false if it was queued before. Until `notBefore` (epoch ms, in 10 min at most) it can be taken back. */
export const enqueueMail = async (
  {
    newId,
    now,
    log,
    demo,
    settings,
    siteOrigin,
    wakeMail,
    holdsMails,
    mail: transport,
  }: Pick<
    AppContext,
    'newId' | 'now' | 'log' | 'demo' | 'settings' | 'siteOrigin' | 'wakeMail' | 'holdsMails' | 'mail'
  >,
  trx: AppTransaction,
  mail: NewMail,
  { notBefore = now() }: { readonly notBefore?: number } = {},
): Promise<boolean> => {
  const recipient = unquotedEmail(mail.recipient)
  const sendable = isMailAddress(recipient)
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
      recipient: oneLine(recipient),
      subject: oneLine(subject),
      text,
      html,
      holdsToken: mail.holdsToken ? 1 : 0,
      messageId: messageIdOf(mail, transport.domain),
      state: sendable && holdsMails === undefined ? 'queued' : 'dead',
      attempts: 0,
      nextAttemptAt: notBefore,
      claimedUntil: 0,
      lastError: sendable ? (holdsMails ?? null) : 'メールアドレスとして使えません',
      createdAt: now(),
      sentAt: null,
      replyTo: mail.replyTo ?? null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subjectKey']).doNothing())
    .executeTakeFirst()
  const isNew = numInsertedOrUpdatedRows > 0n
  if (isNew) trx.onCommit(wakeMail)
  return isNew
}

const numberAgain = (subjectKey: string, key: string): number => {
  const [, number = '0'] = / again (\d+)$/.exec(key.slice(subjectKey.length)) ?? []
  return Number(number)
}

const mailsAbout = async (trx: Kysely<Schema>, kind: string, subjectKey: string) => {
  const rows = await trx
    .selectFrom('mail')
    .select(['subjectKey', 'attempts', 'createdAt', 'nextAttemptAt', 'state'])
    .where('kind', '=', kind)
    .where((eb) =>
      eb.or([eb('subjectKey', '=', subjectKey), eb('subjectKey', 'like', `${subjectKey} again %`)]),
    )
    .execute()
  return rows.filter((row) => row.subjectKey === subjectKey || / again \d+$/.test(row.subjectKey))
}

/**
 * Queues one more mail of its kind about the same: under its `subjectKey`, then `… again 1`. Until `notBefore` (epoch ms) it can be taken
 * back; null is at once.
 */
export const enqueueFurtherMail = async (
  ctx: Parameters<typeof enqueueMail>[0],
  trx: AppTransaction,
  mail: NewMail,
  notBefore: number | null = null,
): Promise<void> => {
  const { subjectKey } = mail
  const numbers = (await mailsAbout(trx, mail.kind, subjectKey)).map((row) =>
    numberAgain(subjectKey, row.subjectKey),
  )
  const further =
    numbers.length === 0 ? mail : { ...mail, subjectKey: `${subjectKey} again ${Math.max(...numbers) + 1}` }
  await enqueueMail(ctx, trx, further, notBefore === null ? {} : { notBefore })
}

/** Deletes mails that nobody has begun to send. `heldUntil`: when the last was due; `isBegun`: another is or was sent. */
export const takeBackMails = async (
  trx: AppTransaction,
  kind: string,
  subjectKey: string,
  since: number,
): Promise<{ readonly heldUntil: number | null; readonly isBegun: boolean }> => {
  const found = (await mailsAbout(trx, kind, subjectKey)).filter(({ createdAt }) => createdAt >= since)
  let heldUntil: number | null = null
  let isBegun = false
  for (const mail of found) {
    const { numDeletedRows } = await trx
      .deleteFrom('mail')
      .where('kind', '=', kind)
      .where('subjectKey', '=', mail.subjectKey)
      .where('attempts', '=', 0)
      .executeTakeFirst()
    if (numDeletedRows === 0n) isBegun = true
    else if (mail.state === 'queued') heldUntil = Math.max(heldUntil ?? 0, mail.nextAttemptAt)
  }
  return { heldUntil, isBegun }
}

/** Gives up the mails of this kind and subject that wait; one that is being sent just now is not tried again when that fails. `why` is said beside them. */
export const stopMails = async (
  trx: AppTransaction,
  { now }: Pick<AppContext, 'now'>,
  kind: string,
  subjectKey: string,
  why: string,
): Promise<void> => {
  for (const mail of await mailsAbout(trx, kind, subjectKey))
    await trx
      .updateTable('mail')
      .set({ state: 'dead', lastError: why, nextAttemptAt: now() })
      .where('kind', '=', kind)
      .where('subjectKey', '=', mail.subjectKey)
      .where('state', '=', 'queued')
      .execute()
}

/** Of undelivered mails, the owner has told their reader in another way (N106). */
export const putAside = async (
  trx: AppTransaction,
  { now }: Pick<AppContext, 'now'>,
  kind: string,
  subjectKey: string,
): Promise<void> => {
  for (const mail of await mailsAbout(trx, kind, subjectKey))
    await trx
      .updateTable('mail')
      .set({ putAsideAt: now() })
      .where('kind', '=', kind)
      .where('subjectKey', '=', mail.subjectKey)
      .where('state', '=', 'dead')
      .execute()
}

const mostShown = 100

/**
 * Newest first, while their text is kept, without those that may still be taken back. For a demo only: never show them in a real shop.
 */
export const mailboxMails = async ({ db, now }: Pick<AppContext, 'db' | 'now'>) =>
  db
    .selectFrom('mail')
    .select(['id', 'kind', 'recipient', 'subject', 'text', 'html', 'createdAt', 'sentAt'])
    .where('text', '!=', '')
    .where((eb) => eb.or([eb('attempts', '>', 0), eb('nextAttemptAt', '<=', now())]))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(mostShown)
    .execute()
