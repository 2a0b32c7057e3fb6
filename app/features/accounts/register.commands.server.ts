import type { Actor, Requester } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { isEmailReserved, isEmailTaken } from '~/server/auth/reserved-emails.ts'
import { type CallLimits, waitBeforeCostlyCall } from '~/server/call-limits.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { mayAskForMail } from '~/server/mail/asked-mails.ts'
import { type Browser, deviceCookie } from '~/server/session/known-device.ts'
import { type BegunSession, type Credentials, signIn } from './sign-in.commands.server.ts'
import { completeMember } from './welcome.commands.server.ts'

export interface NewMember extends Credentials {
  readonly name: string
}

/** A class of twenty at one address can register, with mistakes; a script soon has to wait. */
const limits: CallLimits = {
  name: 'register',
  spanMs: 3_600_000,
  perClient: 60,
  perNetwork: 300,
  together: 3_000,
}

/** Creates account, profile and welcome mail; signs in. The same form sent again is a sign-in, with its limits. */
export const register = async (
  ctx: AppContext,
  actor: Actor,
  newMember: NewMember,
  browser: Browser,
): Promise<Result<BegunSession, 'signed_in' | 'email_taken' | 'too_many_requests'>> => {
  if (actor.kind !== 'visitor' && actor.kind !== 'curator') return refused('signed_in')
  const { address } = actor
  if ((await waitBeforeCostlyCall(ctx, ctx.now(), limits, address)) > 0) {
    ctx.log.warn('a registration was refused: too many')
    return refused('too_many_requests')
  }
  if (await isEmailReserved(ctx.db, { email: newMember.email, now: ctx.now() })) return refused('email_taken')
  if (!(await mayBeWelcomed(ctx, actor, newMember))) return refused('too_many_requests')
  const signedUp = await ctx.accounts.signUp(newMember, { address, userAgent: browser.userAgent })
  if (!signedUp.ok) {
    await waitForOtherRegistration(ctx, newMember.email)
    const again = await signIn(ctx, actor, newMember, browser)
    return again.ok ? again : refused('email_taken')
  }
  const { memberId, token, cookies } = signedUp.value
  await completeMember(ctx, actor, memberId)
  ctx.log.info('a member registered', { member: memberId })
  return ok({ token, cookies: [...cookies, deviceCookie(ctx, memberId, browser)] })
}

/** A registration for an existing account must not use up the mails that its member may get (A25). */
const mayBeWelcomed = async (
  ctx: AppContext,
  { address }: Requester,
  { email }: Credentials,
): Promise<boolean> =>
  (await isEmailTaken(ctx.db, { email, now: ctx.now() })) ||
  inTransaction(ctx, (trx) => mayAskForMail(ctx, trx, { address, recipients: [email] }))

/** The account is written a moment before its password, so the second of two taps may find one without the other. */
const waitForOtherRegistration = async ({ db, pause }: AppContext, email: string): Promise<void> => {
  for (let look = 0; look < 10; look += 1) {
    const account = await db
      .selectFrom('member')
      .innerJoin('memberAccount', 'memberAccount.memberId', 'member.id')
      .where('member.email', '=', email)
      .select('member.id')
      .executeTakeFirst()
    if (account !== undefined) return
    await pause(100)
  }
}
