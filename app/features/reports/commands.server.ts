import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { uploadNamesOf } from '~/features/pictures/rules.ts'
import type { MemberId, Requester } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forgetValues, tellDesk } from '~/server/audit.ts'
import { type CallLimits, countedForCall } from '~/server/call-limits.ts'
import { forUpdate, inPortions } from '~/server/database/engine.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { subjectOf } from '~/server/desk-act.ts'
import { mailboxOf } from '~/server/mail/asked-mails.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { clientAt } from '~/server/public-address.ts'
import { countTryWithin } from '~/server/rate-limit.ts'
import { textHash } from '~/server/text-hash.ts'
import { reporterMail } from './mails.rules.ts'
import {
  areTooLong,
  caseSubject,
  mostStored,
  type ReportableThing,
  type ReportKind,
  type ReportReason,
  type SeenThing,
} from './rules.ts'
import { isReportedBy, memberOf, reportableThing, reporterOfMember, seenIn } from './seen.queries.server.ts'
import type { ReportRefusal } from './texts.ts'

const hour = 3_600_000

/** One who reports much stops herself and at last her network, never the others (R52, S30). */
export const reportLimits: CallLimits = {
  name: 'reports',
  spanMs: hour,
  perClient: 10,
  perNetwork: 60,
  together: 400,
}

/** Of one mailbox a day: anybody can type anybody's address. Hashed, so that the table of counts holds none. */
const outcomeMails = (email: string) => ({
  subject: `report-outcome-to:${textHash(mailboxOf(email))}`,
  spanMs: 24 * hour,
  most: 5,
})

/**
 * Who reports, so that nobody does twice (R50). Of a visitor it is a keyed digest of her network address and browser for this thing
 * alone: it is the same when she comes again, and nobody can tell by it what else she reported.
 */
const reporterOf = (
  { memberSettings }: Pick<AppContext, 'memberSettings'>,
  actor: Requester,
  thing: string,
  userAgent: string,
): string => {
  const member = memberOf(actor)
  if (member !== null) return reporterOfMember(member)
  const { client } = clientAt(actor.address)
  const digest = createHmac('sha256', memberSettings.secret)
    .update(JSON.stringify(['report', thing, client, userAgent]))
    .digest('base64url')
  return `v:${digest}`
}

export interface NewReport {
  readonly kind: ReportKind
  readonly id: string
  readonly reason: ReportReason
  /** As `wordsTyped` gives them. */
  readonly words: string
  /** As `readEmail` gives it; null for none. */
  readonly email: string | null
  readonly userAgent: string
}

/**
 * Reports what the actor sees (R50): once for a person and thing, a second time is answered like the first. Nothing is hidden by it. A thing
 * that many report is stored so often and then only counted (R52).
 */
export const reportThing = async (
  ctx: AppContext,
  actor: Requester,
  { kind, id, reason, words, email, userAgent }: NewReport,
): Promise<Result<null, Extract<ReportRefusal, 'not_there' | 'own' | 'too_long' | 'too_many'>>> => {
  if (areTooLong(words)) return refused('too_long')
  const thing = await reportableThing(ctx.db, actor, kind, id)
  if (thing === undefined) return refused('not_there')
  if (thing.authorId !== null && thing.authorId === memberOf(actor)) return refused('own')
  const reporter = reporterOf(ctx, actor, `${kind} ${id}`, userAgent)
  const done = await inTransaction(ctx, async (trx) => {
    if (await isReportedBy(trx, thing, reporter)) return true
    const { client, network, together } = countedForCall(reportLimits, actor.address)
    if (!(await countTryWithin(trx, ctx.now(), [client, network, together]))) return false
    const told =
      email !== null && (await countTryWithin(trx, ctx.now(), [outcomeMails(email)])) ? email : null
    await store(trx, ctx, thing, { reporter, reason, words, email: told })
    return true
  })
  ctx.log.info('something was reported', { kind, by: actor.kind, done })
  return done ? ok(null) : refused('too_many')
}

const store = async (
  trx: AppTransaction,
  ctx: AppContext,
  { kind, id, authorId, seen }: ReportableThing,
  report: {
    readonly reporter: string
    readonly reason: ReportReason
    readonly words: string
    readonly email: string | null
  },
): Promise<void> => {
  const now = ctx.now()
  const json = JSON.stringify(seen)
  // Locks the row, so that reports of one thing follow each other.
  await trx
    .insertInto('reportCase')
    .values({
      id: ctx.newId(),
      kind,
      thingId: id,
      authorId,
      seen: json,
      waitingSince: null,
      waiting: 0,
      version: 0,
      touchedAt: now,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'thingId']).doUpdateSet({ touchedAt: now, authorId }))
    .execute()
  const of = await trx
    .selectFrom('reportCase')
    .where('kind', '=', kind)
    .where('thingId', '=', id)
    .select(['id', 'seen', 'waitingSince'])
    .$call(forUpdate(trx))
    .executeTakeFirstOrThrow()
  const waits = await trx
    .selectFrom('report')
    .where('caseId', '=', of.id)
    .where('outcomeId', 'is', null)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  if (of.waitingSince === null && json !== of.seen) await beginAnew(trx, of, json)
  if (Number(waits.count) < mostStored) {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('report')
      .values({
        id: ctx.newId(),
        caseId: of.id,
        ...report,
        seen: of.waitingSince === null || json === of.seen ? '' : json,
        createdAt: now,
        outcomeId: null,
      })
      .onConflict((conflict) => conflict.columns(['caseId', 'reporter']).doNothing())
      .executeTakeFirst()
    // The same person at the same moment.
    if (numInsertedOrUpdatedRows === 0n) return
    await keepUploadsSeen(trx, of.id, seen)
  }
  await trx
    .updateTable('reportCase')
    .set((eb) => ({
      waiting: eb('waiting', '+', 1),
      version: eb('version', '+', 1),
      waitingSince: of.waitingSince ?? now,
    }))
    .where('id', '=', of.id)
    .execute()
  tellDesk(ctx, trx)
}

/** The first to report it again saw something else: what those before saw stays with them. */
const beginAnew = async (
  trx: AppTransaction,
  { id, seen }: { readonly id: string; readonly seen: string },
  json: string,
): Promise<void> => {
  await trx.updateTable('report').set({ seen }).where('caseId', '=', id).where('seen', '=', '').execute()
  await trx.updateTable('reportCase').set({ seen: json }).where('id', '=', id).execute()
}

/** They stay although their owner removes them (R51). */
const keepUploadsSeen = async (
  trx: AppTransaction,
  caseId: string,
  { pictures }: SeenThing,
): Promise<void> => {
  const names = uploadNamesOf(pictures)
  if (names.length === 0) return
  await trx
    .insertInto('reportUpload')
    .values(names.map((name) => ({ caseId, name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * For a deleted account (A17): what was reported of her recipes and her profile goes with them, of her comments, which stay, it is kept
 * without her name. What she reported herself stays without her and her address. Reporters of what goes are told that it did. The names
 * of her recipes go from the reports of others' comments on them.
 */
export const forgetReporter = async (
  trx: AppTransaction,
  member: MemberId,
  ctx: AppContext,
): Promise<void> => {
  await trx
    .updateTable('report')
    .set({ reporter: sql`'g:' || id`, email: null })
    .where('reporter', '=', reporterOfMember(member))
    .execute()
  await forgetTitles(trx, member)
  const cases = await trx
    .selectFrom('reportCase')
    .where('authorId', '=', member)
    .select(['id', 'kind'])
    .execute()
  await inPortions(cases, async (some) => {
    const idsOf = (rows: typeof some) => rows.map(({ id }) => id)
    await forgetValues(
      trx,
      idsOf(some).map((id) => subjectOf(caseSubject, id)),
    )
    const comments = idsOf(some.filter(({ kind }) => kind === 'comment'))
    const gone = idsOf(some.filter(({ kind }) => kind !== 'comment'))
    if (comments.length > 0)
      await trx.updateTable('reportCase').set({ authorId: null }).where('id', 'in', comments).execute()
    if (gone.length === 0) return
    const waiting = await trx
      .selectFrom('report')
      .innerJoin('reportCase', 'reportCase.id', 'report.caseId')
      .where('caseId', 'in', gone)
      .where('outcomeId', 'is', null)
      .select(['report.id', 'email', 'kind'])
      .execute()
    for (const { id, email, kind } of waiting)
      if (email !== null) await enqueueMail(ctx, trx, reporterMail({ id, email, kind, outcome: 'gone' }, ctx))
    await trx.deleteFrom('reportCase').where('id', 'in', gone).execute()
  })
}

/** Of a member's recipes, which a report of another one's comment and its rows of the log have kept. */
const forgetTitles = async (trx: AppTransaction, member: MemberId): Promise<void> => {
  const cases = await trx
    .selectFrom('comment')
    .innerJoin('recipe', 'recipe.id', 'comment.recipeId')
    .innerJoin('reportCase', 'reportCase.thingId', 'comment.id')
    .where('recipe.authorId', '=', member)
    .where('reportCase.kind', '=', 'comment')
    .select(['reportCase.id', 'reportCase.seen'])
    .execute()
  await inPortions(cases, async (some) => {
    await forgetValues(
      trx,
      some.map(({ id }) => subjectOf(caseSubject, id)),
    )
    for (const { id, seen } of some) {
      await trx
        .updateTable('reportCase')
        .set({ seen: withoutTitle(seen) })
        .where('id', '=', id)
        .execute()
      // They differ by the title alone, for comments stay as they were written.
      await trx.updateTable('report').set({ seen: '' }).where('caseId', '=', id).execute()
    }
  })
}

const withoutTitle = (json: string): string => JSON.stringify({ ...seenIn(json), title: '' })

/** Used when a demo ends: they are about what goes with it, or were tried. */
export const forgetAllReports = async ({ db }: Pick<AppContext, 'db'>): Promise<void> => {
  await db.deleteFrom('reportCase').execute()
}
