import type { CartTerms } from '~/kernel/shop-settings.ts'
import { withoutUnits } from '../rules.ts'
import { mergeCarts } from '../storage.rules.ts'
import { cartTotals, plainName } from '../totals.rules.ts'
import type { Cart, CartNotice } from '../types.ts'
import type { CartBeforePayment } from './cart-before-payment.ts'
import type { CartStore } from './cart-state.ts'
import type { LastOrderMemory } from './last-order.ts'
import type { LiveCart } from './live-cart.ts'

type PaymentActions = Pick<
  CartStore,
  'rememberOrder' | 'lastOrder' | 'clearForPayment' | 'restoreBeforePayment' | 'settlePayment'
>

/** What becomes of the cart before, during and after a payment (S13, S16). */
export const cartAtPayment = (
  live: LiveCart,
  beforePayment: CartBeforePayment,
  lastOrder: LastOrderMemory,
  terms: CartTerms,
): PaymentActions => {
  const putBack = (lines: Cart, notice?: CartNotice) => {
    if (lines.length > 0)
      live.act((cart) => ({
        cart: mergeCarts({ base: [], mine: lines, theirs: cart }, terms),
        ...(notice && { notice }),
      }))
    // The copy goes only when the cart is safe again.
    if (!live.state().isSaved) return
    beforePayment.forget()
    live.set({ isRestorable: false })
  }

  return {
    rememberOrder: () => {
      live.catchUp()
      const { cart } = live.state()
      lastOrder.write(cart, cartTotals(cart, terms))
    },
    lastOrder: lastOrder.read,
    clearForPayment: () => {
      live.catchUp()
      const { cart } = live.state()
      if (cart.length > 0) beforePayment.keep(cart)
      live.dismissUndo()
      live.set({ isRestorable: beforePayment.read().length > 0, notice: null })
      live.act(() => ({ cart: [] }))
    },
    restoreBeforePayment: () => {
      const lines = beforePayment.read()
      putBack(lines, { kind: 'restored', names: lines.map(({ name }) => plainName(name)) })
    },
    settlePayment: (paid) => {
      lastOrder.forget()
      // Without a word: what was never paid has, for the shopper, not moved.
      const ordered = paid.map(({ number, quantity }) => ({ managementNumber: number, quantity }))
      putBack(withoutUnits(beforePayment.read(), ordered, terms).cart)
    },
  }
}
