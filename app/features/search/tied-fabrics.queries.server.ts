import type { ListedFabrics } from '~/features/products/listed-fabrics.queries.server.ts'
import { nameKey } from '~/features/products/search.rules.ts'
import { productsOfRecipes } from '~/features/recipes/search.queries.server.ts'
import { type BitSet, bitSet } from '~/kernel/bit-set.ts'
import type { SearchTerms } from '~/kernel/search-text.ts'
import type { RequestContext } from '~/server/app-context.ts'

/**
 * The listed fabrics that public recipes with the words of `terms`, those of a search for recipes, are sewn from (W54). It is asked anew each time, since recipes change beside the list;
 * what it costs grows with the recipes found, to 100 of them, and never with the gallery.
 */
export const fabricsTied = async (
  { db }: Pick<RequestContext, 'db'>,
  { fabrics, places }: ListedFabrics,
  terms: SearchTerms,
): Promise<BitSet> => {
  const tied: number[] = []
  for (const { number, chosenName } of await productsOfRecipes(db, terms))
    for (const place of places.get(number) ?? [])
      if (chosenName === '' || chosenName === nameKey(fabrics[place]?.name ?? '')) tied.push(place)
  return bitSet(fabrics.length, tied)
}
