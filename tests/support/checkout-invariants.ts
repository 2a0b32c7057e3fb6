import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { PaymentSimulator } from '#payment-simulator/simulator.ts'
import type { Schema } from '../../db/schema.ts'

/**
 * What must hold whatever happened (M9): every paid session has exactly one order, and that is paid or in review;
 * every paid order has exactly one mail of each kind; nothing that was not paid has one; no pending order is older than
 * its page (`now` in epoch ms).
 */
export const expectInvariants = async (
  db: Kysely<Schema>,
  provider: PaymentSimulator,
  now: number,
): Promise<void> => {
  const orders = await db.selectFrom('orders').selectAll().execute()
  const sessions = provider.sessions()
  const mails = await db.selectFrom('mail').select(['kind', 'subjectKey']).execute()
  const kindsOf = (id: string) =>
    mails
      .filter((mail) => mail.subjectKey.startsWith(id))
      .map(({ kind }) => kind)
      .sort()
  for (const session of sessions) {
    if (session.payment_status !== 'paid') continue
    const own = orders.filter((order) => order.sessionId === session.id)
    expect(own.map(({ state }) => state)).toEqual(['paid'])
  }
  for (const order of orders) {
    expect(kindsOf(order.id)).toEqual(order.state === 'paid' ? ['order_confirmation', 'owner_paid'] : [])
    if (order.state === 'pending') expect(now).toBeLessThan(order.sessionExpiresAt)
    const session = sessions.find(({ id }) => id === order.sessionId)
    if (order.state === 'paid') expect(session?.payment_status).toBe('paid')
  }
  expect(new Set(orders.map(({ openKey }) => openKey).filter((key) => key !== null)).size).toBe(
    orders.filter(({ openKey }) => openKey !== null).length,
  )
  expect(provider.invalidRequests()).toEqual([])
}
