import type { CartTerms } from '~/kernel/shop-settings.ts'
import type { SafeStorage, Warn } from '~/ui/safe-storage.ts'
import type { TabLock } from '~/ui/tab-lock.ts'
import { applyKitOffer } from '../offer.rules.ts'
import {
  addItem,
  putBack,
  refreshItems,
  removeItem,
  restoreLines,
  setQuantity,
  withoutUnits,
} from '../rules.ts'
import { hasSameStock, isSameCart, mergeCarts, parseStoredCart } from '../storage.rules.ts'
import type { Cart, CartChange, CartNotice, CartProduct, NumberedQuantity, Undo, Unsold } from '../types.ts'

const cartKey = 'mcSquareCart'
const damagedKey = 'mcSquareCart.damaged'
/** C17. */
const undoMs = 10_000

export interface CartState {
  readonly cart: Cart
  readonly isLoaded: boolean
  /** False if storage refuses: the cart is lost when the tab closes. */
  readonly isSaved: boolean
  /** Numbered, so that the same notice twice is announced twice. */
  readonly notice: { readonly number: number; readonly content: CartNotice } | null
  /** `until` is epoch ms. */
  readonly undo: (Undo & { readonly until: number }) | null
}

const emptyCartState: CartState = { cart: [], isLoaded: false, isSaved: true, notice: null, undo: null }

/**
 * `storage` is localStorage, `eventTarget` the window (null on the server), `now` epoch ms. `locked` runs a function in one tab at a
 * time; `untilSettled` waits until other tabs see what this one wrote.
 */
export interface CartStoreParts {
  readonly storage: SafeStorage
  readonly locked: TabLock
  readonly untilSettled: () => Promise<void>
  readonly eventTarget: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | null
  readonly now: () => number
  readonly warn: Warn
  readonly terms: CartTerms
}

/** Actions never throw; they report through the state's notice. */
export type CartStore = ReturnType<typeof createCartStore>

/** One tab's cart, merged with what other tabs write to storage (C11). Storage is first read on subscription or action. */
export const createCartStore = ({
  storage,
  locked,
  untilSettled,
  eventTarget,
  now,
  warn,
  terms: firstTerms,
}: CartStoreParts) => {
  let terms = firstTerms
  const listeners = new Set<() => void>()
  let state = emptyCartState
  /** What the listeners know. */
  let told = state
  let undos: readonly NonNullable<CartState['undo']>[] = []
  let notices = 0
  let lastText: string | null = null
  let base: Cart = []
  let isReadable = true
  let isLockAwaited = false
  let isLockHeld = false
  let isWrittenAgain = false

  const tellListeners = () => {
    told = state
    for (const listener of listeners) listener()
  }

  const set = (changes: Partial<CartState>) => {
    state = { ...state, ...changes }
    tellListeners()
  }

  const readCart = (text: string | null): Cart | null => {
    const { cart, damage } = parseStoredCart(text, terms)
    if (damage !== 'none' && text !== null) {
      // The next save replaces it (C10).
      warn(`cart storage: ${damage}, the text is kept under ${damagedKey}`)
      storage.write(damagedKey, text)
    }
    return damage === 'unreadable' ? null : cart
  }

  const mergedWithStorage = (mine: Cart): Cart => {
    const text = storage.read(cartKey)
    isReadable = text !== undefined
    if (text === undefined || text === lastText) return mine
    lastText = text
    const theirs = readCart(text)
    if (theirs === null) return mine
    const merged = mergeCarts({ base, mine, theirs }, terms)
    base = theirs
    return isSameCart(merged, mine) ? mine : merged
  }

  const catchUp = () => {
    const cart = mergedWithStorage(state.cart)
    if (cart !== state.cart || !state.isLoaded) set({ cart, isLoaded: true })
  }

  const written = (cart: Cart): boolean => {
    const text = JSON.stringify(cart)
    // Unreadable storage may hold a cart, so it is not overwritten.
    if (!isReadable) return false
    if (text === lastText) return true
    if (!storage.write(cartKey, text)) return false
    lastText = text
    base = cart
    isWrittenAgain = true
    return true
  }

  /** Reads, merges and writes. Outside the lock another tab may overwrite it at the same moment. */
  const saveNow = () => {
    catchUp()
    const isSaved = written(state.cart)
    if (isSaved !== state.isSaved) set({ isSaved })
  }

  const save = () => {
    if (!hasUnsaved() && state.isSaved) return
    if (isLockHeld) return saveNow()
    if (isLockAwaited) return
    isLockAwaited = true
    // A browser that forbids storage may refuse the lock as well, and a sleeping tab may hold it.
    void locked(saveLocked).catch(() => {
      isLockAwaited = false
      saveNow()
    })
  }

  const saveLocked = async () => {
    isLockAwaited = false
    isLockHeld = true
    saveNow()
    do {
      isWrittenAgain = false
      await untilSettled()
    } while (isWrittenAgain)
    isLockHeld = false
  }

  const hasUnsaved = (): boolean => state.isLoaded && !isSameCart(state.cart, base)

  const tell = (content: CartNotice) => {
    notices += 1
    if (content.kind === 'kit-already-in-cart') warn(`kits can be bought only one at a time: ${content.name}`)
    return { number: notices, content }
  }

  const act = (decide: (cart: Cart) => CartChange) => {
    catchUp()
    const { cart: decided, notice, removed, takeBack } = decide(state.cart)
    const isSame = isSameCart(decided, state.cart) && hasSameStock(decided, state.cart)
    const cart = isSame ? state.cart : decided
    const undo = removed?.length ? (lines: Cart) => restoreLines(lines, removed, terms) : takeBack
    if (undo && notice) undos = [...undos, { done: notice, act: undo, until: now() + undoMs }]
    // Views may read the products again after every change, so an unchanged cart must not count as one.
    if (cart !== state.cart || notice)
      set({ cart, notice: notice ? tell(notice) : null, undo: undos.at(-1) ?? null })
    save()
  }

  const dismissUndo = () => {
    undos = []
    set({ undo: null })
  }

  const onStorage = (event: Event) => {
    // A null key means that all of storage was emptied.
    const key = 'key' in event ? event.key : null
    if (key !== null && key !== cartKey) return
    catchUp()
    if (hasUnsaved()) save()
  }

  /** A closing page cannot wait for a lock; nor do its listeners hear of it then (S33). */
  const onLeave = () => {
    if (!hasUnsaved()) return
    const cart = mergedWithStorage(state.cart)
    state = { ...state, cart, isSaved: written(cart) }
  }

  /** A page restored from the back/forward cache has missed what other tabs wrote meanwhile. */
  const onReturn = () => {
    catchUp()
    if (told !== state) tellListeners()
  }

  return {
    get terms() {
      return terms
    },
    /** Recalculates with the shop's present rules (N50). */
    adoptTerms: (now: CartTerms) => {
      terms = now
      set({ cart: applyKitOffer(state.cart, now.freeKits) })
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      if (listeners.size === 1) {
        eventTarget?.addEventListener('storage', onStorage)
        eventTarget?.addEventListener('pageshow', onReturn)
        eventTarget?.addEventListener('pagehide', onLeave)
        catchUp()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        eventTarget?.removeEventListener('storage', onStorage)
        eventTarget?.removeEventListener('pageshow', onReturn)
        eventTarget?.removeEventListener('pagehide', onLeave)
      }
    },
    getSnapshot: () => state,
    getServerSnapshot: () => emptyCartState,
    add: (product: CartProduct, quantity?: number) => act((cart) => addItem(cart, product, terms, quantity)),
    change: act,
    remove: (managementNumber: string) => act((cart) => removeItem(cart, managementNumber, terms)),
    setQuantity: (managementNumber: string, quantity: number) =>
      act((cart) => setQuantity(cart, managementNumber, quantity, terms)),
    refresh: (lookup: (managementNumber: string) => CartProduct | undefined, unsold?: Unsold) =>
      act((cart) => refreshItems(cart, lookup, terms, unsold)),
    /** Each press undoes one action further back (C17). */
    undo: () => {
      const offered = undos.at(-1)
      undos = undos.slice(0, -1).filter(({ until }) => now() <= until)
      set({ undo: undos.at(-1) ?? null })
      if (offered && now() <= offered.until) act(offered.act)
    },
    dismissUndo,
    dismissNotice: () => set({ notice: null }),
    /** Removes what was ordered, without a notice (S13); saved at once, as the order is settled. Former undos end. */
    takeOut: (ordered: readonly NumberedQuantity[]) => {
      dismissUndo()
      act((cart) => withoutUnits(cart, ordered, terms))
      saveNow()
    },
    /** Saved at once; `isSaved` of the state tells whether that worked. */
    putBack: (lines: Cart) => {
      act((cart) => putBack(cart, lines, terms))
      saveNow()
    },
  }
}
