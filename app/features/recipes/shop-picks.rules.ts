import type { SellableProduct } from '~/features/products/rules.ts'

/** A product of the shop beside a work; `pictures` are fit for `src`, its own first, four at most. */
export interface ShopPick {
  readonly product: SellableProduct
  readonly pictures: readonly string[]
}

/** A product by which the draw tells colours of one print: they share their name. */
interface Drawn {
  readonly number: string
  readonly name: string
}

const mostPicks = 2
const mostThumbnails = 4

/** FNV-1a. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/**
 * Up to two products for beside a work, each with the numbers whose pictures stand with it: its own, then its colour siblings,
 * four at most. The same seed draws the same (R33); never two of one name.
 */
export const drawnProducts = (
  products: readonly Drawn[],
  seed: string,
): ReadonlyArray<{ readonly number: string; readonly pictured: readonly string[] }> => {
  const drawn: Drawn[] = []
  const start = hashOf(seed)
  for (let turn = 0; turn < mostPicks; turn += 1) {
    const left = products.filter(({ name }) => drawn.every((other) => other.name !== name))
    const next = left[hashOf(`${start} ${turn}`) % Math.max(1, left.length)]
    if (next === undefined) break
    drawn.push(next)
  }
  return drawn.map(({ number, name }) => {
    const siblings = products.filter((other) => other.name === name && other.number !== number)
    return { number, pictured: [number, ...siblings.map((other) => other.number)].slice(0, mostThumbnails) }
  })
}
