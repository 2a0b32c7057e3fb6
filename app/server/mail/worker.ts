import { setTimeout as pause } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { MailTable } from '#db/schema.ts'
import type { AppContext } from '../app-context.ts'
import { forUpdateSkipLocked } from '../database/engine.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Job } from '../jobs.ts'
import { errorFields } from '../log.ts'
import { forgetDeliveredTokens, forgetMailTexts } from './outbox.ts'

type Mail = Selectable<MailTable>

const second = 1_000
/** Longer than sending and settling may take: a worker with an older claim is dead. */
const claimMs = 120 * second
const settlePauseMs = 500
const firstPauseMs = 30 * second
const longestPauseMs = 6 * 3_600 * second
/** Over about two days; then the mail is given up. */
const mostAttempts = 16
const possibleAttempts = Array.from({ length: mostAttempts - 1 }, (_, at) => at + 1)
/** As many as fit into `runLimitMs` if each takes as long as it may. */
const mostPerRun = 20
const runLimitMs = 600 * second
/** For the mail in flight when the shop closes, which has 10 s for everything (D3). */
const graceMs = 2 * second
/** Between the clocks of two processes. A time that is further ahead was written before the clock was set back. */
const skewMs = 600 * second
const anyAddress = /[^\s<>"'()]+@[^\s<>"'():]+/g

const longestPauseAfter = (attempts: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1))

/** In ms, doubled after each failure up to six hours; `random` spreads it over its upper half. */
export const pauseAfter = (attempts: number, random: number): number =>
  Math.round(longestPauseAfter(attempts) * (0.5 + random / 2))

/** A clock that was set back delays no mail by more than ten minutes. */
const claimOne = async (ctx: AppContext): Promise<Mail | undefined> => {
  const now = ctx.now()
  return inTransaction(ctx.db, async (trx) => {
    const mail = await trx
      .selectFrom('mail')
      .selectAll()
      .where('state', '=', 'queued')
      .where((eb) =>
        eb.or([
          eb('nextAttemptAt', '<=', now),
          ...possibleAttempts.map((attempts) =>
            eb.and([
              eb('attempts', '=', attempts),
              eb('nextAttemptAt', '>', now + longestPauseAfter(attempts) + skewMs),
            ]),
          ),
          // A first attempt is due at once.
          eb('attempts', '=', 0),
        ]),
      )
      .where((eb) => eb.or([eb('claimedUntil', '<=', now), eb('claimedUntil', '>', now + claimMs + skewMs)]))
      .orderBy('nextAttemptAt')
      .orderBy('id')
      .limit(1)
      .$call(forUpdateSkipLocked(trx))
      .executeTakeFirst()
    if (mail === undefined) return undefined
    const claimed = { claimedUntil: now + claimMs, attempts: mail.attempts + 1 }
    await trx.updateTable('mail').set(claimed).where('id', '=', mail.id).execute()
    return { ...mail, ...claimed }
  })
}

/** Only the worker with the claim may store the outcome; a mail whose outcome is not stored is sent once more. */
const settle = async (ctx: AppContext, mail: Mail, outcome: Partial<Mail>, abort: AbortSignal) => {
  for (;;) {
    try {
      await ctx.db
        .updateTable('mail')
        .set({ ...outcome, claimedUntil: 0 })
        .where('id', '=', mail.id)
        .where('claimedUntil', '=', mail.claimedUntil)
        .execute()
      return
    } catch (error) {
      if (abort.aborted || ctx.now() + settlePauseMs >= mail.claimedUntil) throw error
      ctx.log.warn('what became of a mail could not be noted yet', { mail: mail.id, ...errorFields(error) })
    }
    await pause(settlePauseMs, undefined, { signal: abort }).catch(() => undefined)
  }
}

/** Mail servers repeat the recipient's address, which the log must not keep. */
const withoutAddresses = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const hidden = new Error(error.message.replace(anyAddress, '(address)'))
  hidden.name = error.name
  if (error.stack !== undefined) hidden.stack = error.stack.replace(anyAddress, '(address)')
  return hidden
}

const afterFailure = (ctx: AppContext, mail: Mail, error: unknown): Partial<Mail> => {
  const about = { mail: mail.id, kind: mail.kind, attempts: mail.attempts }
  const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  if (mail.attempts >= mostAttempts) {
    ctx.log.error('a mail was given up', { ...about, alarm: true, ...errorFields(withoutAddresses(error)) })
    return { state: 'dead', nextAttemptAt: ctx.now(), lastError }
  }
  ctx.log.warn('a mail could not be sent yet', { ...about, ...errorFields(withoutAddresses(error)) })
  return { nextAttemptAt: ctx.now() + pauseAfter(mail.attempts, ctx.random()), lastError }
}

/** A signal that fires 2 s after `stop`; `done` ends the timer. */
const abortAfter = (stop: AbortSignal) => {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    timer = setTimeout(() => controller.abort(), graceMs)
  }
  stop.addEventListener('abort', begin, { once: true })
  const done = () => {
    stop.removeEventListener('abort', begin)
    clearTimeout(timer)
  }
  return { signal: controller.signal, done }
}

/** A mail whose sending we aborted did not fail: it is due again at once. */
const afterAbort = (ctx: AppContext, mail: Mail): Partial<Mail> => {
  ctx.log.info('a mail waits for the next start', { mail: mail.id, kind: mail.kind })
  return { attempts: mail.attempts - 1 }
}

const sendOne = async (ctx: AppContext, mail: Mail, abort: AbortSignal): Promise<void> => {
  try {
    await ctx.mail.send(mail, abort)
  } catch (error) {
    await settle(ctx, mail, abort.aborted ? afterAbort(ctx, mail) : afterFailure(ctx, mail, error), abort)
    return
  }
  const forgotten = mail.holdsToken === 1 && ctx.mail.delivers ? { text: '', html: '' } : {}
  await settle(ctx, mail, { ...forgotten, state: 'sent', sentAt: ctx.now(), lastError: null }, abort)
}

/**
 * Sends at most 20 mails that are due, until `signal`; the one in flight then has 2 s more. A mail whose worker died is
 * claimed again after two minutes; had the mail server taken it already, it comes twice under one Message-ID.
 */
export const sendDueMails = async (ctx: AppContext, signal: AbortSignal): Promise<void> => {
  const abort = abortAfter(signal)
  try {
    for (let sent = 0; sent < mostPerRun && !signal.aborted; sent += 1) {
      const mail = await claimOne(ctx)
      if (mail === undefined) return
      await sendOne(ctx, mail, abort.signal)
    }
  } finally {
    abort.done()
  }
}

export const mailJobName = 'send mails'

/** Looks every few seconds, for mails may come from another process; whoever queues one here wakes it. */
export const mailJobs = (ctx: AppContext): Job[] => [
  {
    name: mailJobName,
    everyMs: 5 * second,
    firstAfterMs: second,
    limitMs: runLimitMs,
    run: (signal) => sendDueMails(ctx, signal),
  },
  {
    name: 'forget old mails',
    everyMs: 6 * 3_600 * second,
    firstAfterMs: 600 * second,
    limitMs: 600 * second,
    run: async () => {
      await forgetMailTexts(ctx.db, ctx.now())
      if (ctx.mail.delivers) await forgetDeliveredTokens(ctx.db)
    },
  },
]
