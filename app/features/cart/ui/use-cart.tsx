import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import { safeStorage, type Warn } from '~/ui/safe-storage.ts'
import { createTabLock, locksOfThisBrowser, untilSettled } from '~/ui/tab-lock.ts'
import { type CartState, type CartStore, createCartStore } from './cart-store.ts'

const CartContext = createContext<CartStore | null>(null)

export const CartStoreProvider = CartContext

/** Empty on the server and in the browser's first render. */
export function CartProvider({
  terms,
  children,
}: {
  readonly terms: CartTerms
  readonly children: ReactNode
}) {
  const [store] = useState(() => storeOfThisBrowser(terms))
  useUndoThatEnds(store)
  return <CartContext value={store}>{children}</CartContext>
}

/** Actions only: no render on changes. Throws outside a CartProvider. */
export const useCartStore = (): CartStore => {
  const store = useContext(CartContext)
  if (store === null) throw new Error('the cart is used outside a CartProvider')
  return store
}

/** `units` counts those of all lines (C18); what they cost is `useCartTotals`. */
export const useCart = (): CartState & { readonly units: number; readonly actions: CartStore } => {
  const actions = useCartStore()
  const state = useSyncExternalStore(actions.subscribe, actions.getSnapshot, actions.getServerSnapshot)
  return { ...state, units: state.cart.reduce((units, { quantity }) => units + quantity, 0), actions }
}

const useUndoThatEnds = (store: CartStore) => {
  const { undo } = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot)
  useEffect(() => {
    if (undo === null) return
    const timer = setTimeout(store.dismissUndo, Math.max(0, undo.until - Date.now()))
    return () => clearTimeout(timer)
  }, [undo, store])
}

const lockPatienceMs = 1_000

const storeOfThisBrowser = (terms: CartTerms): CartStore =>
  createCartStore({
    storage: safeStorage(() => window.localStorage, warn),
    locked: createTabLock({
      name: 'mcSquareCart',
      locks: locksOfThisBrowser(),
      now: () => Date.now(),
      patienceMs: lockPatienceMs,
    }),
    untilSettled,
    eventTarget: typeof window === 'undefined' ? null : window,
    now: () => Date.now(),
    warn,
    terms,
  })

// biome-ignore lint/suspicious/noConsole: these failures are only logged, in the browser's own log
const warn: Warn = (message, detail) => console.warn(message, ...(detail === undefined ? [] : [detail]))
