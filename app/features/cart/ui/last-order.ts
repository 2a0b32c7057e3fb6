import { type Yen, yen } from '~/kernel/money.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import { parseStoredCart, serialiseCart } from '../storage.rules.ts'
import type { CartTotals } from '../totals.rules.ts'
import type { Cart } from '../types.ts'
import type { CarefulStorage } from './careful-storage.ts'
import { storageKeys } from './storage-keys.ts'

/** How long the last order is remembered, in ms (S16). */
const lifetime = 24 * 60 * 60 * 1000

/** What went to the payment page last; for display until the server answers, never proof of a payment (S16). */
export interface LastOrder {
  readonly items: Cart
  readonly shipping: Yen
  /** With shipping, tax included. */
  readonly total: Yen
}

/** The three named keys (S:L109) and the time they were written. */
export interface LastOrderMemory {
  write(cart: Cart, totals: CartTotals): void
  /** Null when nothing is kept, or it is damaged, or older than 24 hours; then the keys are gone as well. */
  read(): LastOrder | null
  forget(): void
}

/** `now` gives epoch ms. */
export const openLastOrder = (
  storage: CarefulStorage,
  now: () => number,
  terms: CartTerms,
): LastOrderMemory => {
  const { lastPaidAmount, lastOrderItems, lastShipping, lastWrittenAt } = storageKeys

  const forget = () => {
    for (const key of [lastPaidAmount, lastOrderItems, lastShipping, lastWrittenAt]) storage.forget(key)
  }

  const isFresh = () => {
    const writtenAt = Number(storage.read(lastWrittenAt) ?? Number.NaN)
    return writtenAt <= now() && now() - writtenAt < lifetime
  }

  return {
    write: (cart, { total, shipping }) => {
      storage.write(lastPaidAmount, String(total))
      storage.write(lastOrderItems, serialiseCart(cart))
      storage.write(lastShipping, String(shipping))
      storage.write(lastWrittenAt, String(now()))
    },
    read: () => {
      const items = parseStoredCart(storage.read(lastOrderItems) ?? null, terms).cart
      const [total, shipping] = [amountIn(storage.read(lastPaidAmount)), amountIn(storage.read(lastShipping))]
      if (isFresh() && items.length > 0 && total !== null && shipping !== null)
        return { items, shipping, total }
      forget()
      return null
    },
    forget,
  }
}

const amountIn = (text: string | null | undefined): Yen | null =>
  text && /^\d{1,10}$/.test(text) ? yen(Number(text)) : null
