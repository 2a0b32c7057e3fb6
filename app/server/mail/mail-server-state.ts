import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '../app-context.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Job } from '../jobs.ts'
import { errorFields } from '../log.ts'
import { lockShopState, rememberShopState, shopState } from '../shop-state.ts'
import {
  type MailStep,
  type MailTrouble,
  mailSteps,
  mailTroubles,
  mayPass,
  needsMail,
  troubleSentence,
} from './mail-trouble.ts'

const noteSchema = z.object({
  why: z.enum(mailTroubles),
  at: z.enum(mailSteps),
  /** Epoch ms. */
  since: z.int(),
})

/** Of all processes; null once a try or a mail went through (N65). */
export const mailServerTrouble = async (db: Kysely<Schema>): Promise<z.infer<typeof noteSchema> | null> => {
  const text = (await shopState(db, 'mail_server')) ?? ''
  return text === '' ? null : noteSchema.parse(JSON.parse(text))
}

/** For `shop -- status`; nothing while mails go out. */
export const mailServerLines = async ({ db, demo }: Pick<AppContext, 'db' | 'demo'>): Promise<string[]> => {
  const trouble = demo ? null : await mailServerTrouble(db)
  return trouble === null ? [] : [`★ お店からのメール：送れません。${troubleSentence(trouble.why)}`]
}

/** Of one recipient, or of one moment: the next mail may go. */
const isOfOneMail = (why: MailTrouble, at: MailStep): boolean =>
  needsMail(at) && (why === 'recipient' || mayPass(why))

/** What a try found at which step; null for a mail server that takes mails. */
export const noteMailServer = async (
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  why: MailTrouble | null,
  at: MailStep = 'connection',
): Promise<void> => {
  if (why !== null && isOfOneMail(why, at)) return
  // Reads first, so that a shop in which all is well writes nothing.
  if (why === null && (await mailServerTrouble(ctx.db)) === null) return
  await inTransaction(ctx, async (trx) => {
    await lockShopState(trx, 'mail_server')
    const since = (await mailServerTrouble(trx))?.since ?? ctx.now()
    await rememberShopState(trx, 'mail_server', why === null ? '' : JSON.stringify({ why, at, since }))
  })
}

/** After a mail that was sent; never throws, since that mail is settled. */
export const noteMailTaken = async (ctx: Pick<AppContext, 'db' | 'log' | 'now'>): Promise<void> => {
  try {
    await noteMailServer(ctx, null)
  } catch (error) {
    ctx.log.warn('that the mail server takes mails could not be noted', errorFields(error))
  }
}

/** What only a mail could show is ended by a mail, or by the next start. */
const mayEndByTry = async (db: Kysely<Schema>): Promise<boolean> => {
  const trouble = await mailServerTrouble(db)
  return trouble !== null && !needsMail(trouble.at)
}

const minute = 60_000
/** A login that was refused is not tried each minute: mail servers lock out who does. */
const runsBetweenRefusals = 15

/**
 * Tries the mail server soon after the start and, while it cannot be used, again (N65): each minute what may pass, else each quarter of an
 * hour. `tell` gets one sentence for whoever started the shop.
 */
export const tryMailServerJob = (ctx: AppContext, tell: (sentence: string) => void): Job => {
  let isTried = false
  let runsToSkip = 0
  let told: MailTrouble | null = null
  return {
    name: 'try the mail server',
    everyMs: minute,
    firstAfterMs: 1_000,
    limitMs: minute,
    run: async (signal) => {
      if (!ctx.mail.delivers || (isTried && !(await mayEndByTry(ctx.db)))) return
      if (runsToSkip > 0) {
        runsToSkip -= 1
        return
      }
      const trial = await ctx.mail.tryOut(null, signal)
      if (trial === null || signal.aborted) return
      const { trouble, failedAt, steps } = trial
      if (trouble !== null) {
        runsToSkip = mayPass(trouble) ? 0 : runsBetweenRefusals - 1
        ctx.log.error('the mail server cannot be used', { trouble, said: steps.at(-1)?.said, alarm: true })
      }
      if (trouble !== told)
        tell(trouble === null ? 'メールサーバーが使えるようになりました。' : sentenceOf(trouble))
      told = trouble
      await noteMailServer(ctx, trouble, failedAt ?? undefined)
      isTried = true
    },
  }
}

const sentenceOf = (trouble: MailTrouble): string =>
  `ご注意：${troubleSentence(trouble)}お店は開いていますが、メールは出せません。`
