import { parseStoredCart } from '~/features/cart/storage.rules.ts'
import { cartTotals } from '~/features/cart/totals.rules.ts'
import type { Cart } from '~/features/cart/types.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import type { SafeStorage } from '~/ui/safe-storage.ts'
import {
  orderOf,
  type PaymentRecord,
  parseRecord,
  type RememberedOrder,
  type RememberedState,
  withFormer,
  withLeft,
} from '../payment-record.rules.ts'

const recordKey = 'mcSquarePayments'
/** In this tab's storage: the token of the order that it left to pay, until it has been told how that ended (S6). */
const leftKey = 'mcSquareLeftForPayment'
/** Written just before the payment page, for display alone (S16). */
const lastAmountKey = 'mcSquareLastPaidAmount'
const lastItemsKey = 'mcSquareLastOrderItems'
const lastShippingKey = 'mcSquareLastShipping'
const lastOrderLifetime = 24 * 60 * 60 * 1000
/** Where earlier versions kept what the record holds. */
const formerKeys = {
  browser: 'mcSquareCheckoutToken',
  lastOrder: 'mcSquareLastOrderToken',
  open: 'mcSquareOpenPayment',
  cleared: 'mcSquareClearedSessions',
  cartCopy: 'mcSquareCart.beforePayment',
  writtenAt: 'mcSquareLastWrittenAt',
} as const

/** Within so many ms every tab sees what another one has written. */
const settleMs = 100

/** What the memory is made of: localStorage, sessionStorage, the browser's locks (http pages and older phones have none), epoch ms. */
export interface PaymentMemoryParts {
  readonly storage: SafeStorage
  readonly tab: SafeStorage
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly now: () => number
  readonly terms: CartTerms
}

export type PaymentMemory = ReturnType<typeof openPaymentMemory>

/** What this browser remembers of its payments: one record under one key, whose rules stand in payment-record.rules.ts. */
export const openPaymentMemory = ({ storage, tab, locks, now, terms }: PaymentMemoryParts) => {
  // A record that full storage refused stands in the tab's own.
  const read = (): PaymentRecord => parseRecord(tab.read(recordKey) ?? storage.read(recordKey) ?? null)

  const forgetLastOrder = () => {
    for (const key of [lastAmountKey, lastItemsKey, lastShippingKey]) storage.forget(key)
  }

  /** Whether the record is kept, if need be in place of what is for display alone, or in the tab's storage. */
  const write = (record: PaymentRecord): boolean => {
    const text = JSON.stringify(record)
    if (!storage.write(recordKey, text)) {
      forgetLastOrder()
      if (!storage.write(recordKey, text)) return tab.write(recordKey, text)
    }
    tab.forget(recordKey)
    return true
  }

  /** One tab at a time; where the browser has no locks nobody waits. */
  const locked = async <T>(act: () => T | Promise<T>): Promise<T> =>
    locks === undefined ? act() : locks.request(recordKey, act)

  return {
    read,
    write,
    locked,
    forgetLastOrder,

    /**
     * A random word that stands for this browser, so that a second press finds the payment page of the first (S9). Two tabs
     * that ask for the very first at once get the same: what one wrote last is read again when all have seen it. Without
     * storage it is another each time: a second press may make a second order, and the server expires the former one.
     */
    browserToken: async (): Promise<string> =>
      read().browser ??
      locked(async () => {
        const known = read().browser
        if (known !== null) return known
        const fresh = randomToken()
        write({ ...read(), browser: fresh })
        await new Promise((resolve) => setTimeout(resolve, settleMs))
        return read().browser ?? fresh
      }),

    /** Notes that this tab leaves to pay `cart` (S13, S16). False where that could not be kept: then nothing is noted. */
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

    /** The token of the order that this tab left to pay and has not been told about, or null. */
    leftByThisTab: (): string | null => tab.read(leftKey) ?? null,
    forgetLeft: () => tab.forget(leftKey),

    /** S16: what was written before a payment is forgotten at the first page after 24 hours. */
    forgetOldLastOrder: () => {
      const age = now() - (read().orders.at(-1)?.leftAt ?? 0)
      if (age < 0 || age >= lastOrderLifetime) forgetLastOrder()
    },

    /**
     * Takes over, once, what an earlier version has kept. The copy of the cart that it made before emptying it on /success
     * goes to `putBack`, which says whether it is safe: from there the record takes out what is paid.
     */
    takeOverFormer: async (putBack: (copy: Cart) => boolean): Promise<void> => {
      const isThere = () => Object.values(formerKeys).some((key) => typeof storage.read(key) === 'string')
      if (!isThere()) return
      await locked(() => {
        const { browser, lastOrder, open, cartCopy, writtenAt } = formerKeys
        const record = read()
        const former = (key: string, state: RememberedState): readonly RememberedOrder[] => {
          const token = storage.read(key)
          if (!token || orderOf(record, token)) return []
          return [{ token, state, session: null, lines: [], leftAt: Number(storage.read(writtenAt)) || 0 }]
        }
        const isOpen = storage.read(open) === storage.read(lastOrder)
        const next = withFormer(record, storage.read(browser) ?? null, [
          ...(isOpen ? [] : former(lastOrder, 'paid')),
          ...former(open, 'left'),
        ])
        if (!write(next)) return
        const copy = parseStoredCart(storage.read(cartCopy) ?? null, terms).cart
        if (copy.length > 0 && !putBack(copy)) return
        for (const key of Object.values(formerKeys)) storage.forget(key)
      })
    },
  }
}

// crypto.randomUUID is missing on http pages under a name, and on older phones.
const randomToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
