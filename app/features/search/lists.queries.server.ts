import {
  fabricsFound,
  fabricsHaving,
  fabricsMayHave,
} from '~/features/products/fabric-search.queries.server.ts'
import { listedKits, listKits } from '~/features/products/kit.queries.server.ts'
import {
  allKits,
  isNarrowed,
  type KitListing,
  type ProductListing,
  type ShownKits,
} from '~/features/products/listing.rules.ts'
import {
  type FabricPage,
  fabricsPassing,
  narrowedFabrics,
  narrowedKits,
  withTied,
} from '~/features/products/narrowing.rules.ts'
import { fabricsNumbered, numbersWith } from '~/features/products/queries.server.ts'
import type { FoundElsewhere, SearchPart } from '~/features/search/words/areas.rules.ts'
import { searchedFor, type TermsByArea } from '~/features/search/words/queries.server.ts'
import { type BitSet, bitSet, countOfBits, inEach } from '~/kernel/bit-set.ts'
import { nextCount } from '~/kernel/list-address.ts'
import { type Alternatives, hasNoWord, plainTerms, type SearchTerms } from '~/kernel/search-text.ts'
import { countIn, elsewhereOf, type FindingContext } from './elsewhere.queries.server.ts'
import { popularFinding } from './popular-words.queries.server.ts'
import { fabricsTied } from './tied-fabrics.queries.server.ts'
import { insteadOf } from './zero-hits.queries.server.ts'

/** Counts the products of a list that have all words, for the many combinations of one search's parts (W32). `passing` gives what may count. */
export const countingIn = (
  having: (words: readonly Alternatives[]) => Promise<BitSet>,
  passing: (withFilters: boolean) => BitSet,
): ((q: string, terms: SearchTerms, withFilters: boolean) => Promise<number>) => {
  const known = new Map<boolean, BitSet>()
  return async (_, { wide }, withFilters) => {
    if (wide.length === 0) return 0
    const left = known.get(withFilters) ?? passing(withFilters)
    known.set(withFilters, left)
    return countOfBits(inEach([left, await having(wide)]))
  }
}

export interface Beside {
  readonly part: SearchPart | null
  readonly elsewhere: readonly FoundElsewhere[]
}

export const findFabrics = async (
  ctx: FindingContext,
  asked: ProductListing,
): Promise<Beside & { readonly page: FabricPage }> => {
  const { pageSize } = ctx.settings
  const listed = await ctx.listedFabrics()
  const { filter, whole } = listed
  const narrowed = async (listing: ProductListing, terms: TermsByArea) => {
    const found = await fabricsFound(ctx.db, listed, listing.q, terms('fabric'))
    const tied = await fabricsTied(ctx, listed, terms('recipe'))
    return narrowedFabrics(listed, listing, found && withTied(found, tied), pageSize)
  }
  const holding = countingIn(
    (words) => fabricsHaving(ctx.db, listed, words),
    () => fabricsPassing(listed, asked),
  )
  const terms = await searchedFor(ctx.db, asked.q)
  const first = await narrowed(asked, terms)
  const { part, ...ways } =
    first.total > 0
      ? { part: null, wider: 0, near: [] }
      : await insteadOf(ctx, {
          area: 'fabric',
          q: asked.q,
          isNarrowed: asked.name !== '' || isNarrowed({ ...asked, q: '' }),
          // Which words are kept is for fabrics that hold them to say; what a link leads to is counted as it is there (W32, W54).
          count: (q, terms, withFilters) =>
            withFilters ? holding(q, terms('fabric'), true) : countIn.fabric(ctx, q, terms),
          mayHave: ({ wide }) => fabricsMayHave(ctx.db, listed, wide),
        })
  const listing = part === null ? asked : { ...asked, q: part.q }
  const { shown, ...rest } =
    part === null ? first : await narrowed(listing, await searchedFor(ctx.db, part.q))
  const readShown = (some: typeof shown) =>
    fabricsNumbered(
      ctx.db,
      some.map(({ number }) => number),
    )
  const inAll = shown.length > 0 ? null : whole(pageSize)
  const page = {
    listing,
    typed: asked.q,
    filter,
    ...rest,
    hints: { ...ways, hasWord: !hasNoWord(asked.q) },
    shown: await readShown(shown),
    instead: inAll && {
      total: inAll.total,
      choices: inAll.choices,
      shown: await readShown(inAll.shown),
      words: await popularFinding(ctx, 'fabric'),
    },
  }
  return { page, part, elsewhere: await elsewhereOf(ctx, asked.q, terms, part, ['recipe', 'kit']) }
}

export const findKits = async (
  ctx: FindingContext,
  asked: KitListing,
): Promise<Beside & { readonly page: ShownKits }> => {
  const { pageSize } = ctx.settings
  const all = await listedKits(ctx.db)
  const places = new Map(all.map(({ number }, place) => [number, place]))
  const among = (numbers: readonly string[]) =>
    bitSet(
      all.length,
      numbers.flatMap((number) => places.get(number) ?? []),
    )
  const listed = (listing: KitListing, terms: TermsByArea) => listKits(ctx.db, listing, terms('kit'), all)
  const terms = await searchedFor(ctx.db, asked.q)
  const holding = countingIn(
    async (words) => among(await numbersWith(ctx.db, 'kit', words, 'anywhere')),
    (withFilters) => {
      const { chosen } = narrowedKits(all, withFilters ? asked : allKits(pageSize), null)
      return among(chosen.map(({ number }) => number))
    },
  )
  const first = await listed(asked, terms)
  const { part, ...ways } =
    first.total > 0
      ? { part: null, wider: 0, near: [] }
      : await insteadOf(ctx, {
          area: 'kit',
          q: asked.q,
          isNarrowed: asked.level !== null || asked.price !== null,
          count: (q, of, withFilters) => holding(q, of('kit'), withFilters),
        })
  const listing = part === null ? asked : { ...asked, q: part.q }
  const list = part === null ? first : await listed(listing, await searchedFor(ctx.db, part.q))
  const page = {
    listing,
    typed: asked.q,
    ...list,
    instead:
      list.total > 0
        ? null
        : {
            ...(await listKits(ctx.db, allKits(pageSize), plainTerms(''), all)),
            words: await popularFinding(ctx, 'kit'),
          },
    more: nextCount(list.total, asked.count, pageSize),
    hints: { ...ways, hasWord: !hasNoWord(asked.q) },
  }
  return { page, part, elsewhere: await elsewhereOf(ctx, asked.q, terms, part, ['recipe', 'fabric']) }
}
