import { useEffect } from 'react'
import { type OwnHold, productNumber, withOwnHold } from '~/features/products/rules.ts'
import { useOwnHolds, useStockOfPage } from '~/features/products/ui/shop-closure.tsx'
import { href } from '~/href.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { needsRefresh } from '../offer.rules.ts'
import type { CartProduct } from '../types.ts'
import { useCart } from './use-cart.tsx'

const isCartProduct = (value: unknown): value is CartProduct => {
  const fields = fieldsOf(value)
  const texts = [fields.managementNumber, fields.name, fields.description, fields.price, fields.imageUrl]
  return (
    texts.every((text) => typeof text === 'string') &&
    (fields.productType === 'fabric' || fields.productType === 'kit')
  )
}

const answerLimitMs = 15_000

/** Today's products by the number asked for; null if the shop could not be asked. Never throws, so that the cart stays usable. */
export const readCartProducts = async (
  numbers: readonly string[],
): Promise<ReadonlyMap<string, CartProduct> | null> => {
  if (numbers.length === 0) return new Map()
  try {
    const query = new URLSearchParams(numbers.map((number) => ['number', number]))
    const response = await fetch(`${href('/api/goods')}?${query}`, {
      signal: AbortSignal.timeout(answerLimitMs),
    })
    const products: unknown = response.ok ? await response.json() : null
    if (!Array.isArray(products)) return null
    const known = new Map(products.filter(isCartProduct).map((each) => [each.managementNumber, each]))
    // A cart of an earlier page may have a number in the sheet's spelling; the shop answers in its own.
    return new Map(
      numbers.flatMap((number) => {
        const found = known.get(productNumber(number) ?? number)
        return found === undefined ? [] : [[number, found] as const]
      }),
    )
  } catch {
    return null
  }
}

/** A look-up of products as this browser can buy them (K31). */
export const withOwnHolds =
  (products: ReadonlyMap<string, CartProduct>, holds: ReadonlyMap<string, OwnHold>) =>
  (number: string): CartProduct | undefined => {
    const product = products.get(number)
    return product && withOwnHold(product, holds.get(product.managementNumber))
  }

/** Reads the cart's products again when it opens, and at once if a line cannot be paid otherwise (C2); the page learns from it (C26). */
export const useFreshPrices = (open: boolean): void => {
  const { cart, actions, isLoaded } = useCart()
  const holds = useOwnHolds()
  const { learn } = useStockOfPage()
  const mustAsk = cart.some((item) => !item.isGone && needsRefresh(item))
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked on opening, not again with each line that changes
  useEffect(() => {
    if (!isLoaded || !(open || mustAsk)) return
    let isCurrent = true
    const numbers = cart.map(({ managementNumber }) => managementNumber)
    readCartProducts(numbers).then((products) => {
      if (!isCurrent || products === null) return
      learn(numbers, products)
      actions.refresh(withOwnHolds(products, holds), {
        gone: numbers.filter((number) => !products.has(number)),
      })
    })
    return () => {
      isCurrent = false
    }
  }, [open, mustAsk, isLoaded, actions, holds, learn])
}
