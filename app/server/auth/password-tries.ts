import type { AppContext } from '../app-context.ts'
import { clientAt } from '../public-address.ts'
import { type Counted, countedFor, countTry, type Limit, mayTry } from '../rate-limit.ts'
import type { KnownDevice } from '../session/known-device.ts'
import { textHash } from '../text-hash.ts'

const minute = 60_000

export interface Trier {
  readonly address: string
  readonly email: string
  readonly device: KnownDevice | undefined
}

const perAccount: Limit = { name: 'wrong-password', spanMs: 15 * minute, most: 10 }
const perClient: Limit = { name: 'wrong-passwords', spanMs: 60 * minute, most: 100 }
const perNetwork: Limit = { name: 'wrong-passwords', spanMs: 60 * minute, most: 1_000 }

/** What a wrong password counts against (A10): a known device alone, so that nobody can lock the member out of it. */
export const wrongPasswordTries = ({ address, email, device }: Trier): Counted[] => {
  if (device !== undefined) return [countedFor(perAccount, `device ${device.id}`)]
  const { client, network } = clientAt(address)
  return [
    countedFor(perAccount, `${client} ${textHash(email)}`),
    countedFor(perClient, client),
    countedFor(perNetwork, network),
  ]
}

const resetsPerEmail: Limit = { name: 'reset', spanMs: 15 * minute, most: 5 }
const unknownEmails: Limit = { name: 'reset-unknown', spanMs: 15 * minute, most: 5 }
const resetsPerClient: Limit = { name: 'resets', spanMs: 60 * minute, most: 100 }

/** What a request for a reset counts against (A11). */
export const resetTries = ({ address, email, device }: Trier) => {
  const who = device === undefined ? clientAt(address).client : `device ${device.id}`
  return {
    all: countedFor(resetsPerClient, who),
    same: countedFor(resetsPerEmail, `${who} ${textHash(email)}`),
    unknown: countedFor(unknownEmails, who),
  }
}

/** A right password costs 0.1 s of a core too (A10); only who knows it can use up this limit. */
const rightPasswords: Limit = { name: 'right-password', spanMs: 15 * minute, most: 30 }

/** Whether another right password may be compared now; counts nothing. */
export const mayGivePassword = (
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  member: string,
): Promise<boolean> => mayTry(db, now(), [countedFor(rightPasswords, member)])

/** False when it was one too many, as of several concurrent requests. */
export const countRightPassword = (
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  member: string,
): Promise<boolean> => countTry(ctx, ctx.now(), [countedFor(rightPasswords, member)])
