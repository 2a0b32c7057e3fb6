import type { Insertable } from 'kysely'
import type { OrdersTable } from '../../db/schema.ts'

/** A paid order of 1,400 yen for `insertInto('orders')`, in the columns that the table had from the beginning. */
export const orderRowForTests = (
  id: string,
  parts: Partial<Insertable<OrdersTable>> = {},
): Insertable<OrdersTable> => ({
  id,
  orderNumber: id,
  state: 'paid',
  browserToken: 'browser',
  cartFingerprint: 'F-1:1',
  openKey: null,
  accessToken: `token of ${id}`,
  subtotal: 1000,
  shipping: 400,
  total: 1400,
  taxIncluded: 127,
  currency: 'jpy',
  fromView: 'header-cart',
  cancelPath: '/kits',
  attempt: 1,
  sessionExpiresAt: 1,
  practice: 0,
  confirmationText: '',
  submitText: '',
  shippingText: '',
  termsVersion: '',
  createdAt: 1,
  checkedAt: 1,
  ...parts,
})
