import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { countRightPassword, mayGivePassword, wrongPasswordTries } from '~/server/auth/password-tries.ts'
import { endSessions, endSurplusSessions } from '~/server/auth/sessions.ts'
import { countTry, uncountTry } from '~/server/rate-limit.ts'
import { type Browser, deviceCookie } from '~/server/session/known-device.ts'
import { completeMember } from './welcome.commands.server.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** A new session, and the Set-Cookie headers of it and of the known device. */
export interface BegunSession {
  readonly token: string
  readonly cookies: readonly string[]
}

/**
 * Begins a session. Wrong passwords are limited, on a known device by its own tries
 * only; right ones to thirty per account in 15 minutes (A10). Unknown addresses and wrong passwords are refused alike (A11).
 */
export const signIn = async (
  ctx: AppContext,
  actor: Actor,
  credentials: Credentials,
  browser: Browser,
): Promise<Result<BegunSession, 'signed_in' | 'wrong' | 'too_many_requests'>> => {
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
