import type { CartTerms } from '~/kernel/shop-settings.ts'
import { restoreLines } from '../rules.ts'
import { isSameCart } from '../storage.rules.ts'
import type { Cart, CartChange, CartNotice } from '../types.ts'
import type { CartBeforePayment } from './cart-before-payment.ts'
import { type CartState, emptyCartState, undoTime } from './cart-state.ts'
import type { SavedCart } from './saved-cart.ts'
import { storageKeys, type Warn } from './storage-keys.ts'

/** What a live cart is made of. `now` gives epoch ms. */
export interface LiveCartParts {
  readonly saved: SavedCart
  readonly beforePayment: CartBeforePayment
  readonly eventTarget: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | null
  readonly now: () => number
  readonly warn: Warn
  readonly terms: CartTerms
}

/** The cart's state with who looks at it: in step with storage, and saved with every action. */
export interface LiveCart {
  state(): CartState
  /** Changes what views see, and tells them. */
  set(changes: Partial<CartState>): void
  /** Takes over what other tabs have saved meanwhile. */
  catchUp(): void
  /** Catches up, lets a rule decide, saves, and offers what was removed to be put back. */
  act(decide: (cart: Cart) => CartChange): void
  /** Puts back what was removed last, within its time; then what was removed before that can be put back (C17). */
  undo(): void
  /** What was removed stays removed. */
  dismissUndo(): void
  subscribe(listener: () => void): () => void
}

/** A cart that reads storage when it is first subscribed to or acted upon. */
export const openLiveCart = (parts: LiveCartParts): LiveCart => {
  const { saved, beforePayment, now, warn, terms } = parts
  const listeners = new Set<() => void>()
  let state = emptyCartState
  let removals: readonly NonNullable<CartState['undo']>[] = []
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
    if (removed?.length) removals = [...removals, { lines: removed, until: now() + undoTime }]
    set({ cart, isSaved, notice: notice ? tell(notice) : null, undo: removals.at(-1) ?? null })
  }

  const undo = () => {
    const offered = removals.at(-1)
    removals = removals.slice(0, -1).filter(({ until }) => now() <= until)
    set({ undo: removals.at(-1) ?? null })
    if (offered && now() <= offered.until) act((cart) => restoreLines(cart, offered.lines, terms))
  }

  const dismissUndo = () => {
    removals = []
    set({ undo: null })
  }

  const listen = watchStorage(parts.eventTarget, catchUp)
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    if (listeners.size === 1) {
      listen.start()
      catchUp()
    }
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) listen.stop()
    }
  }

  return { state: () => state, set, catchUp, act, undo, dismissUndo, subscribe }
}

const watchStorage = (target: LiveCartParts['eventTarget'], catchUp: () => void) => {
  const onStorage = (event: Event) => {
    // A null key means that all of storage was emptied.
    const key = 'key' in event ? event.key : null
    if (key === null || key === storageKeys.cart || key === storageKeys.cartBeforePayment) catchUp()
  }
  return {
    start: () => {
      target?.addEventListener('storage', onStorage)
      // A page that comes back out of the browser's page cache has missed the events meanwhile.
      target?.addEventListener('pageshow', catchUp)
    },
    stop: () => {
      target?.removeEventListener('storage', onStorage)
      target?.removeEventListener('pageshow', catchUp)
    },
  }
}
