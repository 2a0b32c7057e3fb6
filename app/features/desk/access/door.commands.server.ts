import { mailTo } from '~/features/accounts/mails.rules.ts'
import { proveOwnPassword } from '~/features/accounts/password.commands.server.ts'
import { deviceName } from '~/features/accounts/rules.ts'
import { type DeskPerson, isConfirmed, type Member, type MemberId, type Requester } from '~/kernel/actor.ts'
import { fieldOf } from '~/kernel/form.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { takeInvitation } from '~/server/auth/desk-invitations.ts'
import { type InvitedPerson, invitedPerson, noteCodes, putDeskPerson } from '~/server/auth/desk-people.ts'
import { asksOwnPassword, beginDeskSession, hasEntered, noteConfirmed } from '~/server/auth/desk-session.ts'
import { checkNewPasskey, checkPasskey } from '~/server/auth/passkeys.ts'
import {
  type CodeAnswer,
  countWrongPasskey,
  drawBackupCodes,
  drawFactor,
  loadCodes,
  takeCode,
} from '~/server/auth/second-factor.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { stepOf } from './door.queries.server.ts'
import { lockedMail } from './mails.rules.ts'
import { type ProofFailure, proofRefusals } from './texts.ts'

/** Fields not given are ''. */
interface Proof {
  readonly code: string
  /** The browser's answer, as JSON. */
  readonly passkey: string
}

type ProofRefusal = 'wrong_code' | 'locked' | 'wrong_passkey'

/**
 * Checks a passkey or a code and runs `then` in the same transaction. Each works once; five wrong ones in 15 minutes lock all codes,
 * which is mailed (N7). `setsUp` lets a new app's first code activate it.
 */
const proved = async <T>(
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

/** Fields not given are ''. */
interface DoorProof extends Proof {
  readonly password: string
  /** A passkey made at the first entry. */
  readonly newPasskey: string
}

interface DeskBrowser {
  readonly cookie: string | null
  readonly userAgent: string
}

interface Entered {
  /** The Set-Cookie header of the desk session. */
  readonly cookie: string
  /** New codes, shown only once. */
  readonly backupCodes?: readonly string[]
}

/**
 * Enters with a passkey (also one made now), an app code or a backup code; with a code, an unknown device also needs the password (N6,
 * N7). The first time backup codes are given; pages open only after the person confirms that she has them.
 */
export const enterDesk = async (
  ctx: AppContext,
  actor: Requester,
  proof: DoorProof,
  browser: DeskBrowser,
): Promise<Result<Entered, ProofFailure>> => {
  const person = actor.kind === 'member' ? await invitedPerson(ctx.db, actor.id) : undefined
  if (actor.kind !== 'member' || person === undefined) return refused('not-found')
  const step = await stepOf(ctx, person)
  if (step === 'too-late') return refused('wrong_code')
  const enter = (trx: AppTransaction) => begin(ctx, trx, { actor, person }, browser)
  // A new passkey proves nothing: whoever has the member's session can make one.
  const isNew = step === 'set-up' && proof.newPasskey !== ''
  if ((isNew || proof.passkey === '') && (await asksOwnPassword(ctx, actor, browser.cookie))) {
    const proven = await proveOwnPassword(ctx, actor, proof.password)
    if (!proven.ok) return proven
  }
  if (isNew) return enterWithNewPasskey(ctx, actor, { json: proof.newPasskey, ...browser }, enter)
  const entered = await proved(ctx, actor.id, { ...proof, setsUp: step === 'set-up' }, enter)
  ctx.log.info(entered.ok ? 'a desk person entered' : 'the door of the desk refused', { member: actor.id })
  return entered
}

const enterWithNewPasskey = async (
  ctx: AppContext,
  { id }: Member,
  { json, userAgent }: { readonly json: string; readonly userAgent: string },
  enter: (trx: AppTransaction) => Promise<Entered>,
): Promise<Result<Entered, 'wrong_passkey'>> => {
  const store = await checkNewPasskey(ctx, id, { json, label: deviceName(userAgent) })
  if (store === undefined) return refused('wrong_passkey')
  return inTransaction(ctx, async (trx) =>
    (await store(trx)) ? ok(await enter(trx)) : refused('wrong_passkey' as const),
  )
}

const begin = async (
  ctx: AppContext,
  trx: AppTransaction,
  { actor, person }: { readonly actor: Member; readonly person: InvitedPerson },
  { userAgent }: DeskBrowser,
): Promise<Entered> => {
  const cookie = await beginDeskSession(ctx, trx, actor, { role: person.role, userAgent })
  return person.codesNotedAt === null
    ? { cookie, backupCodes: await drawBackupCodes(ctx, trx, actor.id) }
    : { cookie }
}

/** Pages open once the backup codes are noted (N6). */
export const noteBackupCodes = async (
  ctx: AppContext,
  actor: Requester,
  { cookie }: Pick<DeskBrowser, 'cookie'>,
): Promise<Result<null, 'not-found'>> => {
  if (actor.kind !== 'member' || !(await hasEntered(ctx, actor, cookie))) return refused('not-found')
  await inTransaction(ctx, (trx) => noteCodes(trx, actor.id, ctx.now()))
  return ok(null)
}

/** `needed`: the person has not been asked yet. */
export const confirmationRefusals = {
  needed: {
    status: 422,
    text: 'もう一度ご本人か確かめます。パスワードかコードを入れてください。',
    field: 'confirmPassword',
  },
  wrong_code: { ...proofRefusals.wrong_code, field: 'confirmCode' },
  locked: { ...proofRefusals.locked, field: 'confirmCode' },
  wrong_password: { ...proofRefusals.wrong_password, field: 'confirmPassword' },
  too_many_requests: { ...proofRefusals.too_many_requests, field: 'confirmPassword' },
  wrong_passkey: { ...proofRefusals.wrong_passkey, field: 'confirmPasskey' },
} as const satisfies Refusals<string>

type ConfirmationFailure = keyof typeof confirmationRefusals

const longestField = 8_000

/**
 * The actor if confirmed within ten minutes, or now by `confirmPasskey`, `confirmCode` or `confirmPassword` of the form (N3). Failures
 * count as at the door (N7). Not for use inside a transaction.
 */
export const confirmAgain = async (
  ctx: AppContext,
  actor: DeskPerson,
  form: FormData,
): Promise<Result<DeskPerson, ConfirmationFailure>> => {
  if (isConfirmed(actor, ctx.now())) return ok(actor)
  const field = (name: string) => fieldOf(form, name, longestField)
  const [code, passkey, password] = [field('confirmCode'), field('confirmPasskey'), field('confirmPassword')]
  const now = ctx.now()
  if (passkey !== '' || code.trim() !== '') {
    const shown = await proved(ctx, actor.id, { code, passkey }, (trx) => noteConfirmed(trx, actor, now))
    return shown.ok ? ok({ ...actor, confirmedAt: now }) : shown
  }
  const proven = await proveOwnPassword(ctx, actor, password)
  if (!proven.ok) return refused(proven.error === 'password_missing' ? 'needed' : proven.error)
  await inTransaction(ctx, (trx) => noteConfirmed(trx, actor, now))
  return ok({ ...actor, confirmedAt: now })
}

/** The link works once; setup follows at the door (N6). */
export const acceptInvitation = async (
  ctx: AppContext,
  actor: Requester,
  token: string,
): Promise<Result<null, 'not-found'>> => {
  if (actor.kind !== 'member') return refused('not-found')
  const { id } = actor
  const now = ctx.now()
  const codes = await loadCodes()
  const isTaken = await inTransaction(ctx, async (trx) => {
    const invitation = await takeInvitation(trx, { token, member: id, now })
    if (invitation === undefined) return false
    await putDeskPerson(trx, { id, role: invitation.role, createdBy: invitation.createdBy, now })
    await drawFactor({ ...ctx, codes }, trx, id)
    return true
  })
  if (!isTaken) return refused('not-found')
  ctx.log.info('an invitation to the desk was accepted', { member: id })
  return ok(null)
}
