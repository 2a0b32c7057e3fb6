import type { CartTerms } from '~/kernel/shop-settings.ts'
import { parseStoredCart, serialiseCart } from '../storage.rules.ts'
import type { Cart } from '../types.ts'
import type { CarefulStorage } from './careful-storage.ts'
import { storageKeys } from './storage-keys.ts'

/** The copy of the cart that /success makes before it empties it, for one button that puts it back (S13). */
export interface CartBeforePayment {
  keep(cart: Cart): void
  /** The cart kept; empty when there is none. */
  read(): Cart
  forget(): void
}

/** Where storage refuses the copy, this tab's memory holds it. */
export const openCartBeforePayment = (storage: CarefulStorage, terms: CartTerms): CartBeforePayment => {
  let inMemory: Cart = []
  return {
    keep: (cart) => {
      inMemory = cart
      storage.write(storageKeys.cartBeforePayment, serialiseCart(cart))
    },
    read: () => {
      const text = storage.read(storageKeys.cartBeforePayment) ?? null
      return text === null ? inMemory : parseStoredCart(text, terms).cart
    },
    forget: () => {
      inMemory = []
      storage.forget(storageKeys.cartBeforePayment)
    },
  }
}
