import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { productsTitled } from '~/features/products/queries.server.ts'
import { productPath, type SellableProduct } from '~/features/products/rules.ts'
import { nameKey } from '~/features/products/search.rules.ts'
import { isPublic } from '~/features/recipes/list.queries.server.ts'
import { recipePath } from '~/features/recipes/list.rules.ts'
import { type SearchArea, searchAddress, searchAreas } from '~/features/search/words/areas.rules.ts'
import { searchedFor, wordsBeginning } from '~/features/search/words/queries.server.ts'
import { type Alternatives, type SearchTerms, searchText } from '~/kernel/search-text.ts'
import { cutText } from '~/kernel/text.ts'
import { documentsWith } from '~/server/search/search-index.ts'
import { countIn, type FindingContext } from './elsewhere.queries.server.ts'

/** A word to search for, or a page. */
export interface Suggestion {
  readonly kind: 'word' | SearchArea
  readonly text: string
  readonly to: string
}

const mostSuggestions = 8
const mostOfKind = 3
const mostTried = 5
const longestText = 40

/** At most 8, those of `area` first, the same for everybody (W34). None for punctuation. */
export const suggestionsFor = async (
  ctx: FindingContext,
  q: string,
  area: SearchArea,
): Promise<Suggestion[]> => {
  if (searchText(q) === '') return []
  const terms = await searchedFor(ctx.db, q)
  const others = searchAreas.filter((other) => other !== area)
  const [words, ...pages] = await Promise.all([
    wordSuggestions(ctx, q, area),
    ...[area, ...others].map((each) => pagesIn[each](ctx, terms(each))),
  ])
  const [own = [], ...rest] = pages
  const room = rest.map((some) => some.slice(0, own.length < mostOfKind ? mostOfKind : 1))
  return [...words, ...own, ...room.flat()].slice(0, mostSuggestions)
}

/** Words with results in this area, or else in another. */
const wordSuggestions = async (ctx: FindingContext, q: string, area: SearchArea): Promise<Suggestion[]> => {
  const typed = searchText(q)
  const begin = wordsBeginning(typed).filter((word) => searchText(word) !== typed)
  const suggestions: Suggestion[] = []
  for (const word of begin.slice(0, mostTried)) {
    const found = await firstWith(ctx, word, [area, ...searchAreas.filter((other) => other !== area)])
    if (found !== null) suggestions.push({ kind: 'word', text: word, to: searchAddress(found, word) })
    if (suggestions.length === mostOfKind) break
  }
  return suggestions
}

const firstWith = async (ctx: FindingContext, word: string, areas: readonly SearchArea[]) => {
  const terms = await searchedFor(ctx.db, word)
  for (const area of areas) if ((await countIn[area](ctx, word, terms)) > 0) return area
  return null
}

const productPages =
  (kind: 'fabric' | 'kit') =>
  async ({ db }: FindingContext, { exact }: SearchTerms): Promise<Suggestion[]> => {
    const products = await productsTitled(db, kind, exact, mostOfKind * 4)
    const first = new Map<string, SellableProduct>()
    for (const product of products)
      if (!first.has(nameKey(product.name))) first.set(nameKey(product.name), product)
    return [...first.values()].slice(0, mostOfKind).map((product) => ({
      kind,
      text: cutText(nameWithColour(product), longestText),
      to: productPath(product),
    }))
  }

const isOneCharacter = (exact: SearchTerms['exact']): boolean =>
  exact.length === 1 && [...(exact[0]?.[0] ?? '')].length === 1

const pagesIn: Readonly<
  Record<SearchArea, (ctx: FindingContext, terms: SearchTerms) => Promise<Suggestion[]>>
> = {
  fabric: productPages('fabric'),
  kit: productPages('kit'),
  // Too many titles contain a single character.
  recipe: async ({ db }, { exact }) =>
    isOneCharacter(exact)
      ? []
      : (await titledRecipes(db, exact)).map(({ id, title }) => ({
          kind: 'recipe' as const,
          text: cutText(title, longestText),
          to: recipePath(id),
        })),
}

/** Only public recipes, newest first. */
const titledRecipes = (
  db: Kysely<Schema>,
  words: readonly Alternatives[],
): Promise<Array<{ readonly id: string; readonly title: string }>> =>
  db
    .selectFrom(documentsWith(db, words, 'title').as('found'))
    .crossJoin('recipe')
    .whereRef('recipe.documentId', '=', 'found.documentId')
    .where(isPublic)
    .orderBy('found.documentId', 'desc')
    .limit(mostOfKind)
    .select(['recipe.id', 'recipe.title'])
    .execute()
