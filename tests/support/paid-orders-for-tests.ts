import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** Adds paid orders of 1,000 yen that hold nothing, with the ids `prefix-0`, `prefix-1`, ... */
export const addPaidOrders = async (db: Kysely<Schema>, count: number, prefix = 'paid'): Promise<void> => {
  for (let at = 0; at < count; at += 1) await addOrder(db, `${prefix}-${at}`, 'paid')
}

/** An order whose `id` is its number, too. */
export const addOrder = async (db: Kysely<Schema>, id: string, state: 'paid' | 'pending'): Promise<void> => {
  await db
    .insertInto('orders')
    .values({
      id,
      orderNumber: id,
      state,
      browserToken: id,
      cartFingerprint: '',
      openKey: null,
      accessToken: id,
      subtotal: 1_000,
      shipping: 0,
      total: 1_000,
      taxIncluded: 90,
      currency: 'jpy',
      fromView: 'header-cart',
      cancelPath: '/',
      attempt: 1,
      sessionExpiresAt: 0,
      sessionId: null,
      sessionUrl: null,
      paymentIntent: null,
      customerName: null,
      customerEmail: null,
      customerPhone: null,
      shippingAddress: null,
      practice: 0,
      confirmationText: '',
      submitText: '',
      shippingText: '',
      termsVersion: '',
      reviewReason: null,
      createdAt: 0,
      paidAt: state === 'paid' ? 0 : null,
      shippedAt: null,
      checkedAt: 0,
    })
    .execute()
}
