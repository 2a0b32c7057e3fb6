import type { CartTerms } from '~/kernel/shop-settings.ts'
import type { Cart, CartNotice, Goods, RemovedLine, Unsold } from '../types.ts'
import type { LastOrder } from './last-order.ts'

/** How long a removed line can be put back, in ms (C17). */
export const undoTime = 10_000

/** What views see of the cart. A new object on every change. */
export interface CartState {
  readonly cart: Cart
  /** False on the server and until the browser's storage has been read. */
  readonly isLoaded: boolean
  /** False while storage refuses: the cart lives until this tab is closed. */
  readonly isSaved: boolean
  /** What the last action has to say, and its number, so that the same notice twice is announced twice. */
  readonly notice: { readonly number: number; readonly content: CartNotice } | null
  /** What was removed last and until when (epoch ms) it can be put back. */
  readonly undo: { readonly lines: readonly RemovedLine[]; readonly until: number } | null
  /** Is there a cart from before the payment that can be put back (S13)? */
  readonly isRestorable: boolean
}

/** The cart before storage has been read, and all that the server draws. */
export const emptyCartState: CartState = {
  cart: [],
  isLoaded: false,
  isSaved: true,
  notice: null,
  undo: null,
  isRestorable: false,
}

/** The cart of this browser. Actions never throw; what they have to say is the state's notice. */
export interface CartStore {
  readonly terms: CartTerms
  // For useSyncExternalStore.
  subscribe(listener: () => void): () => void
  getSnapshot(): CartState
  getServerSnapshot(): CartState
  // The named actions (S:L113) and those that the rulings add.
  add(goods: Goods, quantity?: number): void
  remove(managementNumber: string): void
  setQuantity(managementNumber: string, quantity: number): void
  updateKitPrice(managementNumber: string, price: string | number): void
  move(managementNumber: string, position: number): void
  /** Reads the lines anew; `unsold` says what becomes of those that the shop does not sell any more (S1). */
  refresh(lookup: (managementNumber: string) => Goods | undefined, unsold?: Unsold): void
  clear(): void
  /** Puts back what was removed last, within 10 seconds; pressed again, what was removed before that (C17). */
  undo(): void
  dismissUndo(): void
  dismissNotice(): void
  /** Just before the redirect to the payment page: notes what is being paid (S:L109, S16). */
  rememberOrder(): void
  lastOrder(): LastOrder | null
  /** Paid or on its way: copies the cart, then empties it. An empty cart leaves an earlier copy alone (S13). */
  clearForPayment(): void
  /** Puts the copy back beside what has been added since (S13). */
  restoreBeforePayment(): void
  /**
   * The server said paid: neither the copy nor the last order is needed any more (S16). What the copy holds beyond `paid`
   * was never paid and goes back into the cart (S13).
   */
  settlePayment(paid: ReadonlyArray<{ readonly number: string; readonly quantity: number }>): void
}
