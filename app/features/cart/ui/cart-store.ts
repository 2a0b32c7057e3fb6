import type { CartTerms } from '~/kernel/shop-settings.ts'
import { withoutPaid } from '../cart-after-payment.rules.ts'
import type { CartChange, CartNotice } from '../cart-change.rules.ts'
import type { Cart } from '../cart-item.rules.ts'
import { isSameCart, mergeCarts } from '../cart-merge.rules.ts'
import { refreshItems, updateKitPrice } from '../cart-refresh.rules.ts'
import { plainName } from '../free-suffix.rules.ts'
import { addItem, clearCart, moveItem, removeItem, restoreLines, setQuantity } from '../rules.ts'
import { cartTotals } from '../totals.rules.ts'
import { carefulStorage } from './careful-storage.ts'
import { openCartBeforePayment } from './cart-before-payment.ts'
import { type CartState, type CartStore, emptyCartState, undoTime } from './cart-state.ts'
import { openLastOrder } from './last-order.ts'
import { openSavedCart } from './saved-cart.ts'
import { type BrowserStorage, storageKeys, type Warn } from './storage-keys.ts'

/** What the store is made of. In the browser: localStorage (null where it is forbidden), window and Date.now (epoch ms). */
export interface CartStoreParts {
  readonly storage: BrowserStorage | null
  readonly eventTarget: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | null
  readonly now: () => number
  readonly warn: Warn
  readonly terms: CartTerms
}

/** A store that reads storage when it is first subscribed to or acted upon, and saves on every change. */
export const createCartStore = ({ storage, eventTarget, now, warn, terms }: CartStoreParts): CartStore => {
  const kept = carefulStorage(storage, warn)
  const saved = openSavedCart(kept, warn, terms)
  const beforePayment = openCartBeforePayment(kept, terms)
  const lastOrder = openLastOrder(kept, now, terms)
  const listeners = new Set<() => void>()
  let state = emptyCartState
  let notices = 0

  const set = (changes: Partial<CartState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  const catchUp = () => {
    const cart = saved.catchUp(state.cart)
    const isRestorable = beforePayment.read().length > 0
    const isNews = cart !== state.cart || !state.isLoaded || isRestorable !== state.isRestorable
    if (isNews) set({ cart, isRestorable, isLoaded: true })
  }

  const tell = (content: CartNotice) => {
    notices += 1
    // S:L116: the named log line; the shopper sees the notice.
    if (content.kind === 'kit-already-in-cart') warn(`kits can be bought only one at a time: ${content.name}`)
    return { number: notices, content }
  }

  const act = (decide: (cart: Cart) => CartChange) => {
    catchUp()
    const { cart: decided, notice, removed } = decide(state.cart)
    const cart = isSameCart(decided, state.cart) ? state.cart : decided
    const isSaved = saved.save(cart)
    // A view may read the catalogue anew after every change: what changes nothing must not count as one.
    if (cart === state.cart && isSaved === state.isSaved && !notice) return
    const offer = removed?.length ? { undo: { lines: removed, until: now() + undoTime } } : {}
    set({ cart, isSaved, notice: notice ? tell(notice) : null, ...offer })
  }

  const undo = () => {
    const { undo: offered } = state
    set({ undo: null })
    if (offered && now() <= offered.until) act((cart) => restoreLines(cart, offered.lines, terms))
  }

  const clearForPayment = () => {
    catchUp()
    if (state.cart.length > 0) beforePayment.keep(state.cart)
    set({ isRestorable: beforePayment.read().length > 0, undo: null, notice: null })
    act(() => ({ cart: [] }))
  }

  const putBack = (lines: Cart) => {
    const names = lines.map(({ name }) => plainName(name))
    if (lines.length > 0)
      act((cart) => ({
        cart: mergeCarts({ base: [], mine: lines, theirs: cart }, terms),
        notice: { kind: 'restored', names },
      }))
    // The copy goes only when the cart is safe again.
    if (!state.isSaved) return
    beforePayment.forget()
    set({ isRestorable: false })
  }

  const onStorage = (event: Event) => {
    // A null key means that all of storage was emptied.
    const key = 'key' in event ? event.key : null
    if (key === null || key === storageKeys.cart || key === storageKeys.cartBeforePayment) catchUp()
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    if (listeners.size === 1) {
      eventTarget?.addEventListener('storage', onStorage)
      // A page that comes back out of the browser's page cache has missed the events meanwhile.
      eventTarget?.addEventListener('pageshow', catchUp)
      catchUp()
    }
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      eventTarget?.removeEventListener('storage', onStorage)
      eventTarget?.removeEventListener('pageshow', catchUp)
    }
  }

  return {
    terms,
    subscribe,
    getSnapshot: () => state,
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
    undo,
    dismissUndo: () => set({ undo: null }),
    dismissNotice: () => set({ notice: null }),
    rememberOrder: () => {
      catchUp()
      lastOrder.write(state.cart, cartTotals(state.cart, terms))
    },
    lastOrder: lastOrder.read,
    clearForPayment,
    restoreBeforePayment: () => putBack(beforePayment.read()),
    settlePayment: (paid) => {
      lastOrder.forget()
      putBack(withoutPaid(beforePayment.read(), paid, terms))
    },
  }
}
