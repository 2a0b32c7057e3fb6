import { type Actor, type MemberId, mayCurate, type Requester } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { passedGateCookie } from '~/server/auth/gate.ts'
import { createLink } from '~/server/auth/links.ts'
import { countRightPassword, mayGivePassword, wrongPasswordTries } from '~/server/auth/password-tries.ts'
import { isEmailReserved, isEmailTaken } from '~/server/auth/reserved-emails.ts'
import { endSessions, endSurplusSessions } from '~/server/auth/sessions.ts'
import { type CallLimits, waitBeforeCostlyCall } from '~/server/call-limits.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { errorFields } from '~/server/log.ts'
import { mayAskForMail } from '~/server/mail/asked-mails.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { clientAt } from '~/server/public-address.ts'
import { countedFor, countTry, type Limit, uncountTry } from '~/server/rate-limit.ts'
import { type Browser, deviceCookie } from '~/server/session/known-device.ts'
import { mailTo, welcomeMail } from './mails.rules.ts'
import { createProfile } from './profile/commands.server.ts'
import { hasProfile } from './profile/queries.server.ts'
import { suspensionOf } from './standing/queries.server.ts'

/** Adds a missing profile and, once ever, the welcome mail (A2, A16, R27). A failure is logged; the next sign-in tries again. */
export const completeMember = async (ctx: AppContext, actor: Actor, memberId: MemberId): Promise<void> => {
  try {
    if (await hasProfile(ctx.db, memberId)) return
    const isCompleted = await inTransaction(ctx, async (trx) => {
      const member = await createProfile(trx, ctx, memberId)
      if (member === undefined) return false
      const token = await createLink(ctx, trx, { memberId, purpose: 'verify', email: member.email })
      return enqueueMail(ctx, trx, welcomeMail(mailTo(ctx, member, memberId), token))
    })
    if (isCompleted) ctx.log.info('a member has her profile', { member: memberId, by: actor.kind })
  } catch (error) {
    ctx.log.error('a member has no profile yet', { member: memberId, ...errorFields(error) })
  }
}

const limits: CallLimits = {
  name: 'welcome',
  spanMs: 60_000,
  perClient: 30,
  perNetwork: 300,
  together: 3_000,
}

/** Registration has queued the mail already: only one that was cut short gets it now, at the member's own address (A16). */
export const sendWelcomeEmail = async (
  ctx: AppContext,
  actor: Actor,
  { email }: { readonly email: string },
): Promise<void> => {
  if (actor.kind !== 'member' || ctx.calls.waitOfClient(limits, actor.address, ctx.now()) > 0) return
  const member = await ctx.db
    .selectFrom('member')
    .where('id', '=', actor.id)
    .select('email')
    .executeTakeFirst()
  if (member?.email === email.trim().toLowerCase()) await completeMember(ctx, actor, actor.id)
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** A new session, and the Set-Cookie headers of it and of the known device. */
export interface BegunSession {
  readonly token: string
  readonly cookies: readonly string[]
}

/** Told after a right password alone (A27.2). */
export interface Suspended {
  readonly suspended: { readonly reason: string }
}

/**
 * Begins a session, but not of a suspended member (A27.2). Wrong passwords are limited, on a known device by its own tries
 * only; right ones to thirty per account in 15 minutes (A10). Unknown addresses and wrong passwords are refused alike (A11).
 */
export const signIn = async (
  ctx: AppContext,
  actor: Actor,
  credentials: Credentials,
  browser: Browser,
): Promise<Result<BegunSession, 'signed_in' | 'wrong' | 'too_many_requests' | Suspended>> => {
  if (actor.kind !== 'visitor' && actor.kind !== 'curator') return refused('signed_in')
  const member = await memberIdOf(ctx, credentials.email)
  const device = browser.known?.memberId === member ? browser.known : undefined
  const tries = wrongPasswordTries({ address: actor.address, email: credentials.email, device })
  const now = ctx.now()
  const about = { member, knownDevice: device !== undefined }
  const mayGiveAnother = member === undefined || (await mayGivePassword(ctx, member))
  if (!mayGiveAnother || !(await countTry(ctx, now, tries))) {
    ctx.log.warn('a sign-in was refused: too many passwords', about)
    return refused('too_many_requests')
  }
  const signedIn = await ctx.accounts.signIn(credentials, {
    address: actor.address,
    userAgent: browser.userAgent,
  })
  if (!signedIn.ok) {
    ctx.log.info('a sign-in was refused: wrong address or password', about)
    return signedIn
  }
  await uncountTry(ctx.db, now, tries)
  const { memberId, token, cookies } = signedIn.value
  if (!(await countRightPassword(ctx, memberId))) {
    await endSessions(ctx.db, memberId, { token })
    return refused('too_many_requests')
  }
  const suspended = await suspensionOf(ctx.db, memberId)
  if (suspended !== undefined) {
    await endSessions(ctx.db, memberId, { token })
    ctx.log.info('a sign-in was refused: suspended', about)
    return refused({ suspended })
  }
  await endSurplusSessions(ctx.db, memberId)
  await completeMember(ctx, actor, memberId)
  ctx.log.info('a member signed in', about)
  return ok({ token, cookies: [...cookies, deviceCookie(ctx, memberId, browser)] })
}

/** Ends this session on the server (ASVS 7.4.1); harmless without one. */
export const signOut = async (ctx: AppContext, actor: Actor): Promise<void> => {
  if (actor.kind !== 'member') return
  await endSessions(ctx.db, actor.id, { only: actor.sessionId })
  ctx.log.info('a member signed out', { member: actor.id })
}

const memberIdOf = async ({ db }: AppContext, email: string): Promise<string | undefined> => {
  const row = await db.selectFrom('member').where('email', '=', email).select('id').executeTakeFirst()
  return row?.id
}

export interface NewMember extends Credentials {
  readonly name: string
}

/** A class of twenty at one address can register, with mistakes; a script soon has to wait. */
const registrationLimits: CallLimits = {
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
): Promise<Result<BegunSession, 'signed_in' | 'email_taken' | 'too_many_requests' | Suspended>> => {
  if (actor.kind !== 'visitor' && actor.kind !== 'curator') return refused('signed_in')
  const { address } = actor
  if ((await waitBeforeCostlyCall(ctx, ctx.now(), registrationLimits, address)) > 0) {
    ctx.log.warn('a registration was refused: too many')
    return refused('too_many_requests')
  }
  if (await isEmailReserved(ctx.db, { email: newMember.email, now: ctx.now() })) return refused('email_taken')
  if (!(await mayBeWelcomed(ctx, actor, newMember))) return refused('too_many_requests')
  const signedUp = await ctx.accounts.signUp(newMember, { address, userAgent: browser.userAgent })
  if (!signedUp.ok) {
    await waitForOtherRegistration(ctx, newMember.email)
    const again = await signIn(ctx, actor, newMember, browser)
    if (again.ok) return again
    return refused(typeof again.error === 'object' ? again.error : 'email_taken')
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

const gateSpanMs = 15 * 60_000
const gateTriesOfClient: Limit = { name: 'admin-gate', spanMs: gateSpanMs, most: 5 }
const gateTriesOfNetwork: Limit = { name: 'admin-gates', spanMs: gateSpanMs, most: 50 }

/** Gives Set-Cookie headers for the right password; five wrong ones in 15 minutes close the gate for that client (A3). */
export const passAdminGate = async (
  ctx: AppContext,
  actor: Requester,
  password: string,
): Promise<Result<readonly string[], 'gate_off' | 'wrong_password' | 'too_many_requests'>> => {
  if (mayCurate(actor)) return ok([])
  const { gatePasswordHash } = ctx.memberSettings
  if (gatePasswordHash === undefined) return refused('gate_off')
  const { client, network } = clientAt(actor.address)
  const tries = [countedFor(gateTriesOfClient, client), countedFor(gateTriesOfNetwork, network)]
  const now = ctx.now()
  if (!(await countTry(ctx, now, tries))) {
    ctx.log.warn('the admin gate refused: too many tries')
    return refused('too_many_requests')
  }
  if (!(await ctx.passwords.matches(gatePasswordHash, password))) {
    ctx.log.warn('the admin gate refused: wrong password')
    return refused('wrong_password')
  }
  await uncountTry(ctx.db, now, tries)
  ctx.log.info('the admin gate was passed')
  return ok([passedGateCookie(ctx, gatePasswordHash, now)])
}
