import type { Found, RankedPlaces } from '../../app/features/products/narrowing.rules.ts'
import { bitSet } from '../../app/kernel/bit-set.ts'

/** Ranks by number as places of `fabrics` by rank. */
export const rankedPlaces = (
  fabrics: ReadonlyArray<{ readonly number: string }>,
  found: Found,
): RankedPlaces =>
  found &&
  new Map(
    [...new Set(found.values())].map((rank) => [
      rank,
      bitSet(
        fabrics.length,
        fabrics.flatMap(({ number }, place) => (found.get(number) === rank ? [place] : [])),
      ),
    ]),
  )
