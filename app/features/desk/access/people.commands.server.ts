import { mailTo } from '~/features/accounts/mails.rules.ts'
import { deviceName } from '~/features/accounts/rules.ts'
import {
  type DeskActor,
  type DeskPerson,
  isConfirmed,
  isShopOwner,
  type MemberId,
  memberId,
} from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce } from '~/server/audit.ts'
import { createInvitation } from '~/server/auth/desk-invitations.ts'
import {
  beginSetUpAgain,
  type DeskRole,
  endDeskPerson,
  forgetDeskPeople,
  forgetSetUp,
  invitedPerson,
  isLastOwner,
  letCount,
  putDeskPerson,
} from '~/server/auth/desk-people.ts'
import { endDeskSession } from '~/server/auth/desk-session.ts'
import { checkNewPasskey, passkeysOf, removePasskey } from '~/server/auth/passkeys.ts'
import { drawBackupCodes, drawFactor, factorState, loadCodes } from '~/server/auth/second-factor.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { deskInvitationMail } from './mails.rules.ts'
import { type Invitee, inviteeAt } from './people.queries.server.ts'
import type { PeopleFailure } from './texts.ts'

interface Asked {
  /** N2. */
  readonly requestId: string
}

/** Owners who confirmed recently (N3, N9). */
const mayChange = (actor: DeskActor, now: number): Result<null, 'not-found' | 'confirm'> => {
  if (!isShopOwner(actor)) return refused('not-found')
  return isConfirmed(actor, now) ? ok(null) : refused('confirm')
}

/** Gives the name, as do the others here. Mails a link valid once within 24 hours; an earlier one is void (N9). */
export const inviteToDesk = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, email, role }: Asked & { readonly email: string; readonly role: DeskRole },
): Promise<Result<string, PeopleFailure>> => {
  const may = mayChange(actor, ctx.now())
  if (!may.ok) return may
  return actOnce<string, PeopleFailure>(
    ctx,
    actor,
    'desk.invite',
    { requestId, content: { email, role } },
    String,
    async (trx) => {
      const invitee = await inviteeAt(trx, email)
      if (!invitee.ok) return invitee
      const { id, name } = invitee.value
      if ((await invitedPerson(trx, id)) !== undefined) return refused('already-there')
      await sendInvitation(ctx, trx, actor, { invitee: invitee.value, role, again: false })
      return ok({ answer: name, subject: `member:${id}`, after: { name, role } })
    },
  )
}

/** Voids a person's ways to enter on every device; a mail brings the link for a new setup (N9). */
export const resetFactor = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, email }: Asked & { readonly email: string },
): Promise<Result<string, PeopleFailure>> => {
  const may = mayChange(actor, ctx.now())
  if (!may.ok) return may
  return actOnce<string, PeopleFailure>(
    ctx,
    actor,
    'desk.reset-factor',
    { requestId, content: { email } },
    String,
    async (trx) => {
      const invitee = await inviteeAt(trx, email)
      if (!invitee.ok) return invitee
      const { id, name } = invitee.value
      const person = await invitedPerson(trx, id)
      if (person === undefined) return refused('not-at-desk')
      await forgetSetUp(trx, id, ctx.now())
      await sendInvitation(ctx, trx, actor, { invitee: invitee.value, role: person.role, again: true })
      return ok({ answer: name, subject: `member:${id}`, after: { name } })
    },
  )
}

/** Ends place, devices and invitation with the next request; the last owner stays (N9). */
export const endAtDesk = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, member }: Asked & { readonly member: MemberId },
): Promise<Result<string, PeopleFailure>> => {
  const may = mayChange(actor, ctx.now())
  if (!may.ok) return may
  return actOnce<string, PeopleFailure>(
    ctx,
    actor,
    'desk.end',
    { requestId, content: { member } },
    String,
    async (trx) => {
      const person = await invitedPerson(trx, member)
      if (person === undefined) return refused('not-at-desk')
      if (await isLastOwner(trx, member)) return refused('last-owner')
      await endDeskPerson(trx, member, ctx.now())
      const { name, role } = person
      return ok({ answer: name, subject: `member:${member}`, before: { name, role } })
    },
  )
}

/** Grants or takes a packer's right to receive and correct stock (K21). */
export const allowCounting = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, member, may: lets }: Asked & { readonly member: MemberId; readonly may: boolean },
): Promise<Result<string, PeopleFailure>> => {
  const may = mayChange(actor, ctx.now())
  if (!may.ok) return may
  return actOnce<string, PeopleFailure>(
    ctx,
    actor,
    'desk.count',
    { requestId, content: { member, lets } },
    String,
    async (trx) => {
      const person = await invitedPerson(trx, member)
      if (person === undefined) return refused('not-at-desk')
      if (person.role === 'owner') return refused('is-owner')
      await letCount(trx, member, lets)
      const { name, mayCount } = person
      const before = { name, counts: mayCount }
      return ok({ answer: name, subject: `member:${member}`, before, after: { name, counts: lets } })
    },
  )
}

const sendInvitation = async (
  ctx: AppContext,
  trx: AppTransaction,
  actor: DeskActor,
  { invitee, role, again }: { readonly invitee: Invitee; readonly role: DeskRole; readonly again: boolean },
): Promise<void> => {
  const { id, email } = invitee
  const createdBy = actor.kind === 'desk' ? actor.name : null
  const token = await createInvitation(ctx, trx, { memberId: id, email, role, createdBy })
  const facts = mailTo(ctx, invitee, `${id} ${ctx.newId()}`)
  await enqueueMail(ctx, trx, deskInvitationMail(facts, { token, role, again }))
}

const done = () => null

/** Ten new codes replace the former ones. They are told once: the same form sent again gives none. */
export const newBackupCodes = async (
  ctx: AppContext,
  actor: DeskPerson,
  { requestId }: { readonly requestId: string },
): Promise<Result<readonly string[], PeopleFailure>> => {
  const may = mayChange(actor, ctx.now())
  if (!may.ok) return may
  // The codes must not reach the audit log.
  let codes: readonly string[] = []
  const act = await actOnce<null, never>(
    ctx,
    actor,
    'desk.backup-codes',
    { requestId, content: '' },
    done,
    async (trx) => {
      codes = await drawBackupCodes(ctx, trx, actor.id)
      return ok({ answer: null, subject: `member:${actor.id}` })
    },
  )
  return act.ok ? ok(codes) : act
}

export const addPasskey = async (
  ctx: AppContext,
  actor: DeskPerson,
  {
    requestId,
    json,
    userAgent,
  }: { readonly requestId: string; readonly json: string; readonly userAgent: string },
): Promise<Result<null, PeopleFailure>> => {
  const may = mayChange(actor, ctx.now())
  if (!may.ok) return may
  const label = deviceName(userAgent)
  const store = await checkNewPasskey(ctx, actor.id, { json, label })
  if (store === undefined) return refused('no-passkey')
  return actOnce(ctx, actor, 'desk.passkey-add', { requestId, content: json }, done, async (trx) =>
    (await store(trx))
      ? ok({ answer: null, subject: `member:${actor.id}`, after: { label } })
      : refused('no-passkey'),
  )
}

/** Refused if it is the only way to enter. */
export const takePasskeyAway = async (
  ctx: AppContext,
  actor: DeskPerson,
  { requestId, passkey }: { readonly requestId: string; readonly passkey: string },
): Promise<Result<null, PeopleFailure>> => {
  const may = mayChange(actor, ctx.now())
  if (!may.ok) return may
  const { id } = actor
  return actOnce(ctx, actor, 'desk.passkey-remove', { requestId, content: passkey }, done, async (trx) => {
    const isLast = (await passkeysOf(trx, id)).every((own) => own.id === passkey)
    if (isLast && !(await factorState(trx, id)).hasApp) return refused('last-factor')
    return (await removePasskey(trx, id, passkey))
      ? ok({ answer: null, subject: `member:${id}`, before: { passkey } })
      : refused('not-at-desk')
  })
}

/** Voids all own ways to enter, on every device; setup follows at the door. */
export const resetOwnFactor = async (
  ctx: AppContext,
  actor: DeskPerson,
  { requestId }: { readonly requestId: string },
): Promise<Result<null, PeopleFailure>> => {
  const may = mayChange(actor, ctx.now())
  if (!may.ok) return may
  const codes = await loadCodes()
  return actOnce(ctx, actor, 'desk.reset-own-factor', { requestId, content: '' }, done, async (trx) => {
    await beginSetUpAgain(trx, actor.id, ctx.now())
    await drawFactor({ ...ctx, codes }, trx, actor.id)
    return ok({ answer: null, subject: `member:${actor.id}` })
  })
}

/** Any person's device. */
export const endDevice = async (
  ctx: AppContext,
  actor: DeskPerson,
  { requestId, device }: { readonly requestId: string; readonly device: string },
): Promise<Result<null, PeopleFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  return actOnce(ctx, actor, 'desk.device-end', { requestId, content: device }, done, async (trx) =>
    (await endDeskSession(trx, device))
      ? ok({ answer: null, subject: `device:${device}` })
      : refused('not-at-desk'),
  )
}

/** Each gets a secret of her own, drawn the first time (A24). */
export const seedDemoDeskPeople = async (
  ctx: AppContext,
  people: readonly { readonly email: string; readonly role: DeskRole }[],
): Promise<void> => {
  for (const { email, role } of people) {
    const member = await ctx.db
      .selectFrom('member')
      .leftJoin('deskPerson', 'deskPerson.memberId', 'member.id')
      .where('email', '=', email)
      .select(['member.id', 'deskPerson.memberId'])
      .executeTakeFirst()
    if (member === undefined || member.memberId !== null) continue
    const codes = await loadCodes()
    const id = memberId(member.id)
    const now = ctx.now()
    await inTransaction(ctx, async (trx) => {
      await putDeskPerson(trx, { id, role, createdBy: null, now, codesNotedAt: now })
      await drawFactor({ ...ctx, codes }, trx, id, now)
    })
  }
}

/** People invited in a demo confirmed their addresses where anybody could read them (A24). */
export const removeDemoDeskPeople = (ctx: AppContext): Promise<void> => forgetDeskPeople(ctx.db)
