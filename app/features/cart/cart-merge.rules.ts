import type { CartTerms } from '~/kernel/shop-settings.ts'
import type { Cart, CartItem } from './cart-item.rules.ts'
import { applyKitOffer, withoutOffer } from './kit-offer.rules.ts'

/** Two carts that grew out of one: `base` is what both last knew, `mine` this tab's, `theirs` what storage holds now. */
export interface CartsToMerge {
  readonly base: Cart
  readonly mine: Cart
  readonly theirs: Cart
}

/**
 * One cart out of two tabs' (C11), number by number. A line that the other tab has changed, added or removed since
 * `base` is as the other tab left it, for its save is the newest; every other line is as this tab has it. So a removal
 * in either tab holds, additions of both stand, and of two changes to one line the last saved wins. The order is
 * theirs unless only this tab moved lines. Merging the outcome again with the same carts changes nothing.
 */
export const mergeCarts = ({ base, mine, theirs }: CartsToMerge, terms: CartTerms): Cart => {
  const [was, here, there] = [byNumber(base), byNumber(mine), byNumber(theirs)]
  const isMoved = (order: readonly string[]) =>
    !isSameOrder(
      [...was.keys()].filter((number) => there.has(number)),
      order,
    )
  const isMineMoved = isMoved([...here.keys()].filter((number) => there.has(number)))
  const isMyOrder = isMineMoved && !isMoved([...there.keys()])
  const numbers = isMyOrder ? [...here.keys(), ...there.keys()] : [...there.keys(), ...here.keys()]
  const lines: CartItem[] = []
  for (const number of new Set(numbers)) {
    const isTouchedThere = !isSameLine(was.get(number), there.get(number))
    const line = (isTouchedThere ? there : here).get(number)
    if (line) lines.push(line)
  }
  return applyKitOffer(lines.slice(0, terms.kinds), terms.freeKits)
}

/** Do both carts hold the same lines in the same order? The kit offer, which follows from them, is left aside. */
export const isSameCart = (a: Cart, b: Cart): boolean =>
  a.length === b.length && a.every((item, position) => isSameLine(withoutOffer(item), lineAt(b, position)))

const lineAt = (cart: Cart, position: number): CartItem | undefined => {
  const item = cart[position]
  return item && withoutOffer(item)
}

// Compared as the catalogue has them: a kit that became free because of another line is no change to its own.
const byNumber = (cart: Cart): Map<string, CartItem> =>
  new Map(cart.map((item) => [item.managementNumber, withoutOffer(item)]))

const isSameLine = (a: CartItem | undefined, b: CartItem | undefined): boolean => {
  if (a === undefined || b === undefined) return a === b
  const fields = [
    'managementNumber',
    'name',
    'description',
    'price',
    'imageUrl',
    'quantity',
    'productType',
    'isGone',
  ] as const
  return fields.every((field) => a[field] === b[field])
}

/** Do the numbers that both lists hold follow each other alike? */
const isSameOrder = (a: readonly string[], b: readonly string[]): boolean => {
  const sharedOfB = b.filter((number) => a.includes(number))
  return a.filter((number) => b.includes(number)).every((number, position) => number === sharedOfB[position])
}
