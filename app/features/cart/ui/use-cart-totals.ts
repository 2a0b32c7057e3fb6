import { useMemo } from 'react'
import { type CartTotals, cartTotals } from '../totals.rules.ts'
import { useCart } from './use-cart.tsx'

/** For the open cart: other pages load nothing of its sums. */
export const useCartTotals = (): CartTotals => {
  const {
    cart,
    actions: { terms },
  } = useCart()
  return useMemo(() => cartTotals(cart, terms), [cart, terms])
}
