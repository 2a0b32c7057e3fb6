import { mailTo } from '~/features/accounts/mails.rules.ts'
import { type DeskActor, isConfirmed, isShopOwner, type MemberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce } from '~/server/audit.ts'
import { createInvitation } from '~/server/auth/desk-invitations.ts'
import {
  type DeskRole,
  endDeskPerson,
  forgetSetUp,
  invitedPerson,
  isLastOwner,
  letCount,
} from '~/server/auth/desk-people.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
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
