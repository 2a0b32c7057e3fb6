import type { AppContext } from '~/server/app-context.ts'
import { forUpdateSkipLocked } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { outcomeMail, reporterMail } from './mails.rules.ts'
import { authorOfOutcome } from './outcomes.queries.server.ts'
import { reportsKeptDays, undoMinutes } from './rules.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Each mail is rendered in one uninterrupted step. */
const mailsAtOnce = 20
const rowsAtOnce = 200

/**
 * Writes to the authors and reporters of what was decided ten minutes ago and was not taken back (N145). An address of a reporter is
 * forgotten in the transaction that queues her mail; one beside a mail that could not be queued was forgotten before.
 */
export const tellOutcomesJob = (ctx: AppContext): Job => ({
  name: 'tell of outcomes of reports',
  everyMs: minute,
  firstAfterMs: minute,
  limitMs: 10 * minute,
  run: async (signal) => {
    for (const tellSome of [tellReporters, tellAuthors]) {
      let told = mailsAtOnce
      while (told === mailsAtOnce && !signal.aborted) told = await tellSome(ctx)
    }
  },
})

const tellReporters = (ctx: AppContext): Promise<number> =>
  inTransaction(ctx, async (trx) => {
    const rows = await trx
      .selectFrom('report')
      .innerJoin('reportOutcome', 'reportOutcome.id', 'report.outcomeId')
      .innerJoin('reportCase', 'reportCase.id', 'report.caseId')
      .where('report.email', 'is not', null)
      .where('happenedAt', '<=', ctx.now() - undoMinutes * minute)
      .select(['report.id', 'report.email', 'way', 'kind'])
      .orderBy('happenedAt')
      .orderBy('report.id')
      .limit(mailsAtOnce)
      .$call(forUpdateSkipLocked(trx))
      .execute()
    for (const { id, email, way, kind } of rows) {
      if (email !== null)
        await enqueueMail(
          ctx,
          trx,
          reporterMail({ id, email, kind, outcome: way === 'keep' ? 'kept' : 'acted' }, ctx),
        )
      await trx.updateTable('report').set({ email: null }).where('id', '=', id).execute()
    }
    return rows.length
  })

const tellAuthors = (ctx: AppContext): Promise<number> =>
  inTransaction(ctx, async (trx) => {
    const rows = await trx
      .selectFrom('reportOutcome')
      .where('toldAt', 'is', null)
      .where('undoneAt', 'is', null)
      .where('happenedAt', '<=', ctx.now() - undoMinutes * minute)
      .select('id')
      .orderBy('happenedAt')
      .orderBy('id')
      .limit(mailsAtOnce)
      .$call(forUpdateSkipLocked(trx))
      .execute()
    for (const { id } of rows) {
      const told = await authorOfOutcome(trx, id)
      const mail = told === undefined ? null : outcomeMail(told, ctx)
      if (mail !== null) await enqueueMail(ctx, trx, mail)
      await trx.updateTable('reportOutcome').set({ toldAt: ctx.now() }).where('id', '=', id).execute()
    }
    return rows.length
  })

/** Deletes reports and outcomes after a year, and cases to which nothing has come since (R55). */
export const forgetReportsJob = ({ db, now }: Pick<AppContext, 'db' | 'now'>): Job => ({
  name: 'forget old reports',
  everyMs: 6 * 60 * minute,
  firstAfterMs: 7 * minute,
  limitMs: 10 * minute,
  run: async (signal) => {
    const before = now() - reportsKeptDays * day
    const some = [
      () => {
        const old = db.selectFrom('report').where('createdAt', '<=', before).select('id').limit(rowsAtOnce)
        return db.deleteFrom('report').where('id', 'in', old).executeTakeFirst()
      },
      () => {
        const old = db
          .selectFrom('reportOutcome')
          .where('happenedAt', '<=', before)
          .select('id')
          .limit(rowsAtOnce)
        return db.deleteFrom('reportOutcome').where('id', 'in', old).executeTakeFirst()
      },
      () => {
        const old = db
          .selectFrom('reportCase')
          .where('touchedAt', '<=', before)
          .select('id')
          .limit(rowsAtOnce)
        return db.deleteFrom('reportCase').where('id', 'in', old).executeTakeFirst()
      },
    ]
    for (const deleteSome of some) {
      let deleted = BigInt(rowsAtOnce)
      while (deleted === BigInt(rowsAtOnce) && !signal.aborted) deleted = (await deleteSome()).numDeletedRows
    }
  },
})
