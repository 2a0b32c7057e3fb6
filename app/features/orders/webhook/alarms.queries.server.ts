import { sql } from 'kysely'
import { mostCounted } from '~/kernel/desk-card.ts'
import type { Alarm, AlarmSource } from '~/server/alarms.ts'
import type { AppContext } from '~/server/app-context.ts'
import { restoredShop } from '~/server/backup/restored-shop.ts'

const day = 86_400_000

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
