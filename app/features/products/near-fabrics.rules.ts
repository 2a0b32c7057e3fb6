import { type Facets, facetsOf, type MaterialId } from './facets.rules.ts'
import type { ProductOrder } from './listing.rules.ts'
import { inOrder, type ListedFabric } from './narrowing.rules.ts'
import { isForSale, type Kit } from './rules.ts'
import { nameKey } from './search.rules.ts'

const share = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.some((each) => others.includes(each))

const isPlain = ({ pattern }: Facets): boolean => pattern.includes('plain')

/** Most points first, each name but `own` once; those without points are left out. Names are compared only until there are enough. */
const ranked = (
  fabrics: readonly ListedFabric[],
  points: (fabric: ListedFabric) => number,
  { most, own }: { readonly most: number; readonly own: string },
): string[] => {
  const best = fabrics
    .map((fabric) => ({ fabric, points: points(fabric) }))
    .filter((each) => each.points > 0)
    .sort((a, b) => b.points - a.points)
  const names = new Set([own])
  const numbers: string[] = []
  for (const { fabric } of best) {
    if (numbers.length === most) break
    const name = nameKey(fabric.name)
    if (names.has(name)) continue
    names.add(name)
    numbers.push(fabric.number)
  }
  return numbers
}

/**
 * Numbers of similar fabrics (by pattern, then colour and material) and of matching plain ones (of its colours, then white), at most
 * `most` each, nearest first, without other colours of the same name (W14). A plain fabric gets only similar ones.
 */
export const nearFabrics = (
  fabric: ListedFabric,
  fabrics: readonly ListedFabric[],
  most: number,
): { readonly alike: readonly string[]; readonly plain: readonly string[] } => {
  const others = fabrics.filter(({ price }) => price !== null)
  const shown = { most, own: nameKey(fabric.name) }
  const likeness = (other: ListedFabric): number => {
    const [pattern, colour] = [share(fabric.pattern, other.pattern), share(fabric.colour, other.colour)]
    // Plain fabrics resemble each other only by colour.
    if (!pattern || (isPlain(fabric) && !colour)) return 0
    return 4 + (colour ? 2 : 0) + (share(fabric.material, other.material) ? 1 : 0)
  }
  const fit = (other: ListedFabric): number => {
    if (!isPlain(other)) return 0
    if (share(fabric.colour, other.colour)) return 2
    return other.colour.includes('white') ? 1 : 0
  }
  return { alike: ranked(others, likeness, shown), plain: isPlain(fabric) ? [] : ranked(others, fit, shown) }
}

export interface ListForKit {
  readonly material: MaterialId | null
  readonly order: ProductOrder
}

/** The list whose first fabric is for sale: of the kit's material, for beginners of cotton, else of all; null if none (W15). */
export const listForKit = (
  { name, description, level }: Pick<Kit, 'name' | 'description' | 'level'>,
  fabrics: readonly ListedFabric[],
): ListForKit | null => {
  const named = facetsOf({ name: `${name} ${description}`, description: '' }).material
  for (const material of [...named, ...(level === 'beginner' ? (['cotton'] as const) : []), null]) {
    const left = material === null ? fabrics : fabrics.filter((each) => each.material.includes(material))
    for (const order of ['usual', 'cheap', 'new'] as const)
      if (inOrder(left, order, null).slice(0, 1).some(isForSale)) return { material, order }
  }
  return null
}
