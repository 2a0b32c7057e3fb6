import {
  addItem,
  clearCart,
  moveItem,
  refreshItems,
  removeItem,
  setQuantity,
  updateKitPrice,
} from '../rules.ts'
import { carefulStorage } from './careful-storage.ts'
import { cartAtPayment } from './cart-at-payment.ts'
import { openCartBeforePayment } from './cart-before-payment.ts'
import { type CartStore, emptyCartState } from './cart-state.ts'
import { openLastOrder } from './last-order.ts'
import { type LiveCartParts, openLiveCart } from './live-cart.ts'
import { openSavedCart } from './saved-cart.ts'
import type { BrowserStorage } from './storage-keys.ts'

/** What the store is made of. In the browser: localStorage (null where it is forbidden), window and Date.now (epoch ms). */
export interface CartStoreParts extends Omit<LiveCartParts, 'saved' | 'beforePayment'> {
  readonly storage: BrowserStorage | null
}

/** The cart of one browser tab: a live cart over its storage, with every action. */
export const createCartStore = ({ storage, ...parts }: CartStoreParts): CartStore => {
  const { now, warn, terms } = parts
  const kept = carefulStorage(storage, warn)
  const beforePayment = openCartBeforePayment(kept, terms)
  const live = openLiveCart({ ...parts, saved: openSavedCart(kept, warn, terms), beforePayment })
  const { act, set } = live
  return {
    terms,
    subscribe: live.subscribe,
    getSnapshot: live.state,
    getServerSnapshot: () => emptyCartState,
    add: (goods, quantity) => act((cart) => addItem(cart, goods, terms, quantity)),
    remove: (managementNumber) => act((cart) => removeItem(cart, managementNumber, terms)),
    setQuantity: (managementNumber, quantity) =>
      act((cart) => setQuantity(cart, managementNumber, quantity, terms)),
    updateKitPrice: (managementNumber, price) =>
      act((cart) => updateKitPrice(cart, managementNumber, price, terms)),
    move: (managementNumber, position) => act((cart) => moveItem(cart, managementNumber, position, terms)),
    refresh: (lookup, unsold) => act((cart) => refreshItems(cart, lookup, terms, unsold)),
    clear: () => act(clearCart),
    undo: live.undo,
    dismissUndo: live.dismissUndo,
    dismissNotice: () => set({ notice: null }),
    ...cartAtPayment(live, beforePayment, openLastOrder(kept, now, terms), terms),
  }
}
