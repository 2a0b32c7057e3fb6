import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { type Kysely, type SelectQueryBuilder, sql, type Updateable } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '../app-context.ts'
import { forUpdateSkipLocked } from '../database/engine.ts'
import type { Job } from '../jobs.ts'
import { errorFields } from '../log.ts'
import { claimMail, domainOf, type Mail, mostAttempts, pauseOfMail, settleMail } from './mail-queue.ts'
import { noteMailTaken } from './mail-server-state.ts'
import { withoutAddresses } from './smtp.ts'
import { mailsAtOnce } from './transport.ts'

const second = 1_000
/** Of the mails sent at once: a mail server that hangs must leave connections for others (D8). */
const mostPerDomain = 2
/** While some are being sent, newly queued mails must not wait for them. */
const lookAgainMs = second
/** New mails are begun this long; the last may take longer, within `runLimitMs`. */
const beginMs = 500 * second
const runLimitMs = 600 * second
/**
 * For mails in flight when the shop closes, of the 5 s that jobs have (D3). A mail server may have a mail for seconds before it says
 * so: one that is cut off until then comes twice (docs/decisions/0032).
 */
const graceMs = 4 * second

const errorForLog = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const hidden = new Error(withoutAddresses(error.message))
  hidden.name = error.name
  if (error.stack !== undefined) hidden.stack = withoutAddresses(error.stack)
  return hidden
}

const afterFailure = (ctx: AppContext, mail: Mail, error: unknown): Partial<Mail> => {
  const about = { mail: mail.id, kind: mail.kind, attempts: mail.attempts }
  const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  const refused = isFinalRefusal(error)
  if (refused || mail.attempts >= mostAttempts) {
    const fields = { ...about, refused, alarm: true, ...errorFields(errorForLog(error)) }
    ctx.log.error('a mail was given up', fields)
    return { state: 'dead', nextAttemptAt: ctx.now(), lastError }
  }
  ctx.log.warn('a mail could not be sent yet', { ...about, ...errorFields(errorForLog(error)) })
  return { nextAttemptAt: ctx.now() + pauseOfMail(mail.attempts, ctx.random()), lastError }
}

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

/** An aborted send is no failure: the mail is due again at once. */
const afterAbort = (ctx: AppContext, mail: Mail): Partial<Mail> => {
  ctx.log.info('a mail waits for the next start', { mail: mail.id, kind: mail.kind })
  return { attempts: mail.attempts - 1 }
}

const sendOne = async (ctx: AppContext, mail: Mail, abort: AbortSignal): Promise<void> => {
  try {
    await ctx.mail.send(mail, abort)
  } catch (error) {
    await settleMail(ctx, mail, abort.aborted ? afterAbort(ctx, mail) : afterFailure(ctx, mail, error), abort)
    return
  }
  const forgotten = mail.holdsToken === 1 && ctx.mail.delivers ? { text: '', html: '' } : {}
  await settleMail(ctx, mail, { ...forgotten, state: 'sent', sentAt: ctx.now(), lastError: null }, abort)
  if (ctx.mail.delivers) await noteMailTaken(ctx)
}

const busyDomains = (inFlight: Iterable<Mail>): string[] => {
  const counts = Map.groupBy(inFlight, ({ recipient }) => domainOf(recipient))
  return [...counts].filter(([, mails]) => mails.length >= mostPerDomain).map(([domain]) => domain)
}

/** Sends due mails until none is left or `signal` fires. After a crash a mail may come twice, under one Message-ID. */
export const sendDueMails = async (ctx: AppContext, signal: AbortSignal): Promise<void> => {
  const abort = abortAfter(signal)
  const stop = AbortSignal.any([signal, AbortSignal.timeout(beginMs)])
  const sending = new Map<Mail, Promise<unknown>>()
  const failures: unknown[] = []
  const begin = (mail: Mail) => {
    const sent = sendOne(ctx, mail, abort.signal)
      .catch((error) => failures.push(error))
      .finally(() => sending.delete(mail))
    sending.set(mail, sent)
  }
  try {
    while (!stop.aborted && failures.length === 0) {
      const busy = busyDomains(sending.keys())
      const inFlight = Array.from(sending.keys(), ({ id }) => id)
      const mail = sending.size < mailsAtOnce ? await claimMail(ctx, busy, inFlight) : undefined
      if (mail !== undefined) begin(mail)
      else if (sending.size > 0)
        await Promise.race([...sending.values(), pause(lookAgainMs, undefined, { ref: false })])
      // A domain that was busy may be free by now.
      else if (busy.length === 0) break
    }
  } finally {
    await Promise.all(sending.values())
    abort.done()
  }
  if (failures.length > 0) throw failures[0]
}

export const mailJobName = 'send mails'

/** Also polls, since other processes queue mails; a mail queued here wakes it. */
export const mailJobs = (ctx: AppContext): Job[] => [
  {
    name: mailJobName,
    everyMs: 5 * second,
    firstAfterMs: second,
    limitMs: runLimitMs,
    run: (signal) => sendDueMails(ctx, signal),
  },
  forgetOldMailsJob(ctx),
]

const refusal = z.object({
  command: z.string(),
  responseCode: z.number(),
  response: z.string(),
})

/** RFC 3463: no such mailbox, domain or form of address, moved away, a domain without mail, a closed mailbox. */
const noSuchRecipient = /^5\.(1\.(1|2|3|6|10)|2\.1)$/

/** Codes that give no other reason than a refused recipient. */
const unsaid = /^5\.(0\.0|1\.0|2\.0|4\.1)$/
const refusedRecipient = new Set([550, 551, 553, 554, 556])

/** Some servers refuse us at RCPT TO; then our set-up is wrong, and the owner can correct it. */
const aboutUs = /relay|sender|authenticat|log.?in|polic|block|spam|black.?list|reputation/i

/** Whether the recipient can never be reached. Temporary errors, full mailboxes and 5xx about us are tried again. */
export const isFinalRefusal = (error: unknown): boolean => {
  const said = refusal.safeParse(error)
  if (!said.success) return false
  const { command, responseCode, response } = said.data
  if (responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return false
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  if (detail !== undefined && noSuchRecipient.test(detail)) return true
  const saysNoMore = detail === undefined || unsaid.test(detail)
  return command === 'RCPT TO' && refusedRecipient.has(responseCode) && saysNoMore && !aboutUs.test(response)
}

const minute = 60_000
export const mailsKeptMs = 90 * 86_400_000
/** Takes a few ms, so that other queries come between two portions. */
const portionRows = 25

type Mails = SelectQueryBuilder<Schema, 'mail', { id: string }>

const emptyInPortions = async (
  db: Kysely<Schema>,
  signal: AbortSignal,
  emptied: Updateable<Schema['mail']>,
  found: (mails: Mails) => Mails,
): Promise<void> => {
  while (!signal.aborted) {
    const mails = found(db.selectFrom('mail').select('id')).limit(portionRows).$call(forUpdateSkipLocked(db))
    const { numUpdatedRows } = await db
      .updateTable('mail')
      .set(emptied)
      .where('id', 'in', mails)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows < portionRows) return
    await nextTurn()
  }
}

// Exactly the text of migration 0044: otherwise neither engine uses its partial indexes.
const isKept = sql<boolean>`subject <> ''`
const doneAt = sql<number>`coalesce(sent_at, case when state = 'dead' then next_attempt_at end)`
const opensSomething = sql<boolean>`holds_token = 1 and state = 'sent' and text <> ''`

/** 90 days after a mail was sent or given up (P14). Its row stays, since its key prevents a second mail. */
export const forgetMailTexts = (db: Kysely<Schema>, now: number, signal: AbortSignal): Promise<void> => {
  const nothing = { recipient: '', subject: '', text: '', html: '', lastError: null }
  return emptyInPortions(db, signal, nothing, (mails) =>
    mails.where(isKept).where(doneAt, '<', now - mailsKeptMs),
  )
}

/** For mails of earlier versions; later ones lose an order's token when they are sent (S23). */
const forgetDeliveredTokens = (db: Kysely<Schema>, signal: AbortSignal): Promise<void> =>
  emptyInPortions(db, signal, { text: '', html: '' }, (mails) => mails.where(opensSomething))

export const forgetOldMailsJob = ({ db, now, mail }: Pick<AppContext, 'db' | 'now' | 'mail'>): Job => ({
  name: 'forget old mails',
  everyMs: 6 * 60 * minute,
  firstAfterMs: 10 * minute,
  limitMs: 10 * minute,
  run: async (signal) => {
    await forgetMailTexts(db, now(), signal)
    if (mail.delivers) await forgetDeliveredTokens(db, signal)
  },
})
