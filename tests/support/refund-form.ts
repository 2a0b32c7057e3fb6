import type { requestRefund } from '../../app/features/orders/refund/requesting.commands.server.ts'

/** The same form each time: one unit of an order's first line is refunded. */
export const refundFormForTests = (number: string): Parameters<typeof requestRefund>[2] => ({
  number,
  version: null,
  requestId: `the form of ${number}`,
  mailsBuyer: true,
  wanted: { lines: [{ position: 0, units: 1 }], shipping: 0, other: 0, reason: '' },
  insteadOf: null,
  returnId: null,
  note: null,
})
