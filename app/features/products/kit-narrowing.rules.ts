import type { KitLevel, KitListing } from './kit.ts'
import type { Choice } from './listing.rules.ts'
import { type Found, inOrder, isWithin, type ListedProduct, priceChoices } from './narrowing.rules.ts'

export interface ListedKit extends ListedProduct {
  readonly level: KitLevel
}

/** Those of `kits`, which stand in their usual order, that an address asks for. */
export const narrowedKits = (
  kits: readonly ListedKit[],
  { level, price, order }: KitListing,
  found: Found,
): { readonly chosen: readonly ListedKit[]; readonly prices: readonly Choice<number>[] } => {
  const rest = kits.filter(
    (kit) => (found === null || found.has(kit.number)) && (level === null || kit.level === level),
  )
  const chosen = rest.filter((kit) => isWithin(kit.price, price))
  return { chosen: inOrder(chosen, order, found), prices: priceChoices(kits, rest, price) }
}
