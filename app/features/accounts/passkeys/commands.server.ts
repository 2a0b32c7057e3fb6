import type { Actor, Member } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { codePointLength, isVisible, oneLine } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember } from '~/server/auth/account-changes.ts'
import {
  checkAddedPasskey,
  checkSignIn,
  memberPasskeysOf,
  optionsToAdd,
  optionsToSignIn,
  removeMemberPasskey,
} from '~/server/auth/member-passkeys.ts'
import { passkeyHost } from '~/server/auth/passkey-checks.ts'
import { countRightPassword, mayGivePassword } from '~/server/auth/password-tries.ts'
import { beginSession, endSurplusSessions } from '~/server/auth/sessions.ts'
import { type CallLimits, countedForCall } from '~/server/call-limits.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { enqueueMemberMail } from '~/server/mail/asked-mails.ts'
import { countTry, uncountTry } from '~/server/rate-limit.ts'
import { type Browser, deviceCookie } from '~/server/session/known-device.ts'
import { begunSessionCookie } from '~/server/session/session-cookie.ts'
import { type AccountMailFacts, mailTo, passkeyAddedMail, passkeyRemovedMail } from '../mails.rules.ts'
import { type PasswordProofFailure, proveOwnPassword } from '../password.commands.server.ts'
import { mostPasskeys } from '../rules.ts'
import { type BegunSession, completeMember, type Suspended } from '../sign-in.commands.server.ts'
import { suspensionOf } from '../standing/queries.server.ts'
import { longestLabel } from './rules.ts'

const hour = 3_600_000

/** Of each page of the sign-in, and again while it stays open; costs no query. */
const optionsOfMinute: CallLimits = {
  name: 'passkey-options',
  spanMs: 60_000,
  perClient: 60,
  perNetwork: 600,
  together: 6_000,
}

/** What the browser needs to sign somebody in, the same for everybody (A11). */
export const beginSignIn = async (
  ctx: AppContext,
  actor: Actor,
): Promise<Result<object, 'not_here' | 'too_many_requests'>> => {
  const address = 'address' in actor ? actor.address : ''
  if (ctx.calls.waitOfClient(optionsOfMinute, address, ctx.now()) > 0) return refused('too_many_requests')
  const options = await optionsToSignIn(ctx)
  return options === undefined ? refused('not_here') : ok(options)
}

/** Nothing can be guessed: this bounds what signatures cost. A right one counts for its account alone. */
const wrongPasskeys: CallLimits = {
  name: 'wrong-passkey',
  spanMs: hour,
  perClient: 100,
  perNetwork: 1_000,
  together: 10_000,
}

export type PasskeySignInRefusal = 'signed_in' | 'wrong_passkey' | 'too_many_requests' | Suspended

/**
 * Begins the same session as a password does (A29), not of a suspended member (A27.2). An answer counts once, for five minutes, and
 * not once its passkey was removed, its counter seen or a new password set, also while it is being judged.
 */
export const signInByPasskey = async (
  ctx: AppContext,
  actor: Actor,
  answer: string,
  browser: Browser,
): Promise<Result<BegunSession, PasskeySignInRefusal>> => {
  if (actor.kind !== 'visitor' && actor.kind !== 'curator') return refused('signed_in')
  const { address } = actor
  const now = ctx.now()
  const tries = Object.values(countedForCall(wrongPasskeys, address))
  if (!(await countTry(ctx, now, tries))) {
    ctx.log.warn('a sign-in by passkey was refused: too many')
    return refused('too_many_requests')
  }
  const checked = await checkSignIn(ctx, answer)
  if (checked === undefined) {
    ctx.log.info('a sign-in by passkey was refused: it proves nothing')
    return refused('wrong_passkey')
  }
  await uncountTry(ctx.db, now, tries)
  const { member, take } = checked
  if (!(await mayGivePassword(ctx, member)) || !(await countRightPassword(ctx, member)))
    return refused('too_many_requests')
  const begun = await inTransaction(ctx, async (trx): Promise<Result<string, PasskeySignInRefusal>> => {
    const isThere = (await lockMember(trx, member)) !== undefined
    if (!isThere || !(await take(trx))) return refused('wrong_passkey')
    const suspended = await suspensionOf(trx, member)
    if (suspended !== undefined) return refused({ suspended })
    return ok(await beginSession(ctx, trx, member, { address, userAgent: browser.userAgent }))
  })
  if (!begun.ok) {
    ctx.log.info('a sign-in by passkey was refused', { member })
    return begun
  }
  await endSurplusSessions(ctx.db, member)
  await completeMember(ctx, actor, member)
  ctx.log.info('a member signed in by passkey', { member })
  const session = begunSessionCookie(begun.value, ctx.memberSettings.secret, ctx.siteOrigin)
  return ok({ token: begun.value, cookies: [session, deviceCookie(ctx, member, browser)] })
}

type BeginRefusal = 'not_signed_in' | PasswordProofFailure | 'no_label' | 'not_here' | 'too_many_passkeys'

const readLabel = (typed: string): string | undefined => {
  const label = oneLine(typed)
  return isVisible(label) && codePointLength(label) <= longestLabel ? label : undefined
}

/** The present password first (ASVS 7.5.1): the options that follow prove it for five minutes, once, in this session (A30). */
export const beginPasskey = async (
  ctx: AppContext,
  actor: Actor,
  { label: typed, password }: { readonly label: string; readonly password: string },
): Promise<Result<{ readonly options: object; readonly label: string }, BeginRefusal>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  if (passkeyHost(ctx.siteOrigin) === undefined) return refused('not_here')
  const label = readLabel(typed)
  if (label === undefined) return refused('no_label')
  if ((await memberPasskeysOf(ctx.db, actor.id)).length >= mostPasskeys) return refused('too_many_passkeys')
  const proof = await proveOwnPassword(ctx, actor, password)
  if (!proof.ok) return proof
  const options = await optionsToAdd(ctx, actor, proof.value)
  return options === undefined ? refused('not_here') : ok({ options, label })
}

/** Stores what the device made, and tells the member by mail (A30). */
export const addPasskey = async (
  ctx: AppContext,
  actor: Actor,
  { label: typed, answer }: { readonly label: string; readonly answer: string },
): Promise<Result<null, 'not_signed_in' | 'no_label' | 'wrong_answer' | 'too_many_passkeys'>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  const label = readLabel(typed)
  if (label === undefined) return refused('no_label')
  const store = await checkAddedPasskey(ctx, actor, { json: answer, label, most: mostPasskeys })
  if (store === undefined) return refused('wrong_answer')
  const added = await inTransaction(ctx, async (trx) => {
    const member = await lockMember(trx, actor.id)
    if (member === undefined || !(await isOpenSession(trx, actor))) return 'gone'
    const stored = await store(trx)
    if (stored === 'added')
      await tell(ctx, trx, actor, passkeyAddedMail(factsOf(ctx, member), label, ctx.now()))
    return stored
  })
  if (added === 'gone') return refused('not_signed_in')
  if (added === 'full') return refused('too_many_passkeys')
  if (added === 'used') return refused('wrong_answer')
  ctx.log.info('a member added a passkey', { member: actor.id })
  return ok(null)
}

/** A new password, set while the answer was judged, has ended what could be added with the one before. */
const isOpenSession = async (trx: AppTransaction, { sessionId }: Member): Promise<boolean> => {
  const row = await trx
    .selectFrom('memberSession')
    .where('id', '=', sessionId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Told by mail (A30); another's id, or one that is gone, removes nothing. */
export const removePasskey = async (
  ctx: AppContext,
  actor: Actor,
  id: string,
): Promise<Result<null, 'not_signed_in'>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  return inTransaction(ctx, async (trx): Promise<Result<null, 'not_signed_in'>> => {
    const member = await lockMember(trx, actor.id)
    if (member === undefined) return refused('not_signed_in')
    const label = await removeMemberPasskey(trx, actor.id, id)
    if (label !== undefined)
      await tell(ctx, trx, actor, passkeyRemovedMail(factsOf(ctx, member), label, ctx.now()))
    return ok(null)
  })
}

const factsOf = (
  ctx: AppContext,
  member: { readonly name: string; readonly email: string },
): AccountMailFacts => mailTo(ctx, member, ctx.newId())

const tell = (
  ctx: AppContext,
  trx: AppTransaction,
  actor: Member,
  mail: ReturnType<typeof passkeyAddedMail>,
): Promise<void> => enqueueMemberMail(ctx, trx, actor, mail)
