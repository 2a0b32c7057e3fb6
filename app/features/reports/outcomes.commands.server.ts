import { changeReason, changeStanding } from '~/features/accounts/standing/commands.server.ts'
import { standingOf, stopsOf } from '~/features/accounts/standing/queries.server.ts'
import {
  type StandingChange,
  type Stop,
  type StopChange,
  stopChanges,
} from '~/features/accounts/standing/rules.ts'
import { hideCommentIn } from '~/features/comments/commands.server.ts'
import { hideRecipeIn } from '~/features/recipes/recipe.commands.server.ts'
import { type DeskActor, type MemberId, memberId } from '~/kernel/actor.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember } from '~/server/auth/account-changes.ts'
import { forUpdate } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { type Doing, defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { keptPagesTopic } from '~/server/page-cache.ts'
import { undoneMail } from './mails.rules.ts'
import { authorOfOutcome, type Changed, changedIn, thingInWords } from './outcomes.queries.server.ts'
import {
  isTooLongReason,
  type OutcomeRefusal,
  outcomeRefusals,
  ownReason,
  reasonTemplates,
  stopsOfWay,
  waysThatStop,
  wayTexts,
} from './outcomes.rules.ts'
import { caseSubject, type OutcomeWay, type ReportKind, reportReasons } from './rules.ts'

// The log tells the thing with its subject (N149).
const facts = { thing: null, reason: '理由', waiting: '通報の数' }

interface CasePage {
  readonly id: string
}

interface OutcomeForm {
  readonly id: string
  readonly version: number
  /** '' for `keep`. */
  readonly reason: string
  /** Beside what is decided about the member, the thing is hidden too. */
  readonly alsoHides: boolean
}

type Refusal = Result<never, OutcomeRefusal>

/** The case, locked after its author: in this order everywhere, as deleting an account locks them. */
const lockedCase = async (trx: AppTransaction, id: string) => {
  const found = await trx.selectFrom('reportCase').where('id', '=', id).select('authorId').executeTakeFirst()
  if (found === undefined) return undefined
  const author = found.authorId === null ? undefined : await lockMember(trx, memberId(found.authorId))
  const row = await trx
    .selectFrom('reportCase')
    .where('id', '=', id)
    .selectAll()
    .$call(forUpdate(trx))
    .executeTakeFirst()
  return row && { ...row, author: author === undefined ? null : author }
}

/** How a thing stands; undefined where it is gone. */
const hiddenOf = async (trx: AppTransaction, kind: ReportKind, id: string) => {
  if (kind === 'profile') return undefined
  const row = await trx
    .selectFrom(kind)
    .where('id', '=', id)
    .select(['hidden', 'hiddenReason'])
    .executeTakeFirst()
  return row && { was: row.hidden === 1, reason: row.hiddenReason }
}

/** Pages that are kept for everybody show it no longer, or again. */
const setHidden = (
  trx: AppTransaction,
  ctx: AppContext,
  { kind, thingId }: { readonly kind: ReportKind; readonly thingId: string },
  hidden: { readonly reason: string } | null,
) => {
  trx.onCommit(() => ctx.notices.publish(keptPagesTopic, ctx.now()))
  return kind === 'recipe'
    ? hideRecipeIn(trx, thingId, { hidden })
    : hideCommentIn(trx, ctx, thingId, { hidden })
}

const changeRight = async (
  trx: AppTransaction,
  ctx: AppContext,
  member: MemberId,
  change: StandingChange,
  { reason, begunBy }: Stop,
) => {
  const standing = await standingOf(trx, member)
  if (standing === undefined) return refused('gone' as const)
  return changeStanding(trx, ctx, change, { member, version: standing.version, reason }, begunBy)
}

/**
 * Takes the rights of a way, and gives which stops the outcome holds: those it begins, and those that an outcome before has begun. A stop
 * of the member's page is not the outcome's, and is not ended by it.
 */
const takeRights = async (
  trx: AppTransaction,
  ctx: AppContext,
  author: string | null,
  { way, reason, outcome }: { readonly way: OutcomeWay; readonly reason: string; readonly outcome: string },
): Promise<Result<Changed['stops'], OutcomeRefusal>> => {
  const stops: Changed['stops'] = {}
  if (author === null) return stopsOfWay[way].length === 0 ? ok(stops) : refused('no-author')
  const member = memberId(author)
  for (const stop of stopsOfWay[way]) {
    const before = (await stopsOf(trx, member))[stop]
    if (before !== undefined) {
      if (before.begunBy !== '') stops[stop] = before.begunBy
      continue
    }
    const done = await changeRight(trx, ctx, member, stop, { reason, begunBy: outcome })
    if (done.ok) stops[stop] = outcome
    else if (done.error === 'gone') return refused('no-author')
    else if (done.error === 'at-desk' || done.error === 'last-owner') return refused(done.error)
    else return refused('stale')
  }
  return ok(stops)
}

/**
 * Decides about what was reported (N144): the thing, and for the last three ways its author's rights, as one act with what an undo takes
 * back. What waited is answered by it; a report that came after the page was drawn makes it stale.
 */
const decide = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: DeskActor,
  way: OutcomeWay,
  { id, version, reason, alsoHides }: OutcomeForm,
) => {
  const found = await lockedCase(trx, id)
  if (found === undefined) return refused('not-found' as const)
  if (found.version !== version) return refused<OutcomeRefusal>('stale')
  if (found.waiting === 0 || found.waitingSince === null) return refused<OutcomeRefusal>('settled')
  const outcome = ctx.newId()
  const author = found.author === null ? null : found.authorId
  const stops = await takeRights(trx, ctx, author, { way, reason, outcome })
  if (!stops.ok) return stops
  const hides = way === 'hide' || (alsoHides && way !== 'keep')
  if (way === 'hide' && found.kind === 'profile') return refused<OutcomeRefusal>('not-hideable')
  const before = hides ? await hiddenOf(trx, found.kind, found.thingId) : undefined
  if (way === 'hide' && before === undefined) return refused<OutcomeRefusal>('thing-gone')
  if (before !== undefined) {
    const hidden = await setHidden(trx, ctx, found, { reason })
    if (!hidden.ok) return refused<OutcomeRefusal>('thing-gone')
  }
  const changed: Changed = {
    waiting: found.waiting,
    waitingSince: found.waitingSince,
    hidden: before ?? null,
    stops: stops.value,
  }
  await trx
    .insertInto('reportOutcome')
    .values({
      id: outcome,
      caseId: id,
      way,
      reason,
      happenedAt: ctx.now(),
      actorName: actor.kind === 'desk' ? actor.name : '',
      changed: JSON.stringify(changed),
      toldAt: null,
      undoneAt: null,
    })
    .execute()
  await trx
    .updateTable('report')
    .set({ outcomeId: outcome })
    .where('caseId', '=', id)
    .where('outcomeId', 'is', null)
    .execute()
  await trx
    .updateTable('reportCase')
    .set({ waiting: 0, waitingSince: null, version: version + 1, touchedAt: ctx.now() })
    .where('id', '=', id)
    .execute()
  return ok({
    answer: null,
    subject: subjectOf(caseSubject, id),
    after: {
      thing: thingInWords(found.kind, found.author?.name ?? null, found.seen),
      ...(reason === '' ? {} : { reason }),
      waiting: found.waiting,
    },
  })
}

const formOf =
  (way: OutcomeWay) =>
  ({ form, at: { id } }: Opened<CasePage>): Read<OutcomeForm, OutcomeRefusal> => {
    const own = ownReason(fieldOf(form, 'own', 2_000))
    const template = reportReasons.find((each) => each === fieldOf(form, 'template'))
    const chosen = own !== '' || template === undefined ? own : reasonTemplates[template]
    const reason = way === 'keep' ? '' : chosen
    if (way !== 'keep' && reason === '') return refused('no-reason')
    if (isTooLongReason(reason)) return refused('long-reason')
    return ok({ id, version: versionOf(form), reason, alsoHides: fieldOf(form, 'alsoHides') === '1' })
  }

const refusals = {
  ...outcomeRefusals,
  'not-found': { status: 404, text: 'このページはありません。' },
} as const

const ofCases = { subject: caseSubject, facts, who: 'owner', refusals, answer: noAnswer } as const

const runOf =
  (way: OutcomeWay) =>
  (trx: AppTransaction, { ctx, actor, form }: Doing<OutcomeForm>) =>
    decide(trx, ctx, actor, way, form)

/** The thing stays as it is (N144). */
export const keepReported = defineAct({
  ...ofCases,
  name: 'report.keep',
  words: wayTexts.keep.done,
  form: formOf('keep'),
  run: runOf('keep'),
})

/** Its author alone sees it, with the reason (A7, N144). */
export const hideReported = defineAct({
  ...ofCases,
  name: 'report.hide',
  words: wayTexts.hide.done,
  form: formOf('hide'),
  run: runOf('hide'),
})

/** Its author posts no more recipes (A27, N144). */
export const stopPostingReported = defineAct({
  ...ofCases,
  name: 'report.stop-posting',
  words: wayTexts['stop-posting'].done,
  form: formOf('stop-posting'),
  run: runOf('stop-posting'),
})

/** Its author writes no comments either (A27, N144). */
export const stopBothReported = defineAct({
  ...ofCases,
  name: 'report.stop-both',
  words: wayTexts['stop-both'].done,
  form: formOf('stop-both'),
  run: runOf('stop-both'),
})

/** Its author is suspended (A22, N144). */
export const suspendReported = defineAct({
  ...ofCases,
  name: 'report.suspend',
  words: wayTexts.suspend.done,
  form: formOf('suspend'),
  run: runOf('suspend'),
})

const takesBack: Readonly<Record<StopChange, StandingChange>> = {
  'stop-posting': 'allow-posting',
  'stop-commenting': 'allow-commenting',
  suspend: 'lift',
}

/** Outcomes about the same member that stand, oldest first, beside the one that is taken back. */
const othersStanding = async (trx: AppTransaction, author: string, outcome: string) => {
  const rows = await trx
    .selectFrom('reportOutcome')
    .innerJoin('reportCase', 'reportCase.id', 'reportOutcome.caseId')
    .where('authorId', '=', author)
    .where('undoneAt', 'is', null)
    .where('way', 'in', waysThatStop)
    .where('reportOutcome.id', '!=', outcome)
    .select(['reason', 'changed'])
    .orderBy('happenedAt')
    .orderBy('reportOutcome.id')
    .execute()
  return rows.map(({ reason, changed }) => ({ reason, stops: changedIn(changed).stops }))
}

/**
 * Gives back the rights that no other outcome holds (N148): what another one holds stays taken, for that one's reason. What has been decided on
 * the member's page since is not touched.
 */
const giveRightsBack = async (
  trx: AppTransaction,
  ctx: AppContext,
  author: string,
  { id, stops: held }: { readonly id: string; readonly stops: Changed['stops'] },
): Promise<Refusal | undefined> => {
  const member = memberId(author)
  const others = await othersStanding(trx, author, id)
  for (const stop of stopChanges.toReversed()) {
    const now = (await stopsOf(trx, member))[stop]
    if (now === undefined || held[stop] !== now.begunBy) continue
    const heir = others.find(({ stops }) => stops[stop] === now.begunBy)
    if (heir === undefined) {
      const done = await changeRight(trx, ctx, member, takesBack[stop], { reason: '', begunBy: '' })
      if (!done.ok) return refused<OutcomeRefusal>('stale')
    } else if (heir.reason !== now.reason) await changeReason(trx, stop, { member, reason: heir.reason })
  }
  return undefined
}

interface UndoForm {
  readonly id: string
  readonly version: number
}

/** Takes back the last outcome of a case (N145): what it changed and nobody has changed since; its reports wait again. */
export const undoOutcome = defineAct({
  ...ofCases,
  name: 'report.undo',
  words: '通報への対応を元に戻しました',
  form: ({ form, at: { id } }: Opened<CasePage>): Read<UndoForm> =>
    ok({ id: id === '' ? fieldOf(form, 'case', 200) : id, version: versionOf(form) }),
  run: async (trx, { ctx, form: { id, version } }) => {
    const found = await lockedCase(trx, id)
    if (found === undefined) return refused('not-found')
    if (found.version !== version) return refused('stale')
    const last = await trx
      .selectFrom('reportOutcome')
      .where('caseId', '=', id)
      .where('undoneAt', 'is', null)
      .selectAll()
      .orderBy('happenedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .$call(forUpdate(trx))
      .executeTakeFirst()
    if (last === undefined) return refused('nothing-to-undo')
    const { reason } = last
    const changed = changedIn(last.changed)
    if (found.author !== null && found.authorId !== null) {
      const failed = await giveRightsBack(trx, ctx, found.authorId, { id: last.id, stops: changed.stops })
      if (failed !== undefined) return failed
    }
    const now = await hiddenOf(trx, found.kind, found.thingId)
    if (changed.hidden !== null && now?.was === true && now.reason === reason) {
      const { was, reason: former } = changed.hidden
      await setHidden(trx, ctx, found, was ? { reason: former } : null)
    }
    await trx.updateTable('reportOutcome').set({ undoneAt: ctx.now() }).where('id', '=', last.id).execute()
    await trx.updateTable('report').set({ outcomeId: null }).where('outcomeId', '=', last.id).execute()
    await trx
      .updateTable('reportCase')
      .set({
        waiting: found.waiting + changed.waiting,
        waitingSince: Math.min(changed.waitingSince, found.waitingSince ?? changed.waitingSince),
        version: version + 1,
        touchedAt: ctx.now(),
      })
      .where('id', '=', id)
      .execute()
    if (last.toldAt !== null && last.way !== 'keep') {
      const told = await authorOfOutcome(trx, last.id)
      if (told !== undefined) await enqueueMail(ctx, trx, undoneMail(told, ctx))
    }
    return ok({
      answer: null,
      subject: subjectOf(caseSubject, id),
      before: {
        thing: thingInWords(found.kind, found.author?.name ?? null, found.seen),
        ...(reason === '' ? {} : { reason }),
      },
    })
  },
})
