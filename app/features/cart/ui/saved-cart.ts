import type { CartTerms } from '~/kernel/shop-settings.ts'
import { isSameCart, mergeCarts, parseStoredCart, serialiseCart } from '../storage.rules.ts'
import type { Cart } from '../types.ts'
import type { CarefulStorage } from './careful-storage.ts'
import { storageKeys, type Warn } from './storage-keys.ts'

/** The cart in storage, which other tabs write as well. */
export interface SavedCart {
  /** This tab's cart with what others saved since the last look merged in (C11); the same object when nothing changed. */
  catchUp(mine: Cart): Cart
  /** Keeps the cart; false when storage refuses, and the cart lives in this tab's memory only. */
  save(cart: Cart): boolean
}

/** A text that cannot be read whole is first copied to its backup key, because the next save replaces it (C10). */
export const openSavedCart = (storage: CarefulStorage, warn: Warn, terms: CartTerms): SavedCart => {
  let lastText: string | null = null
  let base: Cart = []
  let isReadable = true

  const readWhole = (text: string | null): Cart | null => {
    const { cart, damage } = parseStoredCart(text, terms)
    if (damage !== 'none' && text !== null) {
      warn(`cart storage: ${damage}, the text is kept under ${storageKeys.damagedCart}`)
      storage.write(storageKeys.damagedCart, text)
    }
    return damage === 'unreadable' ? null : cart
  }

  const save = (cart: Cart): boolean => {
    const text = serialiseCart(cart)
    // What could not be read may be a cart: it is not written over.
    if (!isReadable) return false
    if (text === lastText) return true
    if (!storage.write(storageKeys.cart, text)) return false
    lastText = text
    base = cart
    return true
  }

  const catchUp = (mine: Cart): Cart => {
    const text = storage.read(storageKeys.cart)
    isReadable = text !== undefined
    if (text === undefined || text === lastText) return mine
    lastText = text
    const theirs = readWhole(text)
    if (theirs === null) return mine
    const merged = mergeCarts({ base, mine, theirs }, terms)
    base = theirs
    if (!isSameCart(merged, theirs)) save(merged)
    return isSameCart(merged, mine) ? mine : merged
  }

  return { catchUp, save }
}
