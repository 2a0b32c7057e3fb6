import type { Facets } from '~/features/products/facets.rules.ts'

type Compared = Pick<Facets, 'colour' | 'pattern' | 'material'>

/** Colour before pattern before material: each counts more than all that follow it. */
const weights = { colour: 4, pattern: 2, material: 1 } as const

/** A material alone makes no likeness: most fabrics are of cotton. */
const leastLikeness = 2

const likeness = (a: Compared, b: Compared): number => {
  const shares = (kind: keyof typeof weights): boolean => {
    const others: readonly string[] = b[kind]
    return a[kind].some((id) => others.includes(id))
  }
  return (['colour', 'pattern', 'material'] as const).reduce(
    (sum, kind) => sum + (shares(kind) ? weights[kind] : 0),
    0,
  )
}

/** Those of `fabrics` most like `wanted`, the nearest first, in their own order where they are equally near; at most `most` (W3). */
export const nearestFabrics = <T extends Compared>(
  wanted: Compared,
  fabrics: readonly T[],
  most: number,
): readonly T[] =>
  fabrics
    .map((fabric) => ({ fabric, like: likeness(wanted, fabric) }))
    .filter(({ like }) => like >= leastLikeness)
    .sort((a, b) => b.like - a.like)
    .slice(0, most)
    .map(({ fabric }) => fabric)
