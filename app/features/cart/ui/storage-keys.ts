/** The names under which this browser keeps the cart and what belongs to it; the first four are given (S:L107-109). */
export const storageKeys = {
  cart: 'mcSquareCart',
  lastPaidAmount: 'mcSquareLastPaidAmount',
  lastOrderItems: 'mcSquareLastOrderItems',
  lastShipping: 'mcSquareLastShipping',
  /** When the three above were written, in epoch ms (S16). */
  lastWrittenAt: 'mcSquareLastWrittenAt',
  /** The text of a cart that could not be read whole (C10). */
  damagedCart: 'mcSquareCart.damaged',
  /** The cart as it was before /success emptied it (S13). */
  cartBeforePayment: 'mcSquareCart.beforePayment',
} as const

/** What the cart needs of localStorage. Each method may throw: private windows, full or forbidden storage. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where failures are noted; they never reach the shopper as errors (S:L114, S:L175). */
export type Warn = (message: string, detail?: unknown) => void
