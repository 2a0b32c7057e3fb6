import type { Actor, MemberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { endSessions } from '~/server/auth/sessions.ts'
import { type KnownDevice, knownDeviceCookie } from '~/server/session/known-device.ts'
import { count, forgive, guessesOf } from './guesses.server.ts'
import { mendMember } from './welcome.commands.server.ts'

/** The browser that asks. */
export interface Browser {
  readonly userAgent: string
  readonly known: KnownDevice | undefined
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The Set-Cookie headers of the answer: the session, and the mark of a known device. */
export type SessionCookies = readonly string[]

/**
 * Signs in with a new session. Only wrong passwords count, and nobody's but her own shut out a member at a device that she
 * has used before (A10); unknown addresses and wrong passwords are refused alike (A11).
 */
export const signIn = async (
  ctx: AppContext,
  actor: Actor,
  credentials: Credentials,
  browser: Browser,
): Promise<Result<SessionCookies, 'signed_in' | 'wrong' | 'too_many_requests'>> => {
  if (actor.kind !== 'visitor' && actor.kind !== 'curator') return refused('signed_in')
  const member = await memberIdOf(ctx, credentials.email)
  const device = browser.known?.memberId === member ? browser.known : undefined
  const guesses = guessesOf({ address: actor.address, email: credentials.email, device })
  const now = ctx.now()
  const about = { member, knownDevice: device !== undefined }
  if (!(await count(ctx.db, now, guesses))) {
    ctx.log.warn('a sign-in was refused: too many wrong passwords', about)
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
  await forgive(ctx.db, now, guesses)
  await mendMember(ctx, signedIn.value.memberId)
  ctx.log.info('a member signed in', about)
  return ok(cookiesOf(ctx, signedIn.value, browser))
}

/** What a new session gives the browser. */
export const cookiesOf = (
  ctx: AppContext,
  session: { readonly memberId: MemberId; readonly cookies: readonly string[] },
  { known }: Pick<Browser, 'known'>,
): SessionCookies => [...session.cookies, deviceCookie(ctx, session.memberId, known)]

/** Marks a browser as one that the member has used. */
export const deviceCookie = (
  { memberSettings, siteOrigin }: AppContext,
  member: MemberId,
  known: KnownDevice | undefined,
): string => knownDeviceCookie(member, known, { secret: memberSettings.secret, siteOrigin })

/** Ends the session of this request on the server (ASVS 7.4.1); harmless without one. */
export const signOut = async (ctx: AppContext, actor: Actor): Promise<void> => {
  if (actor.kind !== 'member') return
  await endSessions(ctx.db, actor.id, { only: actor.sessionId })
  ctx.log.info('a member signed out', { member: actor.id })
}

const memberIdOf = async ({ db }: AppContext, email: string): Promise<string | undefined> => {
  const row = await db.selectFrom('member').where('email', '=', email).select('id').executeTakeFirst()
  return row?.id
}
