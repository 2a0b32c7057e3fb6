import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type Actor, type Member, type MemberId, memberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember, passwordHashOf, setPassword, verifyEmail } from '~/server/auth/account-changes.ts'
import { createLink, openLink, takeLink } from '~/server/auth/links.ts'
import { countRightPassword, mayGivePassword, resetTries } from '~/server/auth/password-tries.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { errorFields } from '~/server/log.ts'
import { enqueueMemberMail, resetMailCounts } from '~/server/mail/asked-mails.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import {
  countTry,
  countTryWithin,
  forgetTimedCounts,
  lowerTimedCount,
  mayTry,
  raiseTimedCount,
  timedCount,
} from '~/server/rate-limit.ts'
import { type Browser, deviceCookie } from '~/server/session/known-device.ts'
import { mailTo, passwordChangedMail, passwordLockedMail, resetMail, suspendedMail } from './mails.rules.ts'
import { passwordFault } from './password-fault.queries.server.ts'
import type { PasswordFault } from './rules.ts'
import { suspensionOf } from './standing/queries.server.ts'
import { suspendedLines } from './standing/texts.ts'

const minute = 60_000
const mostWrong = 5
const wrongWithin = 15 * minute
const lockedFor = 15 * minute

export interface PasswordProof {
  readonly hash: string
  readonly name: string
  readonly email: string
}

/** Who proves that she is the member. */
type PasswordOwner = Pick<Member, 'id' | 'address'>

export type PasswordProofFailure = 'password_missing' | 'wrong_password' | 'too_many_requests'

/**
 * Checks the password in place (A19). Five wrong ones of a person within 15 minutes, from wherever, lock it for 15 minutes, which is
 * mailed (N7); thirty right ones do as well, without a mail (A10). Not in a transaction.
 */
export const proveOwnPassword = async (
  ctx: AppContext,
  actor: PasswordOwner,
  password: string,
): Promise<Result<PasswordProof, PasswordProofFailure>> => {
  const { id } = actor
  if (password === '') return refused('password_missing')
  if (!(await mayGivePassword(ctx, id))) return refused('too_many_requests')
  const triedAt = ctx.now()
  if (!(await inTransaction(ctx, (trx) => beginTry(trx, id, triedAt)))) return refused('too_many_requests')
  const [hash, member] = await Promise.all([
    passwordHashOf(ctx.db, id),
    ctx.db.selectFrom('member').where('id', '=', id).select(['name', 'email']).executeTakeFirst(),
  ])
  const matches = await ctx.passwords.matches(hash, password)
  if (!matches || hash === null || member === undefined) {
    ctx.log.warn('wrong password for a change of the account', { member: id })
    await inTransaction(ctx, (trx) => lockAfterLast(ctx, trx, actor))
    return refused('wrong_password')
  }
  await lowerTimedCount(ctx.db, { subject: wrongOf(id), from: triedAt })
  if (!(await countRightPassword(ctx, id))) return refused('too_many_requests')
  return ok({ hash, ...member })
}

/** A row for each wrong password, and one for the lock, that end by themselves. */
const wrongOf = (member: MemberId) => `own-password:${member}`
const lockOf = (member: MemberId) => `own-password-lock:${member}`

/** Counted before it is judged, so that of many at once only five are. */
const beginTry = async (trx: AppTransaction, member: MemberId, now: number): Promise<boolean> => {
  if ((await lockMember(trx, member)) === undefined) return false
  if ((await timedCount(trx, lockOf(member), now)).count > 0) return false
  if ((await timedCount(trx, wrongOf(member), now)).count >= mostWrong) return false
  await raiseTimedCount(trx, { subject: wrongOf(member), from: now }, { now, until: now + wrongWithin })
  return true
}

/** The fifth wrong one locks, and tells the member once. */
const lockAfterLast = async (
  ctx: AppContext,
  trx: AppTransaction,
  { id, address }: PasswordOwner,
): Promise<void> => {
  const now = ctx.now()
  const member = await lockMember(trx, id)
  if (member === undefined || (await timedCount(trx, wrongOf(id), now)).count < mostWrong) return
  const until = now + lockedFor
  await forgetTimedCounts(trx, [wrongOf(id), lockOf(id)])
  await raiseTimedCount(trx, { subject: lockOf(id), from: now }, { now, until })
  const { emailVerified } = await trx
    .selectFrom('member')
    .where('id', '=', id)
    .select('emailVerified')
    .executeTakeFirstOrThrow()
  const mail = passwordLockedMail(mailTo(ctx, member, `${id} ${ctx.newId()}`), until)
  await enqueueMemberMail(ctx, trx, { address, emailVerified: emailVerified === 1 }, mail)
  ctx.log.warn('wrong passwords have locked a proof of the password', { member: id })
}

/** Locks the member; undefined when another device has changed the password or deleted the account since the proof. */
export const lockMemberOfProof = async (
  trx: Transaction<Schema>,
  { id }: Member,
  proof: Pick<PasswordProof, 'hash'>,
): Promise<{ readonly name: string; readonly email: string } | undefined> => {
  const member = await lockMember(trx, id)
  return (await passwordHashOf(trx, id)) === proof.hash ? member : undefined
}

type PasswordChangeRefusal = 'not_signed_in' | PasswordProofFailure | PasswordFault

/** Needs the present password; ends all sessions and tells the member by mail (A13). */
export const changePassword = async (
  ctx: AppContext,
  actor: Actor,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<Result<null, PasswordChangeRefusal>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  const proof = await proveOwnPassword(ctx, actor, current)
  if (!proof.ok) return proof
  const { name, email } = proof.value
  const fault = await passwordFault(next, [name, email])
  if (fault !== null) return refused(fault)
  const hash = await ctx.passwords.hash(next)
  const isChanged = await inTransaction(ctx, async (trx) => {
    const member = await lockMemberOfProof(trx, actor, proof.value)
    if (member === undefined) return false
    await setPassword(ctx, trx, actor.id, hash)
    await enqueueMemberMail(ctx, trx, actor, passwordChangedMail(mailTo(ctx, member, ctx.newId()), ctx.now()))
    return true
  })
  if (!isChanged) return refused('wrong_password')
  ctx.log.info('password changed', { member: actor.id })
  return ok(null)
}

/** Longer than the work for a known address, so that all answers take equally long (A11). */
const answerMs = 400

/** Equally long for all addresses; after five tries the client learns nothing, but the member still gets her mail (A11). */
export const requestPasswordReset = async (
  ctx: AppContext,
  actor: Actor,
  email: string,
  browser: Pick<Browser, 'known'>,
): Promise<Result<null, 'unknown' | 'too_many_requests' | 'mail_off'>> => {
  if (!ctx.demo && !ctx.mail.delivers) return refused('mail_off')
  const [answer] = await Promise.all([askForReset(ctx, actor, email, browser), ctx.pause(answerMs)])
  return answer
}

const askForReset = async (
  ctx: AppContext,
  actor: Actor,
  email: string,
  { known }: Pick<Browser, 'known'>,
): ReturnType<typeof requestPasswordReset> => {
  const { db, memberSettings, log } = ctx
  const now = ctx.now()
  const member = await memberWith(db, email)
  const device = known !== undefined && known.memberId === member?.id ? known : undefined
  const address = 'address' in actor ? actor.address : actor.kind
  const tries = resetTries({ address, email, device })
  const mayAsk = await countTry(ctx, now, [tries.all, tries.same])
  const { unknown } = tries
  const mayLearn =
    !memberSettings.revealUnknownEmail ||
    (await (member === undefined ? countTry(ctx, now, [unknown]) : mayTry(db, now, [unknown])))
  if (member !== undefined && mayAsk) {
    const sent = await sendLink(ctx, member, address)
    if (!sent.ok) return sent
  }
  log.info('a password reset was asked for', { member: member?.id, refused: !mayAsk || !mayLearn })
  if (!mayAsk || !mayLearn) return refused('too_many_requests')
  return member === undefined && memberSettings.revealUnknownEmail ? refused('unknown') : ok(null)
}

interface Addressee {
  readonly id: MemberId
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
}

const memberWith = async (db: Kysely<Schema>, email: string): Promise<Addressee | undefined> => {
  const row = await db
    .selectFrom('member')
    .where('email', '=', email)
    .select(['id', 'name', 'email', 'emailVerified'])
    .executeTakeFirst()
  return row && { ...row, id: memberId(row.id), emailVerified: row.emailVerified === 1 }
}

type LinkSent = Result<null, 'mail_off' | 'too_many_requests'>

/** After five mails in an hour no further one is sent: all five links still work. */
const sendLink = async (ctx: AppContext, member: Addressee, address: string): Promise<LinkSent> => {
  const { id, email } = member
  const { ofMember, ofShop } = resetMailCounts(member, address)
  try {
    const sent = await inTransaction(ctx, async (trx): Promise<LinkSent> => {
      if (!(await countTryWithin(trx, ctx.now(), [ofMember]))) return ok(null)
      if (!(await countTryWithin(trx, ctx.now(), ofShop))) return refused('too_many_requests')
      const suspended = await suspensionOf(trx, id)
      if (suspended !== undefined) {
        const lines = suspendedLines(suspended.reason, ctx.settings.seller.email)
        await enqueueMail(ctx, trx, suspendedMail(factsOf(ctx, member), lines))
        return ok(null)
      }
      const token = await createLink(ctx, trx, { memberId: id, purpose: 'reset', email })
      await enqueueMail(ctx, trx, resetMail(factsOf(ctx, member), token))
      return ok(null)
    })
    if (!sent.ok) ctx.log.error('no more mails of resets in this hour', { alarm: true })
    return sent
  } catch (error) {
    ctx.log.error('the mail of a reset could not be queued', errorFields(error))
    return refused('mail_off')
  }
}

const factsOf = (ctx: AppContext, { name, email }: Pick<Addressee, 'name' | 'email'>) => ({
  shopName: ctx.settings.name,
  siteOrigin: ctx.siteOrigin,
  name,
  recipient: email,
  subjectKey: ctx.newId(),
})

/** Verifies the address and ends all sessions (A13). Gives a known device's Set-Cookie header: others' tries do not limit it. */
export const resetPassword = async (
  ctx: AppContext,
  actor: Actor,
  { token, password }: { readonly token: string; readonly password: string },
  browser: Pick<Browser, 'known'>,
): Promise<Result<string, 'link_gone' | PasswordFault>> => {
  const link = await openLink(ctx.db, { purpose: 'reset', token, now: ctx.now() })
  if (link === undefined) return refused('link_gone')
  const fault = await passwordFault(password, [link.email])
  if (fault !== null) return refused(fault)
  const hash = await ctx.passwords.hash(password)
  const { memberId: id } = link
  const isSet = await inTransaction(ctx, async (trx) => {
    const member = await lockMember(trx, id)
    const taken = await takeLink(trx, { purpose: 'reset', token, now: ctx.now() })
    // The account may have another address by now.
    if (member === undefined || member.email !== taken?.email) return false
    await setPassword(ctx, trx, id, hash)
    await verifyEmail(ctx, trx, { memberId: id, email: member.email })
    await enqueueMail(ctx, trx, passwordChangedMail(factsOf(ctx, member), ctx.now()))
    return true
  })
  if (!isSet) return refused('link_gone')
  ctx.log.info('a password was reset', { member: id, by: actor.kind })
  return ok(deviceCookie(ctx, id, browser))
}
