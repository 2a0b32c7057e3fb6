import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { isOwedRefund } from '~/features/orders/money.queries.server.ts'
import { disputePhase } from '~/features/orders/money.rules.ts'
import { waitingOrders } from '~/features/orders/parcel/to-ship.queries.server.ts'
import { paymentsWithoutOrder } from '~/features/orders/payment/queries.server.ts'
import { leftOf } from '~/features/orders/refund/rules.ts'
import { href } from '~/href.ts'
import { daysUntil, displayDay } from '~/kernel/days.ts'
import { mostCounted } from '~/kernel/desk-card.ts'
import type { Alarm, AlarmSource } from '~/server/alarms.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { DeskCardSource } from '~/server/desk-cards.ts'
import { listLength } from './list.queries.server.ts'

const inOrders = { place: 'orders', unit: '件' } as const

/** Each card counts the entries of the list that it opens. */
export const orderCards: readonly DeskCardSource[] = [
  {
    ...inOrders,
    kind: 'review',
    text: '確認が必要な注文',
    tone: 'red',
    waits: false,
    ownerOnly: true,
    to: href('/admin/orders', { state: 'review' }),
    read: async (ctx) => ({ count: await listLength(ctx, 'review') }),
  },
  {
    ...inOrders,
    kind: 'ship',
    text: '発送する',
    tone: 'main',
    waits: false,
    ownerOnly: false,
    to: href('/admin/packing'),
    read: async (ctx) => ({
      count: (await waitingOrders(ctx.db, ctx.demo)).toShip.length,
      inList: await listLength(ctx, 'open'),
    }),
  },
  {
    ...inOrders,
    kind: 'awaiting-payment',
    text: '入金待ち',
    tone: 'plain',
    waits: true,
    ownerOnly: true,
    to: href('/admin/orders', { state: 'awaiting' }),
    read: async (ctx) => ({ count: await listLength(ctx, 'awaiting') }),
  },
  {
    ...inOrders,
    kind: 'return',
    text: '返品を待っています',
    tone: 'plain',
    waits: true,
    ownerOnly: true,
    to: href('/admin/orders', { state: 'returning' }),
    read: async (ctx) => ({ count: await listLength(ctx, 'returning') }),
  },
]

/** Ignores practice payments of a former demo (S11). */
const practised = (demo: boolean) =>
  sql<boolean>`coalesce((select practice from orders where orders.id = payment.order_id), ${demo ? 1 : 0}) = ${demo ? 1 : 0}`

interface UndecidedDispute {
  readonly id: string
  /** Epoch ms; null if the shop cannot answer. */
  readonly dueBy: number | null
}

/** The first due comes first. */
const undecidedDisputes = async ({
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
const failedRefunds = ({ db, demo }: Pick<AppContext, 'db' | 'demo'>): Promise<Array<{ id: string }>> =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .select('refund.id')
    .where(practised(demo))
    .where(isOwedRefund)
    // Of a payment without an order the card beside this one tells.
    .where('payment.orderId', 'is not', null)
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
const paymentsToGiveBack = async (db: Kysely<Schema>): Promise<Array<{ readonly paymentIntent: string }>> =>
  (await paymentsWithoutOrder(db)).filter((payment) => leftOf(payment) > 0)

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

const deadline = ({ dueBy }: UndecidedDispute, now: number): string =>
  dueBy === null ? '' : `回答期限 ${displayDay(dueBy)}（${daysText(daysUntil(dueBy, now))}）`

const daysText = (days: number): string =>
  days < 0 ? '期限が過ぎました' : days === 0 ? 'きょうまで' : `あと${days}日`

const money = { place: 'orders', unit: '件', tone: 'red', waits: false, ownerOnly: true } as const

export const moneyCards: readonly DeskCardSource[] = [
  {
    ...money,
    kind: 'dispute',
    to: href('/admin/orders', { state: 'disputed' }),
    text: 'カード会社からの異議申し立て',
    read: async (ctx) => {
      const open = await undecidedDisputes(ctx)
      const [first] = open
      return { count: open.length, note: first === undefined ? '' : deadline(first, ctx.now()) }
    },
  },
  {
    ...money,
    kind: 'failed-refund',
    to: href('/admin/orders', { state: 'refund-failed' }),
    text: '返金できませんでした',
    read: async (ctx) => ({ count: (await failedRefunds(ctx)).length }),
  },
  {
    ...money,
    kind: 'unmatched-payment',
    to: href('/admin/payments'),
    text: '注文のない支払い',
    read: async ({ db }) => ({ count: (await paymentsToGiveBack(db)).length }),
  },
]
