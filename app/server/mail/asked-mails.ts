import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Member, MemberId } from '../../kernel/actor.ts'
import type { NewMail } from '../../kernel/mail.ts'
import type { AppContext } from '../app-context.ts'
import { type CallLimits, countedForCall } from '../call-limits.ts'
import type { AppTransaction } from '../database/transaction.ts'
import { type Counted, countTryWithin } from '../rate-limit.ts'
import { textHash } from '../text-hash.ts'
import { enqueueMail } from './outbox.ts'

const hour = 3_600_000

/** Enough for a class of twenty behind one address; a script that has mails sent is stopped soon. */
const limits: CallLimits = {
  name: 'asked-mail',
  spanMs: hour,
  perClient: 60,
  perNetwork: 300,
  together: 3_000,
}
const perHour = { spanMs: hour, most: 5 }
const perDay = { spanMs: 24 * hour, most: 10 }

const gmail = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox behind an address: lower case, without `+…`, and at Gmail without dots. */
export const mailboxOf = (address: string): string => {
  const [, local = '', domain = ''] = /^([^@]+)@(.+)$/.exec(address.toLowerCase()) ?? []
  const plain = local.replace(/(?<=.)\+.*$/, '')
  return gmail.has(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}

export interface AskedMail {
  readonly address: string
  readonly recipients: readonly string[]
}

/** Counts a request that mails addresses anybody could type; false when nothing may be sent (A25, docs/decisions/0017). */
export const mayAskForMail = async (
  { now, log }: Pick<AppContext, 'now' | 'log'>,
  trx: Transaction<Schema>,
  { address, recipients }: AskedMail,
): Promise<boolean> => {
  const mailboxes = [...new Set(recipients.map(mailboxOf))].sort().map(textHash)
  const { client, network, together } = countedForCall(limits, address)
  const counted = mailboxes.flatMap((mailbox): Counted[] => [
    { subject: `mail-to:${mailbox}`, ...perHour },
    { subject: `mail-to-day:${mailbox}`, ...perDay },
  ])
  const isFree = await countTryWithin(trx, now(), [...counted, client, network, together])
  if (!isFree) log.warn('a mail was not sent: too many were asked for')
  return isFree
}

/** Queues a mail to a member; at an unproved address, where a stranger may read it, it is limited (A25). */
export const enqueueMemberMail = async (
  ctx: AppContext,
  trx: AppTransaction,
  { address, emailVerified }: Pick<Member, 'address' | 'emailVerified'>,
  mail: NewMail,
): Promise<void> => {
  if (emailVerified || (await mayAskForMail(ctx, trx, { address, recipients: [mail.recipient] })))
    await enqueueMail(ctx, trx, mail)
}

interface ResetAddressee {
  readonly id: MemberId
  readonly email: string
  readonly emailVerified: boolean
}

/** Those who ask only weigh in what the whole shop sends (S30): nothing of it keeps a member from her reset. */
const resetMails: CallLimits = {
  name: 'reset-mails',
  spanMs: hour,
  perClient: Number.POSITIVE_INFINITY,
  perNetwork: Number.POSITIVE_INFINITY,
  together: limits.together,
}

/** A reset counts apart from other mails, which could shut her out. Accounts of one unproved mailbox share their count. */
export const resetMailCounts = ({ id, email, emailVerified }: ResetAddressee, address: string) => {
  const mailbox = mailboxOf(email)
  const isOwn = emailVerified || mailbox === email
  return {
    ofMember: { subject: `reset-mails:${isOwn ? id : textHash(mailbox)}`, ...perHour },
    ofShop: Object.values(countedForCall(resetMails, address)),
  }
}
