import type { AppContext } from '../app-context.ts'
import { type AttemptLimits, countAttempt, mayAttempt } from '../attempts.ts'

/** Each takes 0.1 s of a core, as a wrong one does (A10); only who knows it can use it up. */
const rightPasswords: AttemptLimits = { name: 'right-password', spanMs: 15 * 60_000, most: 30 }

/** Whether one more right password of this account may be compared now; counts nothing. */
export const mayGivePassword = (
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  member: string,
): Promise<boolean> => mayAttempt(db, now(), rightPasswords, member)

/** Counts a right password of this account; false when it was one too many, as of several that were given at once. */
export const countRightPassword = (
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  member: string,
): Promise<boolean> => countAttempt(db, now(), rightPasswords, member)
