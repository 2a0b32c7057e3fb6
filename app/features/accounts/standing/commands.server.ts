import type { Updateable } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { memberIdTyped } from '~/kernel/actor.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { codePointLength } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember } from '~/server/auth/account-changes.ts'
import { voidInvitation } from '~/server/auth/desk-invitations.ts'
import { invitedPerson, isLastOwner } from '~/server/auth/desk-people.ts'
import { endSessions } from '~/server/auth/sessions.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { type Doing, defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { keptPagesTopic } from '~/server/page-cache.ts'
import { writeRights } from '../profile/commands.server.ts'
import { standingOf } from './queries.server.ts'
import {
  longestReason,
  memberSubject,
  needsReason,
  reasonTyped,
  type Standing,
  type StandingChange,
  type StopChange,
} from './rules.ts'
import { type StandingRefusal, standingRefusals } from './texts.ts'

/** What is decided about a member, as a page showed her; `reason` is what she reads, '' for an act that gives none. */
export interface StandingForm {
  readonly member: MemberId
  /** Of `standingOf`. */
  readonly version: number
  readonly reason: string
}

/**
 * Decides about a member within the transaction of an act (A27.2, A27); the name that she has, and what held before. Refused as `already`
 * where nothing would change, so that an undo takes back what its act did and no more. A desk person has to be taken from the desk
 * before she is suspended, and the last owner never is. `begunBy` is the outcome of a report that stops her, '' for her page.
 */
export const changeStanding = async (
  trx: AppTransaction,
  ctx: AppContext,
  change: StandingChange,
  { member, version, reason }: StandingForm,
  begunBy = '',
): Promise<Result<{ readonly name: string; readonly before: Standing }, StandingRefusal>> => {
  if (codePointLength(reason) > longestReason) return refused('long-reason')
  const locked = await lockMember(trx, member)
  const before = await standingOf(trx, member)
  if (locked === undefined || before === undefined) return refused('gone')
  if (before.version !== version) return refused('stale')
  const done = await changes[change](trx, ctx, { member, reason, begunBy, before })
  if (!done.ok) return done
  const columns = { ...done.value, version: version + 1 }
  await trx
    .insertInto('memberStanding')
    .values({ memberId: member, ...columns })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(columns))
    .execute()
  return ok({ name: locked.name, before })
}

type Change = (
  trx: AppTransaction,
  ctx: AppContext,
  of: {
    readonly member: MemberId
    readonly reason: string
    readonly begunBy: string
    readonly before: Standing
  },
) => Promise<Result<Updateable<Schema['memberStanding']>, StandingRefusal>>

const posting =
  (may: boolean): Change =>
  async (trx, ctx, { member, reason, begunBy, before }) => {
    if (before.mayPost === may) return refused('already')
    await writeRights(trx, ctx, await accountOf(trx, member), { canUpload: may ? 1 : 0 })
    return ok({ uploadReason: may ? '' : reason, uploadStop: begunBy })
  }

const commenting =
  (may: boolean): Change =>
  async (trx, ctx, { member, reason, begunBy, before }) => {
    if (before.mayComment === may) return refused('already')
    await writeRights(trx, ctx, await accountOf(trx, member), { canComment: may ? 1 : 0 })
    return ok({ commentReason: may ? '' : reason, commentStop: begunBy })
  }

const accountOf = (trx: AppTransaction, member: MemberId) =>
  trx.selectFrom('member').where('id', '=', member).select(['id', 'createdAt']).executeTakeFirstOrThrow()

const suspend: Change = async (trx, ctx, { member, reason, begunBy, before }) => {
  if (before.suspended !== null) return refused('already')
  if (await isLastOwner(trx, member)) return refused('last-owner')
  if ((await invitedPerson(trx, member)) !== undefined) return refused('at-desk')
  const now = ctx.now()
  await trx
    .insertInto('suspendedMember')
    .values({ memberId: member, reason, suspendedAt: now, stop: begunBy })
    .execute()
  await voidInvitation(trx, { member, now })
  await endSessions(trx, member, 'all')
  await ctx.memberSteps.suspended(trx, member, ctx)
  forgetPages(trx, ctx)
  return ok({})
}

/** Pages that are kept for everybody show her works no longer, or again, in this process and in the others. */
const forgetPages = (trx: AppTransaction, { notices, now }: AppContext): void =>
  trx.onCommit(() => notices.publish(keptPagesTopic, now()))

const lift: Change = async (trx, ctx, { member, before }) => {
  if (before.suspended === null) return refused('already')
  // One that began while she was being suspended would open again what nobody has signed in to since.
  await endSessions(trx, member, 'all')
  await trx.deleteFrom('suspendedMember').where('memberId', '=', member).execute()
  await ctx.memberSteps.suspended(trx, member, ctx)
  forgetPages(trx, ctx)
  return ok({})
}

const changes: Readonly<Record<StandingChange, Change>> = {
  'stop-posting': posting(false),
  'allow-posting': posting(true),
  'stop-commenting': commenting(false),
  'allow-commenting': commenting(true),
  suspend,
  lift,
}

/** Within the transaction of an act: a stop goes on, for another reason than it began with (N148). Repeatable. */
export const changeReason = async (
  trx: AppTransaction,
  stop: StopChange,
  { member, reason }: Pick<StandingForm, 'member' | 'reason'>,
): Promise<void> => {
  if (stop === 'suspend')
    await trx.updateTable('suspendedMember').set({ reason }).where('memberId', '=', member).execute()
  const columns = { 'stop-posting': { uploadReason: reason }, 'stop-commenting': { commentReason: reason } }
  await trx
    .updateTable('memberStanding')
    .set((eb) => ({ ...(stop === 'suspend' ? {} : columns[stop]), version: eb('version', '+', 1) }))
    .where('memberId', '=', member)
    .execute()
}

/** Of what a member's page at the desk names. */
export interface MemberPageAt {
  readonly id: string
}

const formOfChange =
  (change: StandingChange) =>
  ({ form, at: { id } }: Opened<MemberPageAt>): Read<StandingForm, 'no-reason' | 'gone'> => {
    const member = memberIdTyped(id)
    if (member === undefined) return refused('gone')
    const reason = needsReason(change) ? reasonTyped(fieldOf(form, 'reason')) : ''
    if (needsReason(change) && reason === '') return refused('no-reason')
    return ok({ member, version: versionOf(form), reason })
  }

const ofMembers = {
  subject: memberSubject,
  facts: { name: null, reason: '理由' },
  who: 'owner',
  refusals: standingRefusals,
  answer: noAnswer,
} as const

const formerReasons: Readonly<Record<StandingChange, (before: Standing) => string>> = {
  'stop-posting': () => '',
  'allow-posting': ({ uploadReason }) => uploadReason,
  'stop-commenting': () => '',
  'allow-commenting': ({ commentReason }) => commentReason,
  suspend: () => '',
  lift: ({ suspended }) => suspended?.reason ?? '',
}

const runOf =
  (change: StandingChange) =>
  async (trx: AppTransaction, { ctx, form }: Doing<StandingForm>) => {
    const done = await changeStanding(trx, ctx, change, form)
    if (!done.ok) return done
    const { name, before } = done.value
    const subject = subjectOf(memberSubject, form.member)
    return needsReason(change)
      ? ok({ answer: null, subject, after: { name, reason: form.reason } })
      : ok({ answer: null, subject, before: { name, reason: formerReasons[change](before) } })
  }

/** A member may not post from her next request on, and reads why (A27). */
export const stopPosting = defineAct({
  ...ofMembers,
  name: 'member.stop-posting',
  words: '作品の投稿を止めました',
  form: formOfChange('stop-posting'),
  run: runOf('stop-posting'),
})

export const allowPosting = defineAct({
  ...ofMembers,
  name: 'member.allow-posting',
  words: '作品を投稿できるようにしました',
  form: formOfChange('allow-posting'),
  run: runOf('allow-posting'),
})

/** Her comments alone (A27). */
export const stopCommenting = defineAct({
  ...ofMembers,
  name: 'member.stop-commenting',
  words: 'コメントを止めました',
  form: formOfChange('stop-commenting'),
  run: runOf('stop-commenting'),
})

export const allowCommenting = defineAct({
  ...ofMembers,
  name: 'member.allow-commenting',
  words: 'コメントを書けるようにしました',
  form: formOfChange('allow-commenting'),
  run: runOf('allow-commenting'),
})

/** Ends her sessions and hides all that is hers, but for her orders (A27.2). */
export const suspendMember = defineAct({
  ...ofMembers,
  name: 'member.suspend',
  words: '会員を停止しました',
  form: formOfChange('suspend'),
  run: runOf('suspend'),
})

/** Brings all back as it was; she signs in again (A27.2). */
export const liftSuspension = defineAct({
  ...ofMembers,
  name: 'member.lift',
  words: '会員の停止を解きました',
  form: formOfChange('lift'),
  run: runOf('lift'),
})
