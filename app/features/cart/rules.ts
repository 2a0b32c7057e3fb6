import type { CartTerms } from '~/kernel/shop-settings.ts'
import { type CartChange, type RemovedLine, settled } from './cart-change.rules.ts'
import { type Cart, canBeBought, type Goods, lineNumbered, lineOf, wholeUnits } from './cart-item.rules.ts'
import { plainName } from './free-suffix.rules.ts'

/**
 * Puts `quantity` units of fabric, or one kit, into the cart (S:L115-118). Units add up to the limit, with the newest
 * price, name and picture (C12); a kit that is there already changes nothing (C14).
 */
export const addItem = (cart: Cart, goods: Goods, terms: CartTerms, quantity = 1): CartChange => {
  const name = plainName(goods.name)
  if (!canBeBought(goods)) return { cart, notice: { kind: 'cannot-be-bought', name } }
  const present = lineNumbered(cart, goods.managementNumber)
  if (present && goods.productType === 'kit') return { cart, notice: { kind: 'kit-already-in-cart', name } }
  if (!present && cart.length >= terms.kinds)
    return { cart, notice: { kind: 'too-many-kinds', limit: terms.kinds } }
  const wanted = (present?.quantity ?? 0) + wholeUnits(quantity, terms.unitsPerLine)
  const line = lineOf(goods, wholeUnits(wanted, terms.unitsPerLine))
  const lines = present ? cart.map((item) => (item === present ? line : item)) : [...cart, line]
  const isCapped = goods.productType === 'fabric' && wanted > terms.unitsPerLine
  return settled(
    lines,
    terms,
    isCapped
      ? { kind: 'quantity-capped', name, limit: terms.unitsPerLine }
      : { kind: 'added', name, quantity: line.quantity },
  )
}

/** Takes the line with this number out; `removed` can put it back. An unknown number changes nothing. */
export const removeItem = (cart: Cart, managementNumber: string, terms: CartTerms): CartChange => {
  const position = cart.findIndex((item) => item.managementNumber === managementNumber)
  const item = cart[position]
  if (item === undefined) return { cart }
  const rest = cart.filter((other) => other !== item)
  return {
    ...settled(rest, terms, { kind: 'removed', names: [plainName(item.name)] }),
    removed: [{ item, position }],
  }
}

/** Takes everything out; `removed` can put it back. */
export const clearCart = (cart: Cart): CartChange => ({
  cart: [],
  notice: { kind: 'removed', names: cart.map(({ name }) => plainName(name)) },
  removed: cart.map((item, position) => ({ item, position })),
})

/** Puts removed lines back at their places (C17). A number that is in the cart again by now stays as it is. */
export const restoreLines = (cart: Cart, removed: readonly RemovedLine[], terms: CartTerms): CartChange => {
  const missing = removed
    .filter(({ item }) => !lineNumbered(cart, item.managementNumber))
    .slice(0, Math.max(0, terms.kinds - cart.length))
    .toSorted((a, b) => a.position - b.position)
  const lines = [...cart]
  for (const { item, position } of missing) lines.splice(position, 0, item)
  const names = missing.map(({ item }) => plainName(item.name))
  return settled(lines, terms, { kind: 'restored', names })
}

/** Sets the units of a line to a whole number from 1 to the limit; a kit's are 1 whatever is asked (S:L119, S:L133). */
export const setQuantity = (
  cart: Cart,
  managementNumber: string,
  quantity: number,
  terms: CartTerms,
): CartChange => {
  const line = lineNumbered(cart, managementNumber)
  if (line === undefined) return { cart }
  const isKit = line.productType === 'kit'
  const units = isKit ? 1 : wholeUnits(quantity, terms.unitsPerLine)
  const lines = cart.map((item) => (item === line ? { ...item, quantity: units } : item))
  const name = plainName(line.name)
  if (isKit && quantity !== 1) return settled(lines, terms, { kind: 'kits-one-only', name })
  if (quantity > terms.unitsPerLine)
    return settled(lines, terms, { kind: 'quantity-capped', name, limit: terms.unitsPerLine })
  return settled(lines, terms)
}

/** Moves a line to a position from 0 on: the first kits are the free ones, so order is the shopper's choice (C7). */
export const moveItem = (
  cart: Cart,
  managementNumber: string,
  position: number,
  terms: CartTerms,
): CartChange => {
  const line = lineNumbered(cart, managementNumber)
  if (line === undefined) return { cart }
  const lines = cart.filter((item) => item !== line)
  lines.splice(Math.min(lines.length, Math.max(0, position)), 0, line)
  return settled(lines, terms)
}
