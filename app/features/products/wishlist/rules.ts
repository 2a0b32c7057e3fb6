import { productNumber } from '~/features/products/rules.ts'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { firstCharacters } from '~/kernel/text.ts'

/** A stored wish; the name is shown once the product is no longer sold. */
export interface KeptProduct {
  readonly number: string
  readonly name: string
}

/** So that one request can ask for all of them. */
export const mostKept = 50
export const mostSeen = 12
const longestName = 200

/** Parses a browser's stored products; skips malformed entries and duplicates (P32). */
export const keptProducts = (text: string): readonly KeptProduct[] => {
  const stored = parsedJson(text)
  const kept = new Map<string, KeptProduct>()
  for (const item of Array.isArray(stored) ? stored : []) {
    const { number, name } = fieldsOf(item)
    if (typeof number !== 'string' || typeof name !== 'string') continue
    const known = productNumber(number)
    if (known !== null && !kept.has(known))
      kept.set(known, { number: known, name: firstCharacters(name.slice(0, longestName * 2), longestName) })
  }
  return [...kept.values()].slice(0, mostKept)
}

export const isKept = (kept: readonly KeptProduct[], number: string): boolean =>
  kept.some((each) => each.number === number)

/** The list without the product `number`. */
export const without = (kept: readonly KeptProduct[], number: string): readonly KeptProduct[] =>
  kept.filter((each) => each.number !== number)

/** The list with `product` first; null when full, because nothing may be dropped unasked. */
export const withWish = (
  kept: readonly KeptProduct[],
  product: KeptProduct,
): readonly KeptProduct[] | null => {
  const others = without(kept, product.number)
  return others.length < mostKept ? [product, ...others] : null
}

/** The list with `product` as the most recent; the oldest are dropped. */
export const withSeen = (seen: readonly KeptProduct[], product: KeptProduct): readonly KeptProduct[] =>
  [product, ...without(seen, product.number)].slice(0, mostSeen)
