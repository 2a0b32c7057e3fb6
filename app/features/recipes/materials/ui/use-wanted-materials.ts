import { useState } from 'react'
import { canBeBought, cartProductOf } from '~/features/cart/rules.ts'
import type { WantedProduct } from '~/features/cart/several.rules.ts'
import { useCartStore } from '~/features/cart/ui/use-cart.tsx'
import type { SellableProduct } from '~/features/products/rules.ts'
import { useHowBuyable, useWhyStopped } from '~/features/products/ui/shop-closure.tsx'
import type { TiedMaterial } from '../types.ts'

export interface WantedMaterials {
  readonly tied: readonly TiedMaterial[]
  readonly unitsAt: (at: number) => number
  readonly setUnitsAt: (at: number, units: number) => void
  readonly most: number
  readonly wanted: readonly WantedProduct[]
}

/** Starts with the recipe's units; what cannot be bought is left out (W3). */
export const useWantedMaterials = (tied: readonly TiedMaterial[]): WantedMaterials => {
  const { terms } = useCartStore()
  const whyStopped = useWhyStopped()
  const buyable = useHowBuyable()
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({})
  const most = terms.unitsPerLine
  const unitsAt = (at: number) => chosen[at] ?? Math.min(most, tied[at]?.units ?? 1)
  const wanted = together(
    tied.flatMap(({ product }, at) =>
      product === null || whyStopped(product) !== undefined
        ? []
        : [{ product: buyable(product), units: unitsAt(at) }],
    ),
  )
  return {
    tied,
    unitsAt,
    setUnitsAt: (at, units) => setChosen({ ...chosen, [at]: units }),
    most,
    wanted,
  }
}

/** Adds up the units of lines with the same product; a kit is always one. */
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
