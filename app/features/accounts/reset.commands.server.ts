import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type Actor, type MemberId, memberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember, setPassword, verifyEmail } from '~/server/auth/account-changes.ts'
import { createLink, openLink, takeLink } from '~/server/auth/links.ts'
import { resetTries } from '~/server/auth/password-tries.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { errorFields } from '~/server/log.ts'
import { resetMailCounts } from '~/server/mail/asked-mails.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { countTry, countTryWithin, mayTry } from '~/server/rate-limit.ts'
import { type Browser, deviceCookie } from '~/server/session/known-device.ts'
import { passwordChangedMail, resetMail } from './mails.rules.ts'
import { passwordFault } from './password-fault.queries.server.ts'
import type { PasswordFault } from './rules.ts'

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
