import { isKept, type KeptProduct, without } from '~/features/products/wishlist/rules.ts'
import { readKept, useKept, writeKept } from '~/features/products/wishlist/ui/kept-products.ts'
import { comparedProducts, withCompared } from '../rules.ts'

export const comparisonKey = 'mcSquareCompare'

/** In step with all tabs; null on the server and in the browser's first render. */
export const useCompared = (): readonly KeptProduct[] | null => {
  const kept = useKept(comparisonKey)
  return kept && comparedProducts(kept)
}

/** Reads again before writing, as another tab may have changed it; gives why it failed, or null. */
export const toggleCompared = (product: KeptProduct): 'full' | 'refused' | null => {
  const kept = readKept(comparisonKey)
  if (kept === null) return 'refused'
  const now = comparedProducts(kept)
  const next = isKept(now, product.number) ? without(now, product.number) : withCompared(now, product)
  if (next === null) return 'full'
  return writeKept(comparisonKey, next) ? null : 'refused'
}
