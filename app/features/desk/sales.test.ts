import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { startOfDay } from '~/kernel/days.ts'
import { engineOf } from '~/server/database/engine.ts'
import {
  type ContextForTests,
  contextForTests,
  onBothEngines,
} from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../tests/support/order-row.ts'
import { plansOf } from '../../../tests/support/query-plan.ts'
import { barOf } from './places.rules.ts'
import { soldByDay, todayFigures } from './queries.server.ts'

const dayMs = 86_400_000

test('N124: a day’s bar is its part of the best day, and none where nothing is left of it', () => {
  const week = [{ yen: 5_000 }, { yen: 10_000 }, { yen: 1 }, { yen: 0 }, { yen: -300 }]
  expect(week.map((day) => barOf(day, week))).toEqual([50, 100, 1, 0, 0])
  expect(barOf({ yen: 0 }, [{ yen: 0 }, { yen: -1 }])).toBe(0)
})

onBothEngines('N124: the week at きょう', (open) => {
  const paid = async (db: Kysely<Schema>, id: string, paidAt: number, refundedAt: number | null = null) => {
    await db.insertInto('orders').values(orderRowForTests(id, { paidAt })).execute()
    const payment = { paymentIntent: `pi ${id}`, orderId: id, sessionId: id, amount: 1_400 }
    await db
      .insertInto('payment')
      .values({ ...payment, currency: 'jpy', livemode: 0, receivedAt: 1, role: 'first' })
      .execute()
    if (refundedAt === null) return
    const refund = { id: `re ${id}`, paymentIntent: `pi ${id}`, amount: 400, askedAt: refundedAt, asOf: 1 }
    await db
      .insertInto('refund')
      .values({ ...refund, state: 'succeeded', failureReason: null })
      .execute()
  }

  test('has each day from midnight to midnight in Tokyo, with what was asked to go back on it, and none before', async () => {
    const { db } = await open()
    const now = Date.UTC(2026, 3, 1, 3)
    const midnight = startOfDay(now)
    await paid(db, 'today', midnight)
    await paid(db, 'end of yesterday', midnight - 1, midnight)
    await paid(db, 'yesterday', midnight - dayMs)
    await paid(db, 'first', midnight - 6 * dayMs, midnight - 6 * dayMs)
    await paid(db, 'too old', midnight - 6 * dayMs - 1, midnight - 6 * dayMs - 1)
    const week = await soldByDay({ db, demo: false }, now, 7)
    expect(week.map(({ orders, refunds }) => [orders.count, orders.yen, refunds.yen])).toEqual([
      [1, 1_400, 400],
      [2, 2_800, 0],
      ...Array(4).fill([0, 0, 0]),
      [1, 1_400, 400],
    ])
    expect(new Set(week.map(({ day }) => day)).size).toBe(7)
  })

  test('is read by indexes, however many orders there ever were', async () => {
    const { db } = await open()
    const plans = await plansOf(db, (watched) =>
      soldByDay({ db: watched, demo: false }, Date.UTC(2026, 3, 1), 7),
    )
    expect(plans.map((plan) => /orders_by_payment|refund_by_time/.exec(plan)?.[0])).toEqual([
      'orders_by_payment',
      'refund_by_time',
    ])
    if (engineOf(db) === 'sqlite') expect(plans.join()).not.toMatch(/SCAN/)
  })

  test('stands beside what could not be read', async () => {
    const ctx: ContextForTests = contextForTests((await open()).db)
    await ctx.db.schema.dropTable('audit').execute()
    const asked = { ...ctx, actor: deskPersonForTests(ctx), requestId: 'r' }
    const { week, paying, acts } = await todayFigures(asked, new Map())
    expect([week?.length, paying, acts]).toEqual([7, 0, null])
  })
})
