import { mailTo } from '~/features/accounts/mails.rules.ts'
import type { DeskActor, MemberId } from '~/kernel/actor.ts'
import { wordFact } from '~/kernel/facts.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
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
import { type Doing, defineAct, subjectOf } from '~/server/desk-act.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { deskInvitationMail } from './mails.rules.ts'
import { type Invitee, inviteeAt } from './people.queries.server.ts'
import { peopleRefusals, roleNames } from './texts.ts'

const memberSubject = { kind: 'member', name: '会員' } as const

/** Of owners who confirmed recently (N3, N9); each answers with the name of the person. */
const ofPeople = {
  subject: memberSubject,
  facts: {
    name: '名前',
    role: wordFact('役割', roleNames),
    counts: wordFact('在庫', { true: '数えられる', false: '数えられない' }),
  },
  who: 'owner',
  confirms: true,
  refusals: peopleRefusals,
  answer: { parse: String },
} as const

interface InvitedForm {
  readonly email: string
}

/** Mails a link valid once within 24 hours; an earlier one is void (N9). */
export const inviteToDesk = defineAct({
  ...ofPeople,
  name: 'desk.invite',
  words: 'お店の人に招待しました',
  run: async (trx, { ctx, actor, form }: Doing<InvitedForm & { readonly role: DeskRole }>) => {
    const { email, role } = form
    const invitee = await inviteeAt(trx, email)
    if (!invitee.ok) return invitee
    const { id, name } = invitee.value
    if ((await invitedPerson(trx, id)) !== undefined) return refused('already-there' as const)
    await sendInvitation(ctx, trx, actor, { invitee: invitee.value, role, again: false })
    return ok({ answer: name, subject: subjectOf(memberSubject, id), after: { name, role } })
  },
})

/** Voids a person's ways to enter on every device; a mail brings the link for a new setup (N9). */
export const resetFactor = defineAct({
  ...ofPeople,
  name: 'desk.reset-factor',
  words: '確認コードを設定し直せるようにしました',
  run: async (trx, { ctx, actor, form: { email } }: Doing<InvitedForm>) => {
    const invitee = await inviteeAt(trx, email)
    if (!invitee.ok) return invitee
    const { id, name } = invitee.value
    const person = await invitedPerson(trx, id)
    if (person === undefined) return refused('not-at-desk' as const)
    await forgetSetUp(trx, id, ctx.now())
    await sendInvitation(ctx, trx, actor, { invitee: invitee.value, role: person.role, again: true })
    return ok({ answer: name, subject: subjectOf(memberSubject, id), after: { name } })
  },
})

interface PersonForm {
  readonly member: MemberId
}

/** Ends place, devices and invitation with the next request; the last owner stays (N9). */
export const endAtDesk = defineAct({
  ...ofPeople,
  name: 'desk.end',
  words: 'お店の人から外しました',
  run: async (trx, { ctx, form: { member } }: Doing<PersonForm>) => {
    const person = await invitedPerson(trx, member)
    if (person === undefined) return refused('not-at-desk' as const)
    if (await isLastOwner(trx, member)) return refused('last-owner' as const)
    await endDeskPerson(trx, member, ctx.now())
    const { name, role } = person
    return ok({ answer: name, subject: subjectOf(memberSubject, member), before: { name, role } })
  },
})

/** Grants or takes a packer's right to receive and correct stock (K21). */
export const allowCounting = defineAct({
  ...ofPeople,
  name: 'desk.count',
  words: '在庫を数えられる人を変えました',
  run: async (trx, { form: { member, may } }: Doing<PersonForm & { readonly may: boolean }>) => {
    const person = await invitedPerson(trx, member)
    if (person === undefined) return refused('not-at-desk' as const)
    if (person.role === 'owner') return refused('is-owner' as const)
    await letCount(trx, member, may)
    const { name, mayCount } = person
    const before = { name, counts: mayCount }
    const subject = subjectOf(memberSubject, member)
    return ok({ answer: name, subject, before, after: { name, counts: may } })
  },
})

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
