import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { disputePhase, refundsThatCount } from '~/features/orders/money.rules.ts'
import { paymentsWithoutOrder } from '~/features/orders/payment/queries.server.ts'
import { leftOf } from '~/features/orders/refund/rules.ts'
import { leastFreeBytes } from '~/features/pictures/rules.ts'
import { daysUntil, displayDay } from '~/kernel/days.ts'
import { mostCounted } from '~/kernel/desk-card.ts'
import type { Alarm, AlarmSource } from '~/server/alarms.ts'
import type { AppContext } from '~/server/app-context.ts'
import { restoredShop } from '~/server/backup/restored-shop.ts'
import { mailServerTrouble } from '~/server/mail/mail-server-state.ts'
import { mayPass, troubleSentence } from '~/server/mail/mail-trouble.ts'
import { lateMailMinutes, undelivered } from '~/server/mail/undelivered.ts'

/** A network that comes up later than the shop is nothing that the owner can do something about. */
const momentMs = 3 * 60_000

const serverAlarms = async (db: AppContext['db'], now: number): Promise<Alarm[]> => {
  const trouble = await mailServerTrouble(db)
  if (trouble === null || (mayPass(trouble.why) && now - trouble.since < momentMs)) return []
  return [{ key: 'mails:server', text: `お店からメールを送れません。${troubleSentence(trouble.why)}` }]
}

export const mailAlarms: AlarmSource = {
  name: 'mails',
  read: async ({ db, now }) => {
    const rows = await undelivered(db, now())
      .select((eb) => ['state', eb.fn.countAll().as('all')])
      .groupBy('state')
      .execute()
    return [
      ...(await serverAlarms(db, now())),
      ...rows.map(
        ({ state, all }): Alarm =>
          state === 'dead'
            ? { key: 'mails:dead', text: `届けられなかったメールが${all}通あります` }
            : { key: 'mails:waiting', text: `メールが${all}通、${lateMailMinutes}分より長く届いていません` },
      ),
    ]
  },
}

export const diskAlarms: AlarmSource = {
  name: 'disk',
  read: async ({ uploadFiles }) =>
    (await uploadFiles.freeBytes()) < leastFreeBytes
      ? [{ key: 'disk:low', text: 'お店のデータがあるディスクの空きが、1GBより少なくなりました' }]
      : [],
}

/** Ignores practice payments of a former demo (S11). */
const practised = (demo: boolean) =>
  sql<boolean>`coalesce((select practice from orders where orders.id = payment.order_id), ${demo ? 1 : 0}) = ${demo ? 1 : 0}`

export interface UndecidedDispute {
  readonly id: string
  /** Epoch ms; null if the shop cannot answer. */
  readonly dueBy: number | null
}

/** The first due comes first. */
export const undecidedDisputes = async ({
  db,
  demo,
}: Pick<AppContext, 'db' | 'demo'>): Promise<readonly UndecidedDispute[]> => {
  const rows = await db
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.paymentIntent', 'dispute.paymentIntent')
    .select(['dispute.id', 'dispute.dueBy', 'dispute.status'])
    .where('dispute.closedAt', 'is', null)
    .where('dispute.status', 'not in', ['won', 'lost', 'prevented', 'warning_closed'])
    .where(practised(demo))
    .orderBy(sql`coalesce(due_by, 9e15)`)
    .orderBy('dispute.id')
    .limit(mostCounted)
    .execute()
  return rows.filter(({ status }) => ['question', 'open'].includes(disputePhase(status)))
}

/** Failed refunds whose money has not gone back in another way. */
export const failedRefunds = ({
  db,
  demo,
}: Pick<AppContext, 'db' | 'demo'>): Promise<Array<{ id: string }>> =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .select('refund.id')
    .where('refund.state', '=', 'failed')
    .where(practised(demo))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refund as later')
            .select('later.id')
            .whereRef('later.insteadOf', '=', 'refund.id')
            .where('later.state', 'in', [...refundsThatCount]),
        ),
      ),
    )
    .orderBy('refund.askedAt', 'desc')
    .orderBy('refund.id')
    .limit(mostCounted)
    .execute()

/** Longer than any pause of the provider: a key without the right to refund never gets another answer. */
const answerIsLateMs = 3_600_000

const unansweredRefunds = ({
  db,
  demo,
  now,
}: Pick<AppContext, 'db' | 'demo' | 'now'>): Promise<Array<{ id: string }>> =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .select('refund.id')
    .where('refund.state', '=', 'asked')
    .where('refund.askedAt', '<=', now() - answerIsLateMs)
    .where(practised(demo))
    .orderBy('refund.askedAt')
    .orderBy('refund.id')
    .limit(mostCounted)
    .execute()

/** Payments without an order that are not fully given back. */
export const paymentsToGiveBack = async (
  db: Kysely<Schema>,
): Promise<Array<{ readonly paymentIntent: string }>> =>
  (await paymentsWithoutOrder(db)).filter((payment) => leftOf(payment) > 0)

const day = 86_400_000
const mostEach = 20

/** At once, and again three days and one day before the deadline. */
const ofDispute = ({ id, dueBy }: UndecidedDispute, now: number): Alarm[] => {
  const begun: Alarm = { key: `money:dispute ${id}`, text: 'カード会社から異議申し立てがあります' }
  if (dueBy === null) return [begun]
  const until = `回答期限 ${displayDay(dueBy)}`
  const days = daysUntil(dueBy, now)
  return [
    { ...begun, text: `${begun.text}（${until}）` },
    ...(days <= 3
      ? [{ key: `${begun.key} 3`, text: `異議申し立ての${until}まで、3日を切りました` } as const]
      : []),
    ...(days <= 1
      ? [{ key: `${begun.key} 1`, text: `異議申し立ての${until}が、すぐ近くです` } as const]
      : []),
  ]
}

export const moneyAlarms: AlarmSource = {
  name: 'money',
  read: async (ctx) => {
    const disputes = await undecidedDisputes(ctx)
    const refunds = await failedRefunds(ctx)
    const unanswered = await unansweredRefunds(ctx)
    const payments = await paymentsToGiveBack(ctx.db)
    return [
      ...disputes.slice(0, mostEach).flatMap((dispute) => ofDispute(dispute, ctx.now())),
      ...refunds
        .slice(0, mostEach)
        .map(({ id }): Alarm => ({ key: `money:refund ${id}`, text: 'カードへの返金ができませんでした' })),
      ...unanswered.slice(0, mostEach).map(
        ({ id }): Alarm => ({
          key: `money:asked ${id}`,
          text: '返金の結果が、1時間たっても決済会社から届きません',
        }),
      ),
      ...payments.slice(0, mostEach).map(
        ({ paymentIntent }): Alarm => ({
          key: `money:payment ${paymentIntent}`,
          text: '注文のない支払いがあります',
        }),
      ),
    ]
  },
}

/** Whether provider events arrive with a valid signature, by what only the provider can cause (N27); a demo has none. */
export const providerAlarms: AlarmSource = {
  name: 'provider',
  read: async (ctx) => {
    if (ctx.demo) return []
    const last = await lastEventAt(ctx)
    return [...(await unsignedAlarm(ctx)), ...(await silenceAlarm(ctx, last))]
  },
}

const lastEventAt = async ({ db }: AppContext): Promise<number> => {
  const row = await db
    .selectFrom('webhookEvent')
    .select((eb) => eb.fn.max('receivedAt').as('at'))
    .executeTakeFirst()
  return Number(row?.at ?? 0)
}

const eventIsLateMinutes = 15

/**
 * Payments that the provider lists and whose signed event has not come (N27). Those of a lost shop that a restored one took in had
 * theirs there.
 */
const unsignedAlarm = async ({ db, now }: AppContext): Promise<Alarm[]> => {
  const restored = await restoredShop(db)
  const unsigned = await db
    .selectFrom('payment')
    .innerJoin('orders', 'orders.id', 'payment.orderId')
    .select('payment.paymentIntent')
    .where('orders.practice', '=', 0)
    .where('orders.createdAt', '>=', Math.max(now() - day, restored?.restoredAt ?? 0))
    .where('payment.receivedAt', '<=', now() - eventIsLateMinutes * 60_000)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhookEvent')
            .select('webhookEvent.id')
            .whereRef('webhookEvent.sessionId', '=', 'payment.sessionId'),
        ),
      ),
    )
    .limit(mostCounted)
    .execute()
  if (unsigned.length === 0) return []
  return [
    {
      key: 'provider:unsigned',
      text: `お支払い${unsigned.length}件の、署名の合う通知が、${eventIsLateMinutes}分より長く届いていません（決済サービスの Webhook の設定と STRIPE_WEBHOOK_SECRET をお確かめください）`,
    },
  ]
}

/** Each payment page ends in an event, so a day without any means that they do not arrive. */
const silenceAlarm = async ({ db, now }: AppContext, last: number): Promise<Alarm[]> => {
  const waiting = await db
    .selectFrom('orders')
    .select(sql<number>`1`.as('one'))
    .where('practice', '=', 0)
    .where('sessionId', 'is not', null)
    .where('createdAt', '>', Math.max(last, now() - 7 * day))
    .where('createdAt', '<=', now() - day)
    .limit(1)
    .executeTakeFirst()
  if (waiting === undefined) return []
  return [
    {
      key: 'provider:silent',
      text: '決済の通知が1日より長く届いていません（決済サービスの Webhook の設定をお確かめください）',
    },
  ]
}
