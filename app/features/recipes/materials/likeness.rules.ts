import type { Facets } from '~/features/products/facets.rules.ts'

type Compared = Pick<Facets, 'colour' | 'pattern' | 'material'>

/** Colour counts more than pattern and material together, pattern more than material. */
const weights = { colour: 4, pattern: 2, material: 1 } as const

/** Material alone is not enough: most fabrics are cotton. */
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

/** At most `most` fabrics like `wanted`, nearest first; equals keep their order (W3). */
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
