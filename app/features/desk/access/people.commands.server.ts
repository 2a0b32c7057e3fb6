import { mailTo } from '~/features/accounts/mails.rules.ts'
import { deviceName } from '~/features/accounts/rules.ts'
import { memberSubject } from '~/features/accounts/standing/rules.ts'
import { type DeskActor, type MemberId, memberId, memberIdTyped } from '~/kernel/actor.ts'
import { readEmail } from '~/kernel/email.ts'
import { wordFact } from '~/kernel/facts.ts'
import { fieldOf } from '~/kernel/form.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { createInvitation, voidInvitation } from '~/server/auth/desk-invitations.ts'
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
import { type Doing, defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { forgetViews } from '../views/commands.server.ts'
import { deskInvitationMail } from './mails.rules.ts'
import { type Invitee, inviteeAt } from './people.queries.server.ts'
import { peopleRefusals, roleNames } from './texts.ts'

/** What the sheet of an act is about: a person, device or passkey, '' for nothing of its own. */
export interface SheetAt {
  readonly of: string
  readonly userAgent: string
}

/** Of owners who confirmed recently (N3, N9); each answers with the name of the person. */
const ofPeople = {
  subject: memberSubject,
  facts: {
    name: null,
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

interface InvitationForm extends InvitedForm {
  readonly role: DeskRole
}

interface PersonForm {
  readonly member: MemberId
}

const personForm = ({ at: { of } }: Opened<SheetAt>): Read<PersonForm, 'not-at-desk'> => {
  const member = memberIdTyped(of)
  return member === undefined ? refused('not-at-desk') : ok({ member })
}

/** Mails a link valid once within 24 hours; an earlier one is void (N9). */
export const inviteToDesk = defineAct({
  ...ofPeople,
  name: 'desk.invite',
  words: 'お店の人に招待しました',
  form: ({ form }: Opened<SheetAt>): Read<InvitationForm, 'bad-email'> => {
    const email = readEmail(fieldOf(form, 'email'))
    if (!email.ok) return refused('bad-email')
    return ok({ email: email.value, role: fieldOf(form, 'role') === 'owner' ? 'owner' : 'packer' })
  },
  run: async (trx, { ctx, actor, form }: Doing<InvitationForm>) => {
    const { email, role } = form
    const invitee = await inviteeAt(trx, email)
    if (!invitee.ok) return invitee
    const { id, name } = invitee.value
    if ((await invitedPerson(trx, id)) !== undefined) return refused('already-there' as const)
    await sendInvitation(ctx, trx, actor, { invitee: invitee.value, role, again: false })
    return ok({ answer: name, subject: subjectOf(memberSubject, id), after: { name, role } })
  },
})

/** Voids the link that waits for a member (N79); what she does with it at the same moment counts first. */
export const withdrawInvitation = defineAct({
  ...ofPeople,
  name: 'desk.withdraw',
  words: 'お店の人への招待を取り消しました',
  form: personForm,
  run: async (trx, { ctx, form: { member } }: Doing<PersonForm>) => {
    const voided = await voidInvitation(trx, { member, now: ctx.now() })
    if (voided === undefined) return refused('not-waiting' as const)
    return ok({ answer: voided.name, subject: subjectOf(memberSubject, member), before: voided })
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

/** Ends place, devices and invitation with the next request; the last owner stays (N9). */
export const endAtDesk = defineAct({
  ...ofPeople,
  name: 'desk.end',
  words: 'お店の人から外しました',
  form: personForm,
  run: async (trx, { ctx, form: { member } }: Doing<PersonForm>) => {
    const person = await invitedPerson(trx, member)
    if (person === undefined) return refused('not-at-desk' as const)
    if (await isLastOwner(trx, member)) return refused('last-owner' as const)
    await endDeskPerson(trx, member, ctx.now())
    await forgetViews(trx, member)
    const { name, role } = person
    return ok({ answer: name, subject: subjectOf(memberSubject, member), before: { name, role } })
  },
})

interface CountingForm extends PersonForm {
  readonly may: boolean
}

/** Grants or takes a packer's right to receive and correct stock (K21). */
export const allowCounting = defineAct({
  ...ofPeople,
  name: 'desk.count',
  words: '在庫を数えられる人を変えました',
  form: (opened: Opened<SheetAt & { readonly act: string }>): Read<CountingForm, 'not-at-desk'> => {
    const person = personForm(opened)
    return person.ok ? ok({ ...person.value, may: opened.at.act === 'count' }) : person
  },
  run: async (trx, { form: { member, may } }: Doing<CountingForm>) => {
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

/** Of owners; what is done to her own ways in asks again who she is (N3). */
const ofOwnWaysIn = {
  subject: memberSubject,
  facts: {},
  who: 'owner',
  confirms: true,
  refusals: peopleRefusals,
  answer: noAnswer,
} as const

/** The machine has no ways in. */
const ownId = (actor: DeskActor): Result<MemberId, 'not-at-desk'> =>
  actor.kind === 'desk' ? ok(actor.id) : refused('not-at-desk')

/** Ten new codes replace the former ones. They are told once: the same form sent again gives none. */
export const newBackupCodes = defineAct({
  ...ofOwnWaysIn,
  name: 'desk.backup-codes',
  words: '予備のコードを作り直しました',
  form: (_: Opened<SheetAt>): Read<object> => ok({}),
  answer: { parse: (): readonly string[] => [] },
  run: async (trx, { ctx, actor }) => {
    const id = ownId(actor)
    if (!id.ok) return id
    const codes = await drawBackupCodes(ctx, trx, id.value)
    return ok({ answer: codes, isToldOnce: true, subject: subjectOf(memberSubject, id.value) })
  },
})

interface NewPasskeyForm {
  /** The browser's answer as JSON; '' while it has not been asked. */
  readonly json: string
  /** The form that only asked again who she is: the browser asks for face or finger after it. */
  readonly isFirst?: true
  readonly userAgent: string
  readonly store?: (trx: AppTransaction) => Promise<boolean>
}

export const addPasskey = defineAct({
  ...ofOwnWaysIn,
  name: 'desk.passkey-add',
  words: 'パスキーを加えました',
  facts: { label: '端末' },
  form: ({ form, at: { userAgent } }: Opened<SheetAt>): Read<NewPasskeyForm> =>
    ok({
      json: fieldOf(form, 'newPasskey'),
      userAgent,
      ...(fieldOf(form, 'step') === 'confirm' ? { isFirst: true as const } : {}),
    }),
  content: ({ json }) => json,
  told: (_: { readonly goesOn: true }) => ({ status: 200, errors: {} }),
  prepare: async ({ ctx, actor, form }) => {
    if (form.isFirst === true) return refused({ goesOn: true } as const)
    const id = ownId(actor)
    if (!id.ok) return id
    const label = deviceName(form.userAgent)
    const store = await checkNewPasskey(ctx, id.value, { json: form.json, label })
    return store === undefined ? refused('no-passkey' as const) : ok({ ...form, store })
  },
  run: async (trx, { actor, form: { store, userAgent } }) => {
    const id = ownId(actor)
    if (!id.ok) return id
    if (store === undefined || !(await store(trx))) return refused('no-passkey' as const)
    const subject = subjectOf(memberSubject, id.value)
    return ok({ answer: null, subject, after: { label: deviceName(userAgent) } })
  },
})

interface OnePasskeyForm {
  readonly passkey: string
}

/** Refused if it is the only way to enter. */
export const takePasskeyAway = defineAct({
  ...ofOwnWaysIn,
  name: 'desk.passkey-remove',
  words: 'パスキーを外しました',
  facts: { passkey: null },
  form: ({ at: { of } }: Opened<SheetAt>): Read<OnePasskeyForm> => ok({ passkey: of }),
  run: async (trx, { actor, form: { passkey } }) => {
    const id = ownId(actor)
    if (!id.ok) return id
    const isLast = (await passkeysOf(trx, id.value)).every((own) => own.id === passkey)
    if (isLast && !(await factorState(trx, id.value)).hasApp) return refused('last-factor' as const)
    if (!(await removePasskey(trx, id.value, passkey))) return refused('not-at-desk' as const)
    return ok({ answer: null, subject: subjectOf(memberSubject, id.value), before: { passkey } })
  },
})

/** Voids all own ways to enter, on every device; setup follows at the door. */
export const resetOwnFactor = defineAct({
  ...ofOwnWaysIn,
  name: 'desk.reset-own-factor',
  words: '自分の確認コードを設定し直しました',
  form: (_: Opened<SheetAt>): Read<object> => ok({}),
  // What draws codes is read from the disk the first time, which no transaction should wait for.
  prepare: async ({ form }) => loadCodes().then(() => ok(form)),
  run: async (trx, { ctx, actor }) => {
    const id = ownId(actor)
    if (!id.ok) return id
    await beginSetUpAgain(trx, id.value, ctx.now())
    await drawFactor({ ...ctx, codes: await loadCodes() }, trx, id.value)
    return ok({ answer: null, subject: subjectOf(memberSubject, id.value) })
  },
})

interface DeviceForm {
  readonly device: string
}

const deviceSubject = { kind: 'device', name: '端末', idText: () => '' } as const

/** Any person's device. */
export const endDevice = defineAct({
  ...ofOwnWaysIn,
  name: 'desk.device-end',
  words: '端末をログアウトしました',
  subject: deviceSubject,
  confirms: false,
  form: ({ at: { of } }: Opened<SheetAt>): Read<DeviceForm> => ok({ device: of }),
  run: async (trx, { form: { device } }) =>
    (await endDeskSession(trx, device))
      ? ok({ answer: null, subject: subjectOf(deviceSubject, device) })
      : refused('not-at-desk' as const),
})

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
