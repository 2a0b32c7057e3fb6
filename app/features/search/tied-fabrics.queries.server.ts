import type { ListedFabrics } from '~/features/products/listed-fabrics.queries.server.ts'
import { nameKey } from '~/features/products/search.rules.ts'
import { numberKey } from '~/features/recipes/materials/rules.ts'
import { productsOfRecipes } from '~/features/recipes/search.queries.server.ts'
import { searchedFor } from '~/features/search/words/queries.server.ts'
import { type BitSet, bitSet } from '~/kernel/bit-set.ts'
import type { RequestContext } from '~/server/app-context.ts'

/**
 * The listed fabrics that public recipes with the words of `q` are sewn from (W54). It is asked anew each time, since recipes change beside the list;
 * what it costs grows with the recipes found, to 100 of them, and never with the gallery.
 */
export const fabricsTied = async (
  { db }: Pick<RequestContext, 'db'>,
  { fabrics }: ListedFabrics,
  q: string,
): Promise<BitSet> => {
  const used = new Map<string, Set<string>>()
  if (q !== '')
    for (const { number, chosenName } of await productsOfRecipes(db, (await searchedFor(db, q))('recipe')))
      used.set(number, (used.get(number) ?? new Set()).add(chosenName))
  const places: number[] = []
  if (used.size > 0)
    for (const [place, { number, name }] of fabrics.entries()) {
      const names = used.get(numberKey(number))
      if (names !== undefined && (names.has('') || names.has(nameKey(name)))) places.push(place)
    }
  return bitSet(fabrics.length, places)
}
