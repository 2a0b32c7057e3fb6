import { href } from '~/href.ts'
import type { Alarm, AlarmSource } from '~/server/alarms.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import { errorFields } from '~/server/log.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { changeShopState } from '~/server/shop-state.ts'
import { deskLink } from '../access/mails.rules.ts'
import {
  alarmText,
  digestDay,
  digestMail,
  pauseAfterTries,
  repeatAfterMs,
  urgentMail,
} from './alarms.rules.ts'

const day = 86_400_000
const keptMs = 90 * day
/** Longer than telling takes: a process with an older claim is dead. */
const claimMs = 60_000

const deskAddress = ({ siteOrigin }: AppContext): string => deskLink(siteOrigin, href('/admin'))

interface FoundAlarm extends Alarm {
  readonly urgent: 0 | 1
}

/**
 * Records present troubles and tells the owner the new ones by the second channel (N23), urgent ones and their end by mail too (N26).
 * Troubles of an unreadable source stay.
 */
export const watchAlarms = async (
  ctx: AppContext,
  sources: readonly AlarmSource[],
  signal: AbortSignal,
): Promise<void> => {
  const present: FoundAlarm[] = []
  const read = new Set<string>()
  for (const source of sources) {
    try {
      const urgent = source.urgent ? 1 : 0
      present.push(...(await source.read(ctx)).map((alarm) => ({ ...alarm, urgent }) as const))
      read.add(source.name)
    } catch (error) {
      ctx.log.error('what may be wrong could not be read', { source: source.name, ...errorFields(error) })
    }
  }
  await inTransaction(ctx, (trx) => remember(trx, ctx, present, read))
  if (ctx.alarmWay !== null && !signal.aborted) await tellNew(ctx, ctx.alarmWay, signal)
  await sendDigest(ctx)
}

const remember = async (
  trx: AppTransaction,
  ctx: AppContext,
  present: readonly FoundAlarm[],
  read: ReadonlySet<string>,
): Promise<void> => {
  const now = ctx.now()
  for (const { key, text, urgent } of present) {
    await trx
      .insertInto('alarm')
      .values({ key, text, urgent, beganAt: now, endedAt: null, toldAt: null })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ text, urgent }))
      .execute()
    await trx
      .updateTable('alarm')
      .set({ beganAt: now, endedAt: null, claimedUntil: 0, tries: 0 })
      .where('key', '=', key)
      .where('endedAt', 'is not', null)
      .execute()
  }
  const keys = new Set<string>(present.map(({ key }) => key))
  const open = await trx.selectFrom('alarm').select('key').where('endedAt', 'is', null).execute()
  for (const { key } of open)
    if (!keys.has(key) && read.has(key.split(':')[0] ?? ''))
      await trx
        .updateTable('alarm')
        .set({ endedAt: now, claimedUntil: 0, tries: 0 })
        .where('key', '=', key)
        .execute()
  await mailUrgent(trx, ctx, now)
  await trx
    .deleteFrom('alarm')
    .where('endedAt', '<', now - keptMs)
    .execute()
}

/** In the transaction that makes them true, so that each is mailed once; what comes back at most once an hour, like the other way. */
const mailUrgent = async (trx: AppTransaction, ctx: AppContext, now: number): Promise<void> => {
  const begun = await trx
    .updateTable('alarm')
    .set({ mailedAt: now })
    .where('urgent', '=', 1)
    .where('endedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('mailedAt', 'is', null),
        eb.and([eb('mailedAt', '<', eb.ref('beganAt')), eb('mailedAt', '<=', now - repeatAfterMs)]),
      ]),
    )
    .returning(['key', 'text'])
    .execute()
  const over = await trx
    .selectFrom('alarm')
    .select(['key', 'text'])
    .where('endedAt', '=', now)
    .whereRef('mailedAt', '>=', 'beganAt')
    .execute()
  const to = { recipient: ctx.ownerEmail, deskAddress: deskAddress(ctx) }
  for (const { key, text } of begun)
    await enqueueMail(ctx, trx, urgentMail({ ...to, subjectKey: `${key} ${now}`, text, isOver: false }))
  for (const { key, text } of over)
    await enqueueMail(ctx, trx, urgentMail({ ...to, subjectKey: `${key} over ${now}`, text, isOver: true }))
}

const tellNew = async (
  ctx: AppContext,
  way: NonNullable<AppContext['alarmWay']>,
  signal: AbortSignal,
): Promise<void> => {
  const claimed = await claimNew(ctx)
  if (claimed.length === 0) return
  const { demo, settings } = ctx
  const facts = { demo, shopName: settings.name, deskAddress: deskAddress(ctx) }
  const texts = (isOver: boolean) =>
    claimed.filter(({ endedAt }) => (endedAt !== null) === isOver).map(({ text }) => text)
  const told = await way.tell(alarmText(texts(false), texts(true), facts), signal)
  if (!told.ok)
    ctx.log.error('the second way does not take alarms', { why: told.error, alarms: claimed.length })
  const now = ctx.now()
  for (const { key, tries, endedAt } of claimed)
    await ctx.db
      .updateTable('alarm')
      .set(
        told.ok
          ? { ...(endedAt === null ? { toldAt: now } : { endToldAt: now }), claimedUntil: 0, tries: 0 }
          : { claimedUntil: now + pauseAfterTries(tries) },
      )
      .where('key', '=', key)
      .execute()
}

interface ClaimedAlarm {
  readonly key: string
  readonly text: string
  readonly tries: number
  readonly endedAt: number | null
}

/** Claims untold troubles for this process, and urgent ones that were told and are over since less than a day. */
const claimNew = (ctx: AppContext): Promise<ClaimedAlarm[]> => {
  const now = ctx.now()
  return ctx.db
    .updateTable('alarm')
    .set((eb) => ({ claimedUntil: now + claimMs, tries: eb('tries', '+', 1) }))
    .where('claimedUntil', '<=', now)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('endedAt', 'is', null),
          eb.or([
            eb('toldAt', 'is', null),
            eb.and([eb('toldAt', '<', eb.ref('beganAt')), eb('toldAt', '<=', now - repeatAfterMs)]),
          ]),
        ]),
        eb.and([
          eb('urgent', '=', 1),
          eb('endedAt', '>', now - day),
          eb('toldAt', '>=', eb.ref('beganAt')),
          eb.or([eb('endToldAt', 'is', null), eb('endToldAt', '<', eb.ref('endedAt'))]),
        ]),
      ]),
    )
    .returning(['key', 'text', 'tries', 'endedAt'])
    .execute()
}

/** One mail a day from 7:00, if something is or was wrong since the last one (N24). */
const sendDigest = (ctx: AppContext): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    const today = digestDay(ctx.now())
    if (!(await changeShopState(trx, 'alarm_digest', today))) return
    const found = await trx
      .selectFrom('alarm')
      .select(['text', 'beganAt', 'endedAt'])
      .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', ctx.now() - day)]))
      .orderBy('beganAt')
      .orderBy('key')
      .execute()
    if (found.length === 0) return
    const open = found.filter(({ endedAt }) => endedAt === null)
    const over = found.filter(({ endedAt }) => endedAt !== null)
    const facts = { day: today, recipient: ctx.ownerEmail, deskAddress: deskAddress(ctx) }
    await enqueueMail(ctx, trx, digestMail(open, over, facts))
  })

const second = 1_000

/** Twice a minute, so that the owner is told of a trouble within a minute. */
export const watchAlarmsJob = (ctx: AppContext, sources: readonly AlarmSource[]): Job => ({
  name: 'watch for alarms',
  everyMs: 30 * second,
  firstAfterMs: 20 * second,
  limitMs: 60 * second,
  run: (signal) => watchAlarms(ctx, sources, signal),
})
