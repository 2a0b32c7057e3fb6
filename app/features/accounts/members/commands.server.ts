import { type MemberId, memberIdTyped } from '~/kernel/actor.ts'
import { ok, refused } from '~/kernel/result.ts'
import { deleteMember, lockMember } from '~/server/auth/account-changes.ts'
import { invitedPerson, isLastOwner } from '~/server/auth/desk-people.ts'
import { endSessions, ownSessions } from '~/server/auth/sessions.ts'
import { type Doing, defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { deletedMail, mailTo } from '../mails.rules.ts'
import { memberSubject } from '../standing/rules.ts'
import { memberRefusals } from './texts.ts'

/** What a sheet of a member's page is about; `of` is one of her devices, '' for all. */
export interface MemberSheetAt {
  readonly id: string
  readonly of: string
}

interface DevicesForm {
  readonly member: MemberId
  /** The id of a session; '' for all of them. */
  readonly device: string
}

/** Signs a member out on one device or on all, with what she has of the desk there (A14, N8). */
export const endMemberDevices = defineAct({
  name: 'member.end-devices',
  words: '会員の端末をログアウトしました',
  subject: memberSubject,
  facts: { name: null, devices: '端末の数' },
  who: 'owner',
  refusals: memberRefusals,
  answer: noAnswer,
  form: ({ at: { id, of } }: Opened<MemberSheetAt>): Read<DevicesForm, 'gone'> => {
    const member = memberIdTyped(id)
    return member === undefined ? refused('gone') : ok({ member, device: of })
  },
  run: async (trx, { ctx, form: { member, device } }: Doing<DevicesForm>) => {
    const locked = await lockMember(trx, member)
    if (locked === undefined) return refused('gone' as const)
    const open = await ownSessions(trx, member, ctx.now())
    const ended = device === '' ? open : open.filter(({ id }) => id === device)
    if (ended.length === 0) return refused('no-device' as const)
    await endSessions(trx, member, device === '' ? 'all' : { only: device })
    const after = { name: locked.name, devices: ended.length }
    return ok({ answer: null, subject: subjectOf(memberSubject, member), after })
  },
})

interface MemberForm {
  readonly member: MemberId
}

/**
 * Deletes a member's account because she asked for it by mail, as she could do herself, suspended or not (A17, N147): nothing brings it
 * back, so the owner confirms who she is (N3). Orders stay. The log keeps no name of hers.
 */
export const deleteMemberAccount = defineAct({
  name: 'member.delete',
  words: '会員のアカウントを削除しました',
  subject: memberSubject,
  facts: {},
  who: 'owner',
  confirms: true,
  refusals: memberRefusals,
  answer: noAnswer,
  form: ({ at: { id } }: Opened<MemberSheetAt>): Read<MemberForm, 'gone'> => {
    const member = memberIdTyped(id)
    return member === undefined ? refused('gone') : ok({ member })
  },
  run: async (trx, { ctx, form: { member } }: Doing<MemberForm>) => {
    const locked = await lockMember(trx, member)
    if (locked === undefined) return refused('gone' as const)
    if (await isLastOwner(trx, member)) return refused('last-owner' as const)
    if ((await invitedPerson(trx, member)) !== undefined) return refused('at-desk' as const)
    await ctx.memberSteps.gone(trx, member, ctx)
    await enqueueMail(ctx, trx, deletedMail(mailTo(ctx, locked, member)))
    await deleteMember(trx, member)
    return ok({ answer: null, subject: subjectOf(memberSubject, member) })
  },
})
