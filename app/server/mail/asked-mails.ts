import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Member, MemberId } from '../../kernel/actor.ts'
import type { NewMail } from '../../kernel/mail.ts'
import type { AppContext } from '../app-context.ts'
import { type CallLimits, countedForCall } from '../call-limits.ts'
import type { AppTransaction } from '../database/transaction.ts'
import { type Counted, countTryWithin } from '../rate-limit.ts'
import { enqueueMail } from './outbox.ts'

const hour = 3_600_000

/** A class of twenty behind one address registers and asks again; who has mails sent by script soon waits. */
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

/** The mailbox behind an address, in lower case: without what its owner may add before the @, and at Gmail without its dots. */
export const mailboxOf = (address: string): string => {
  const [, local = '', domain = ''] = /^([^@]+)@(.+)$/.exec(address.toLowerCase()) ?? []
  const plain = local.replace(/(?<=.)\+.*$/, '')
  return gmail.has(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}

/** No address stands in the table of counts. */
const hashOf = (mailbox: string): string => createHash('sha256').update(mailbox).digest('base64url')

/** Who asks from where, and whom mails would go to. */
export interface AskedMail {
  readonly address: string
  readonly recipients: readonly string[]
}

/**
 * A step of a transaction: counts a request after which mails go to addresses that anybody may have typed; false when it is one
 * too many for its mailboxes, its client, its network or the whole shop, and nothing may be sent (A25, docs/decisions/0064).
 */
export const mayAskForMail = async (
  { now, log }: Pick<AppContext, 'now' | 'log'>,
  trx: Transaction<Schema>,
  { address, recipients }: AskedMail,
): Promise<boolean> => {
  const mailboxes = [...new Set(recipients.map(mailboxOf))].sort().map(hashOf)
  const { client, network, together } = countedForCall(limits, address)
  const counted = mailboxes.flatMap((mailbox): Counted[] => [
    { subject: `mail-to:${mailbox}`, ...perHour },
    { subject: `mail-to-day:${mailbox}`, ...perDay },
  ])
  const isFree = await countTryWithin(trx, now(), [...counted, client, network, together])
  if (!isFree) log.warn('a mail was not sent: too many were asked for')
  return isFree
}

/**
 * A step of a transaction: queues what tells a member of a change of hers. At an address that nobody proved it may be a stranger
 * who reads it: there it counts as asked for, and is left out when that was too much (A25).
 */
export const enqueueNotice = async (
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

/**
 * What the mail of a reset counts against: nothing else that anybody asks for, or it could shut a member out. The links of the last
 * hour are all good, so a member who is flooded has hers. Accounts that share a mailbox share its count, if nobody proved it.
 */
export const resetMailCounts = ({ id, email, emailVerified }: ResetAddressee) => {
  const mailbox = mailboxOf(email)
  const isOwn = emailVerified || mailbox === email
  return {
    ofMember: { subject: `reset-mails:${isOwn ? id : hashOf(mailbox)}`, ...perHour },
    ofShop: { subject: 'reset-mails:*', spanMs: hour, most: limits.together },
  }
}
