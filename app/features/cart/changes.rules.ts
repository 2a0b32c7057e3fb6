import type { CartTerms } from '~/kernel/shop-settings.ts'
import { applyKitOffer, shownName } from './offer.rules.ts'
import { lineNumbered, refreshItems } from './rules.ts'
import type { Cart, CartChange, CartProduct } from './types.ts'

/** What is to become of a cart that the shop refused: numbers that leave, and the most units of others. */
export interface AcceptedChanges {
  readonly leaving: readonly string[]
  readonly units: ReadonlyMap<string, number>
}

/**
 * The cart with today's products, without what cannot be had (C23); what leaves can be put back (C17), what `lookup` does not know is
 * marked as no longer sold.
 */
export const acceptChanges = (
  cart: Cart,
  lookup: (managementNumber: string) => CartProduct | undefined,
  { leaving, units }: AcceptedChanges,
  terms: CartTerms,
): CartChange => {
  const removed = cart.flatMap((item, position) =>
    leaving.includes(item.managementNumber) ? { item, position } : [],
  )
  const stays = cart.filter(({ managementNumber }) => !leaving.includes(managementNumber))
  const gone = stays.map(({ managementNumber }) => managementNumber).filter((number) => !lookup(number))
  const { cart: fresh, notice } = refreshItems(stays, lookup, terms, { gone })
  const lines = fresh.map((item) => ({
    ...item,
    quantity: Math.min(item.quantity, units.get(item.managementNumber) ?? item.quantity),
  }))
  const after = applyKitOffer(lines, terms.freeKits)
  if (removed.length === 0) return { cart: after, ...(notice && { notice }) }
  const names = removed.map(({ item }) => shownName(item))
  return { cart: after, notice: { kind: 'removed', names }, removed }
}

/** What is removed can be put back (C17). */
export const clearCart = (cart: Cart): CartChange => ({
  cart: [],
  notice: { kind: 'removed', names: cart.map(shownName), isAll: true },
  removed: cart.map((item, position) => ({ item, position })),
})

/** Moves a line to a position (from 0): the first kits are the free ones (C7). */
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
  return { cart: applyKitOffer(lines, terms.freeKits) }
}
