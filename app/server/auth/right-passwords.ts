import type { AppContext } from '../app-context.ts'
import { countedFor, countTry, type Limit, mayTry } from '../rate-limit.ts'

/** Each takes 0.1 s of a core, as a wrong one does (A10); only who knows it can use it up. */
const rightPasswords: Limit = { name: 'right-password', spanMs: 15 * 60_000, most: 30 }

/** Whether one more right password of this account may be compared now; counts nothing. */
export const mayGivePassword = (
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  member: string,
): Promise<boolean> => mayTry(db, now(), [countedFor(rightPasswords, member)])

/** Counts a right password of this account; false when it was one too many, as of several that were given at once. */
export const countRightPassword = (
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  member: string,
): Promise<boolean> => countTry(ctx, ctx.now(), [countedFor(rightPasswords, member)])
