import type { Selectable } from 'kysely'
import { expect, test } from 'vitest'
import type { OrdersTable } from '#db/schema.ts'
import { checkoutOnBothEngines } from '../../../tests/support/checkout-on-both-engines.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { openPaymentPage } from '../../../tests/support/shopper-for-tests.ts'
import { auditOf } from '../../server/audit.ts'
import { writeNote } from './desk/commands.server.ts'
import { correctEmail } from './desk/mails.commands.server.ts'
import { forgetUnpaidOrdersJob } from './jobs.server.ts'
import { ordersToCheck } from './payment/reconciliation.queries.server.ts'

const day = 86_400_000
const start = Date.UTC(2026, 3, 1)
const never = new AbortController().signal

checkoutOnBothEngines('P14: orders that were never paid', (shop) => {
  const put = async (name: string, values: Partial<Selectable<OrdersTable>>) => {
    await openPaymentPage(shop(), [['F-1100', 1]], `browser-called-${name}`)
    await shop()
      .ctx.db.updateTable('orders')
      .set({ createdAt: start, sessionExpiresAt: start + day / 24, openKey: null, ...values })
      .where('browserToken', '=', `browser-called-${name}`)
      .execute()
  }
  const left = async () => {
    const rows = await shop().ctx.db.selectFrom('orders').select('browserToken').execute()
    return rows.map((row) => row.browserToken.replace('browser-called-', '')).toSorted()
  }
  const forgetAt = (now: number, signal = never) =>
    forgetUnpaidOrdersJob({ ...shop().ctx, now: () => now }).run(signal)
  const count = async (table: 'orderLine' | 'orderEvent') =>
    (await shop().ctx.db.selectFrom(table).select('orderId').distinct().execute()).length

  test('are forgotten after 30 days with all that belongs to them; what was paid or is to be looked at stays', async () => {
    await put('pending', {})
    await put('expired', { state: 'expired' })
    await put('failed', { state: 'failed' })
    await put('paid', { state: 'paid', paidAt: start })
    await put('looked-at', { state: 'needs_review' })
    await put('awaited', { state: 'awaiting_payment' })
    await put('paid-and-failed', { state: 'failed', paidAt: start })
    await put('younger', { state: 'expired', createdAt: start + day })
    const all = await left()
    await forgetAt(start + 30 * day)
    expect(await left()).toEqual(all)
    await forgetAt(start + 30 * day + 1)
    await forgetAt(start + 30 * day + 1)
    const kept = ['awaited', 'looked-at', 'paid', 'paid-and-failed', 'younger']
    expect(await left()).toEqual(kept)
    expect([await count('orderLine'), await count('orderEvent')]).toEqual([kept.length, kept.length])
  })

  test('N1: are forgotten with what the desk wrote beside them; its log keeps who did what, and nothing of the buyer', async () => {
    await put('waited', { state: 'awaiting_payment' })
    const { ctx } = shop()
    const { id, orderNumber } = await ctx.db
      .selectFrom('orders')
      .select(['id', 'orderNumber'])
      .executeTakeFirstOrThrow()
    const owner = deskPersonForTests(ctx)
    const form = { number: orderNumber, version: null }
    await writeNote(ctx, owner, { ...form, requestId: 'note', text: '花子さんに電話' })
    await correctEmail(ctx, owner, { ...form, requestId: 'email', email: 'hanako@mail.example' })
    const acts = async () => (await auditOf(ctx.db, `order:${id}`)).map(({ act }) => act)
    expect((await acts()).toSorted()).toEqual(['order.email', 'order.note'])
    await ctx.db.updateTable('orders').set({ state: 'failed' }).execute()
    await forgetAt(start + 30 * day + 1)
    expect(await left()).toEqual([])
    expect(await ctx.db.selectFrom('orderNote').selectAll().execute()).toEqual([])
    expect((await acts()).toSorted()).toEqual(['order.email', 'order.note'])
    const log = JSON.stringify(await ctx.db.selectFrom('audit').selectAll().execute())
    expect(log).toContain(owner.name)
    expect(log).not.toContain('hanako@')
    expect(log).not.toContain('花子さん')
  })

  test('stay while their payment page may be open, however old they are', async () => {
    const late = start + 40 * day
    await put('pending', { sessionExpiresAt: late })
    await forgetAt(late + day)
    expect(await left()).toEqual(['pending'])
    await forgetAt(late + day + 1)
    expect(await left()).toEqual([])
  })

  test('are forgotten however many they are, and not begun upon after a stop', async () => {
    await put('one', { state: 'expired' })
    const { db } = shop().ctx
    const row = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
    const copies = Array.from({ length: 450 }, (_, at) => ({
      ...row,
      id: `copy-${at}`,
      orderNumber: `copy-${at}`,
      accessToken: `copy-${at}`,
      sessionId: null,
    }))
    for (const part of [copies.slice(0, 225), copies.slice(225)])
      await db.insertInto('orders').values(part).execute()
    await forgetAt(start + 31 * day, AbortSignal.abort())
    expect(await left()).toHaveLength(451)
    await forgetAt(start + 31 * day)
    expect(await left()).toEqual([])
  })

  test('that a clock which was set back sees in the future are asked about all the same', async () => {
    await put('future', {})
    const asked = async (now: number) =>
      (await ordersToCheck(shop().ctx.db, { now, ageMs: 1_000, limit: 9 })).length
    expect([await asked(start + 1_000), await asked(start + 999)]).toEqual([1, 0])
    expect([await asked(start - 1_000), await asked(start - 1_001)]).toEqual([0, 1])
  })
})
