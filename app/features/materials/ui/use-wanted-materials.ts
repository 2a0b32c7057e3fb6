import { useState } from 'react'
import { canBeBought, cartProductOf } from '~/features/cart/rules.ts'
import { addSeveral, type WantedProduct } from '~/features/cart/several.rules.ts'
import { type CartTotals, cartTotals } from '~/features/cart/totals.rules.ts'
import { useCartStore } from '~/features/cart/ui/use-cart.tsx'
import type { SellableProduct } from '~/features/products/rules.ts'
import { useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import type { TiedMaterial } from '../types.ts'

/** The tied materials of a recipe with the units that a shopper wants of each. */
export interface WantedMaterials {
  readonly tied: readonly TiedMaterial[]
  /** Of the material at this place in `tied`. */
  readonly unitsAt: (at: number) => number
  readonly setUnitsAt: (at: number, units: number) => void
  readonly most: number
  /** What of it can be bought, each product once. */
  readonly wanted: readonly WantedProduct[]
  /** Of `wanted` alone, with the kit offer. */
  readonly totals: CartTotals
}

/** Begins with the units that the recipe asks for; what cannot be bought now is not among `wanted` (W3). */
export const useWantedMaterials = (tied: readonly TiedMaterial[]): WantedMaterials => {
  const { terms } = useCartStore()
  const whyStopped = useWhyStopped()
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({})
  const most = terms.unitsPerLine
  const unitsAt = (at: number) => chosen[at] ?? Math.min(most, tied[at]?.units ?? 1)
  const wanted = together(
    tied.flatMap(({ product }, at) =>
      product === null || whyStopped(product) !== undefined ? [] : [{ product, units: unitsAt(at) }],
    ),
  )
  const totals = cartTotals(addSeveral([], wanted, terms).cart, terms)
  return {
    tied,
    unitsAt,
    setUnitsAt: (at, units) => setChosen({ ...chosen, [at]: units }),
    most,
    wanted,
    totals,
  }
}

/** Two lines of one product are as many units together; a kit is one. */
const together = (
  lines: ReadonlyArray<{ readonly product: SellableProduct; readonly units: number }>,
): readonly WantedProduct[] => {
  const products = new Map<string, WantedProduct>()
  for (const { product: sold, units } of lines) {
    const product = cartProductOf(sold)
    if (!canBeBought(product)) continue
    const before = products.get(sold.number)?.quantity ?? 0
    products.set(sold.number, { product, quantity: sold.type === 'kit' ? 1 : before + units })
  }
  return [...products.values()]
}
