import { useState } from 'react'
import { cartTotals } from '~/features/cart/totals.rules.ts'
import type { Cart } from '~/features/cart/types.ts'
import { useCartStore } from '~/features/cart/ui/use-cart.tsx'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import { type SafeStorage, safeStorage } from '~/ui/safe-storage.ts'
import { createTabLock, locksOfThisBrowser, untilSettled } from '~/ui/tab-lock.ts'
import { type PaymentRecord, parseRecord, type RememberedOrder, withLeft } from '../payment-record.rules.ts'
import { lastAmountKey, lastItemsKey, lastShippingKey, leftKey, recordKey } from './payment-keys.ts'

const lastOrderLifetime = 24 * 60 * 60 * 1000
/** `tab` is sessionStorage; http pages and older phones have no `locks`; `now` gives epoch ms. */
export interface PaymentMemoryParts {
  readonly storage: SafeStorage
  readonly tab: SafeStorage
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly now: () => number
  readonly terms: CartTerms
}

export type PaymentMemory = ReturnType<typeof openPaymentMemory>

/** One record under one key (S13). */
export const openPaymentMemory = ({ storage, tab, locks, now, terms }: PaymentMemoryParts) => {
  // sessionStorage holds a record that did not fit into localStorage.
  const read = (): PaymentRecord => parseRecord(tab.read(recordKey) ?? storage.read(recordKey) ?? null)

  const forgetLastOrder = () => {
    for (const key of [lastAmountKey, lastItemsKey, lastShippingKey]) storage.forget(key)
  }

  /** Full storage first loses what is only for display; then sessionStorage is used. False if nothing was kept. */
  const write = (record: PaymentRecord): boolean => {
    const text = JSON.stringify(record)
    if (!storage.write(recordKey, text)) {
      forgetLastOrder()
      if (!storage.write(recordKey, text)) return tab.write(recordKey, text)
    }
    tab.forget(recordKey)
    return true
  }

  const locked = createTabLock({ name: recordKey, locks, now })

  return {
    read,
    write,
    locked,
    forgetLastOrder,

    /** Lets a second press find the first one's payment page (S9); differs each time without storage. Of two tabs the last write counts. */
    browserToken: async (): Promise<string> =>
      read().browser ??
      locked(async () => {
        const known = read().browser
        if (known !== null) return known
        const fresh = randomToken()
        write({ ...read(), browser: fresh })
        await untilSettled()
        return read().browser ?? fresh
      }),

    /** Records leaving to pay `cart` (S13, S16); false, with nothing recorded, if it could not be kept. */
    leave: (order: Pick<RememberedOrder, 'token' | 'session'>, cart: Cart): Promise<boolean> =>
      locked(() => {
        const lines = cart.map(({ managementNumber, quantity }) => ({ managementNumber, quantity }))
        if (!write(withLeft(read(), { ...order, lines, leftAt: now() }))) return false
        const { total, shipping } = cartTotals(cart, terms)
        storage.write(lastAmountKey, String(total))
        storage.write(lastItemsKey, JSON.stringify(cart))
        storage.write(lastShippingKey, String(shipping))
        tab.write(leftKey, order.token)
        return true
      }),

    /** Going to the same page again (S6). */
    leaveAgain: (token: string) => tab.write(leftKey, token),

    leftByThisTab: (): string | null => tab.read(leftKey) ?? null,
    forgetLeft: () => tab.forget(leftKey),

    /** After 24 hours (S16). */
    forgetOldLastOrder: () => {
      const age = now() - (read().orders.at(-1)?.leftAt ?? 0)
      if (age < 0 || age >= lastOrderLifetime) forgetLastOrder()
    },
  }
}

// crypto.randomUUID is missing on http pages and older phones.
const randomToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** All that are opened share the browser's storage and lock. */
export const memoryOfThisBrowser = (terms: CartTerms): PaymentMemory =>
  openPaymentMemory({
    storage: safeStorage(() => window.localStorage),
    tab: safeStorage(() => window.sessionStorage),
    locks: locksOfThisBrowser(),
    now: Date.now,
    terms,
  })

export const usePaymentMemory = (): PaymentMemory => {
  const { terms } = useCartStore()
  const [memory] = useState(() => memoryOfThisBrowser(terms))
  return memory
}
