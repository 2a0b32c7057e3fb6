import { setTimeout as pause } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { MailTable } from '#db/schema.ts'
import type { AppContext } from '../app-context.ts'
import { forUpdateSkipLocked } from '../database/engine.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Job } from '../jobs.ts'
import { errorFields } from '../log.ts'
import { forgetMailTexts } from './outbox.ts'

type Mail = Selectable<MailTable>

const second = 1_000
/** Longer than sending and noting it may take: who holds a mail for longer is dead. */
const claimMs = 120 * second
const settlePauseMs = 500
const firstPauseMs = 30 * second
const longestPauseMs = 6 * 3_600 * second
/** After that many failures, about two days, somebody has to look. */
const mostAttempts = 16
/** Of a mail that waits for its next attempt. */
const possibleAttempts = Array.from({ length: mostAttempts - 1 }, (_, at) => at + 1)
/** Together they take less than `runLimitMs`, if each takes as long as it may. */
const mostPerRun = 20
const runLimitMs = 600 * second
/** So long a mail may still take when the shop closes, which has 10 s for everything (D3). */
const graceMs = 2 * second
/** Clocks of two processes differ a little. What lies further ahead than it may was written before the clock was set back. */
const skewMs = 600 * second
const anyAddress = /[^\s<>"'()]+@[^\s<>"'():]+/g

const longestPauseAfter = (attempts: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1))

/** The pause in ms after the `attempts`th failure: doubled each time up to six hours, and spread over its upper half. */
export const pauseAfter = (attempts: number, random: number): number =>
  Math.round(longestPauseAfter(attempts) * (0.5 + random / 2))

/** Takes one mail that is due into this worker's hand; no other worker gets it meanwhile. A clock set back delays none by
 * more than ten minutes. */
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
          // Nothing is waited for before a first attempt.
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

/**
 * Notes what became of the mail, which only the worker that holds the claim may say. A database that is away for a moment is
 * asked again while the claim lasts and until `cut`: what is not noted is sent once more.
 */
const settle = async (ctx: AppContext, mail: Mail, outcome: Partial<Mail>, cut: AbortSignal) => {
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
      if (cut.aborted || ctx.now() + settlePauseMs >= mail.claimedUntil) throw error
      ctx.log.warn('what became of a mail could not be noted yet', { mail: mail.id, ...errorFields(error) })
    }
    await pause(settlePauseMs, undefined, { signal: cut }).catch(() => undefined)
  }
}

/** What a mail server answers often repeats the recipient's address: the log keeps none (ASVS 16.2.5). */
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

/** A signal that fires 2 s after `stop`; `done` when nobody needs it any more. */
const cutAfter = (stop: AbortSignal) => {
  const cut = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    timer = setTimeout(() => cut.abort(), graceMs)
  }
  stop.addEventListener('abort', begin, { once: true })
  const done = () => {
    stop.removeEventListener('abort', begin)
    clearTimeout(timer)
  }
  return { signal: cut.signal, done }
}

/** A mail whose sending we cut did not fail: it is due again at once, for whoever looks next. */
const afterCut = (ctx: AppContext, mail: Mail): Partial<Mail> => {
  ctx.log.info('a mail waits for the next start', { mail: mail.id, kind: mail.kind })
  return { attempts: mail.attempts - 1 }
}

const sendOne = async (ctx: AppContext, mail: Mail, cut: AbortSignal): Promise<void> => {
  try {
    await ctx.mail.send(mail, cut)
  } catch (error) {
    await settle(ctx, mail, cut.aborted ? afterCut(ctx, mail) : afterFailure(ctx, mail, error), cut)
    return
  }
  const forgotten = mail.holdsToken === 1 && ctx.mail.delivers ? { text: '', html: '' } : {}
  await settle(ctx, mail, { ...forgotten, state: 'sent', sentAt: ctx.now(), lastError: null }, cut)
}

/**
 * Sends the mails that are due, one after the other, at most 20, until `signal`; the one in hand then has 2 s more. Any
 * number of workers may do so at once. A mail whose worker died is taken up after two minutes; had the mail server taken
 * it already, it comes twice under one Message-ID, which is all that SMTP can promise.
 */
export const sendDueMails = async (ctx: AppContext, signal: AbortSignal): Promise<void> => {
  const cut = cutAfter(signal)
  try {
    for (let sent = 0; sent < mostPerRun && !signal.aborted; sent += 1) {
      const mail = await claimOne(ctx)
      if (mail === undefined) return
      await sendOne(ctx, mail, cut.signal)
    }
  } finally {
    cut.done()
  }
}

/** The job's name, to wake it by. */
export const mailJobName = 'send mails'

/** Looks for mails every few seconds, for they may come from another process, whoever queues one here wakes it; and forgets. */
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
    run: () => forgetMailTexts(ctx.db, ctx.now()),
  },
]
