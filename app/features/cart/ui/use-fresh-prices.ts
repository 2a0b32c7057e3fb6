import { useEffect } from 'react'
import { readGoods } from './read-goods.ts'
import { useCart } from './use-cart.tsx'

/**
 * Reads the cart's goods anew when it is `open`ed, and at once where a line cannot be paid without (C2), so that a price
 * changed meanwhile, or goods not sold any more, are told in the panel rather than at the till.
 */
export const useFreshPrices = (open: boolean): void => {
  const { cart, totals, actions, isLoaded } = useCart()
  const mustAsk = totals.lines.some(({ state }) => state === 'needs-refresh')
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked on opening, not again with each line that changes
  useEffect(() => {
    if (!isLoaded || !(open || mustAsk)) return
    let isCurrent = true
    const numbers = cart.map(({ managementNumber }) => managementNumber)
    readGoods(numbers).then((goods) => {
      if (!isCurrent || goods === null) return
      actions.refresh((number) => goods.get(number), { gone: numbers.filter((number) => !goods.has(number)) })
    })
    return () => {
      isCurrent = false
    }
  }, [open, mustAsk, isLoaded, actions])
}
