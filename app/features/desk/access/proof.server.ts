import { mailTo } from '~/features/accounts/mails.rules.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { checkPasskey } from '~/server/auth/passkeys.ts'
import { type CodeAnswer, countWrongPasskey, loadCodes, takeCode } from '~/server/auth/second-factor.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { lockedMail } from './mails.rules.ts'

/** Fields not given are ''. */
export interface Proof {
  readonly code: string
  /** The browser's answer, as JSON. */
  readonly passkey: string
}

export type ProofRefusal = 'wrong_code' | 'locked' | 'wrong_passkey'

/**
 * Checks a passkey or a code and runs `then` in the same transaction. Each works once; five wrong ones in 15 minutes lock all codes,
 * which is mailed (N7). `setsUp` lets a new app's first code activate it.
 */
export const proved = async <T>(
  ctx: AppContext,
  member: MemberId,
  { code, passkey, setsUp = false }: Proof & { readonly setsUp?: boolean },
  then: (trx: AppTransaction) => Promise<T>,
): Promise<Result<T, ProofRefusal>> => {
  const parts = { ...ctx, codes: await loadCodes() }
  const checked = passkey === '' ? undefined : await checkPasskey(ctx, member, passkey)
  return inTransaction(ctx, async (trx): Promise<Result<T, ProofRefusal>> => {
    if (passkey !== '') {
      if (checked !== undefined && (await checked(trx))) return ok(await then(trx))
      await tellLock(ctx, trx, member, await countWrongPasskey(ctx, trx, member))
      return refused('wrong_passkey')
    }
    const taken = await takeCode(parts, trx, member, code, setsUp)
    if (taken.ok) return ok(await then(trx))
    await tellLock(ctx, trx, member, taken)
    return refused(taken.error)
  })
}

const tellLock = async (
  ctx: AppContext,
  trx: AppTransaction,
  member: MemberId,
  { locksUntil }: CodeAnswer,
): Promise<void> => {
  if (locksUntil === undefined) return
  const who = await trx
    .selectFrom('member')
    .where('id', '=', member)
    .select(['name', 'email'])
    .executeTakeFirstOrThrow()
  await enqueueMail(ctx, trx, lockedMail(mailTo(ctx, who, `${member} ${ctx.newId()}`), locksUntil))
  ctx.log.warn('wrong codes have locked a second factor', { member })
}
