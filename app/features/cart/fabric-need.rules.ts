import { lineNumbered } from './rules.ts'
import type { Cart, CartProduct } from './types.ts'

/** How many kits need how many units of fabric, and how many the cart holds (C28). */
export interface FabricNeed {
  readonly kits: number
  readonly needed: number
  readonly held: number
}

/**
 * What a cart lacks: the units of all its fabrics against what all its kits need that tell a number (C28). Of a kit that is not in it, as
 * on a card: what it needs by itself against a cart that has fabric. Null where there is nothing to tell: enough, or no number.
 */
export const fabricNeed = (
  cart: Cart,
  kit?: Pick<CartProduct, 'managementNumber' | 'unitsNeeded'>,
): FabricNeed | null => {
  if (kit !== undefined && kit.unitsNeeded === undefined) return null
  const sold = cart.filter(({ isGone }) => !isGone)
  const isIn = kit === undefined || lineNumbered(sold, kit.managementNumber) !== undefined
  const needs = (isIn ? sold : [kit]).flatMap(({ unitsNeeded }) => unitsNeeded ?? [])
  const needed = needs.reduce((sum, units) => sum + units, 0)
  const held = sold.reduce(
    (sum, { productType, quantity }) => sum + (productType === 'fabric' ? quantity : 0),
    0,
  )
  if (needed <= held || (!isIn && held === 0)) return null
  return { kits: needs.length, needed, held }
}

export const fabricNeedText = ({ kits, needed, held }: FabricNeed): string =>
  `${kits === 1 ? 'このキットは' : `キット${kits}点で`}布${needed}枚。いま${held}枚`
