import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type AttemptLimits, countAttempt, forgiveAttempt, mayAttempt } from '~/server/attempts.ts'
import { clientAt } from '~/server/public-address.ts'
import type { KnownDevice } from '~/server/session/known-device.ts'

const minute = 60_000

export interface Counted {
  readonly limits: AttemptLimits
  readonly subject: string
}

/** Who tries, and with which account, known or not. */
export interface Trier {
  readonly address: string
  readonly email: string
  /** Of the account's own member. */
  readonly device: KnownDevice | undefined
}

const perAccount: AttemptLimits = { name: 'wrong-password', spanMs: 15 * minute, most: 10 }
const perClient: AttemptLimits = { name: 'wrong-passwords', spanMs: 60 * minute, most: 100 }
const perNetwork: AttemptLimits = { name: 'wrong-passwords', spanMs: 60 * minute, most: 1_000 }

/** No address stands in the table of counts. */
const hashOf = (email: string): string => createHash('sha256').update(email).digest('base64url')

/**
 * What a wrong password counts against (A10): a device of the account's own member against itself alone, so that nobody locks
 * her out; any other against the account at this address, the address, and its network. A class of twenty with a few slips
 * each stays below them.
 */
export const guessesOf = ({ address, email, device }: Trier): Counted[] => {
  if (device !== undefined) return [{ limits: perAccount, subject: `device ${device.id}` }]
  const { client, network } = clientAt(address)
  return [
    { limits: perAccount, subject: `${client} ${hashOf(email)}` },
    { limits: perClient, subject: client },
    { limits: perNetwork, subject: network },
  ]
}

const resetsPerEmail: AttemptLimits = { name: 'reset', spanMs: 15 * minute, most: 5 }
const unknownEmails: AttemptLimits = { name: 'reset-unknown', spanMs: 15 * minute, most: 5 }
const resetsPerClient: AttemptLimits = { name: 'resets', spanMs: 60 * minute, most: 100 }

/** What a request for a reset counts against (A11). */
export const resetTriesOf = ({ address, email, device }: Trier) => {
  const who = device === undefined ? clientAt(address).client : `device ${device.id}`
  return {
    all: { limits: resetsPerClient, subject: who },
    /** Asking again and again for one account. */
    same: { limits: resetsPerEmail, subject: `${who} ${hashOf(email)}` },
    /** Asking who is a member. */
    unknown: { limits: unknownEmails, subject: who },
  }
}

/** Counts a try before it is made, for all processes; false when it is one too many, which is not written down anywhere. */
export const count = async (
  db: Kysely<Schema>,
  now: number,
  counted: readonly Counted[],
): Promise<boolean> => {
  for (const { limits, subject } of counted) if (!(await mayAttempt(db, now, limits, subject))) return false
  for (const { limits, subject } of counted) if (!(await countAttempt(db, now, limits, subject))) return false
  return true
}

/** The try was none after all. */
export const forgive = async (
  db: Kysely<Schema>,
  now: number,
  counted: readonly Counted[],
): Promise<void> => {
  for (const { limits, subject } of counted) await forgiveAttempt(db, now, limits, subject)
}
