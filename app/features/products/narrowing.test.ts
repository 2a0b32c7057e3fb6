import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitSet, placesIn } from '~/kernel/bit-set.ts'
import { yen } from '~/kernel/money.ts'
import { searchText } from '~/kernel/search-text.ts'
import { rankedPlaces } from '../../../tests/support/ranked-places.ts'
import { allFabrics, type ProductListing } from './listing.rules.ts'
import {
  fabricsPassing,
  type ListedFabric,
  narrowable,
  narrowedFabrics,
  tiedRank,
  withTied,
} from './narrowing.rules.ts'

const facet = <T>(...ids: readonly T[]) => fc.subarray([...ids])

const fabrics: fc.Arbitrary<ListedFabric[]> = fc
  .array(
    fc.record({
      name: fc.constantFrom('椿', '麻の葉', '格子'),
      price: fc.constantFrom(null, yen(300), yen(500), yen(700), yen(1_200)),
      createdAt: fc.nat(3),
      colour: facet('red' as const, 'blue' as const),
      pattern: facet('plain' as const, 'flowers' as const),
      material: facet('cotton' as const, 'linen' as const),
      facetWords: fc.constantFrom('', '赤'),
    }),
    { maxLength: 80, size: 'max' },
  )
  .map((all) =>
    all.map((each, at) => ({
      ...each,
      number: `F-${at}`,
      reading: '',
      also: [],
      plainName: searchText(each.name),
    })),
  )

const listings: fc.Arbitrary<Partial<ProductListing>> = fc.record({
  name: fc.constantFrom('', '', '', '椿', '格'),
  colour: fc.constantFrom(null, null, null, 'red', 'green'),
  pattern: fc.constantFrom(null, null, 'plain'),
  material: fc.constantFrom(null, null, 'linen'),
  price: fc.constantFrom(null, null, null, 500, 999),
  order: fc.constantFrom('usual', 'new', 'cheap'),
})

const ranks = [0, 1, 2, 3, 4]

/** As the list is described, fabric by fabric. */
const scanned = (
  all: readonly ListedFabric[],
  listing: ProductListing,
  found: ReadonlyMap<string, number> | null,
) => {
  const isNamed = all.some(({ name }) => name === listing.name)
  const named = ({ name }: ListedFabric) =>
    listing.name === '' || (isNamed ? name === listing.name : name.includes(listing.name))
  const tests = {
    colour: ({ colour }: ListedFabric) => listing.colour === null || colour.includes(listing.colour),
    pattern: ({ pattern }: ListedFabric) => listing.pattern === null || pattern.includes(listing.pattern),
    material: ({ material }: ListedFabric) =>
      listing.material === null || material.includes(listing.material),
    price: ({ price }: ListedFabric) => listing.price === null || (price !== null && price <= listing.price),
  }
  const besides = (own: string) =>
    all.filter(
      (fabric) =>
        named(fabric) &&
        found?.has(fabric.number) !== false &&
        Object.entries(tests).every(([filter, passes]) => filter === own || passes(fabric)),
    )
  const left = besides('none')
  const rank = ({ number, facetWords }: ListedFabric) => {
    const own = found?.get(number) ?? 0
    return own === 2 && facetWords.includes('赤') ? 1.5 : own
  }
  const cost = ({ price }: ListedFabric) => price ?? Number.MAX_SAFE_INTEGER
  const orders = {
    usual: () => left.toSorted((a, b) => rank(a) - rank(b)),
    new: () => left.toSorted((a, b) => b.createdAt - a.createdAt),
    cheap: () => left.toSorted((a, b) => cost(a) - cost(b)),
    name: () => left,
  }
  return { besides, left, shown: orders[listing.order]().slice(0, listing.count) }
}

test('W36: a list narrowed by the places of its fabrics shows and counts what a look at each of them does', () => {
  fc.assert(
    fc.property(
      fabrics,
      listings,
      fc.option(fc.array(fc.constantFrom(null, ...ranks), { minLength: 80, maxLength: 80 })),
      fc.array(fc.boolean(), { minLength: 80, maxLength: 80 }),
      (all, some, places, ties) => {
        const listing = { ...allFabrics(6), ...some, q: '赤' }
        const list = narrowable(all)
        const found =
          places &&
          new Map(
            all.flatMap(({ number }, at) => (places[at] == null ? [] : [[number, places[at] ?? 0] as const])),
          )
        const tied = all.flatMap((_, at) => (ties[at] ? [at] : []))
        const ranked = rankedPlaces(all, found)
        const both = ranked && withTied(ranked, bitSet(all.length, tied))
        const wanted =
          found &&
          new Map([
            ...found,
            ...tied.map((at) => {
              const number = all[at]?.number ?? ''
              return [number, Math.min(found.get(number) ?? tiedRank, tiedRank)] as const
            }),
          ])
        const { besides, left, shown } = scanned(all, listing, wanted)
        const page = narrowedFabrics(list, listing, both, 6)
        expect(page.shown).toEqual(shown)
        expect(page.total).toBe(left.length)
        expect(page.tied).toBe(left.filter(({ number }) => wanted?.get(number) === tiedRank).length)
        const searched = scanned(all, { ...allFabrics(6), q: '赤' }, wanted).left
        for (const { id, count, most } of page.choices.colour) {
          expect(count).toBe(besides('colour').filter(({ colour }) => colour.includes(id)).length)
          expect(most).toBe(searched.filter(({ colour }) => colour.includes(id)).length)
        }
        for (const { id, count } of page.choices.pattern)
          expect(count).toBe(besides('pattern').filter(({ pattern }) => pattern.includes(id)).length)
        for (const { id, count } of page.choices.material)
          expect(count).toBe(besides('material').filter(({ material }) => material.includes(id)).length)
        for (const { id, count, most } of page.choices.price) {
          expect(count).toBe(besides('price').filter(({ price }) => price !== null && price <= id).length)
          expect(most).toBe(searched.filter(({ price }) => price !== null && price <= id).length)
        }
        const passing = scanned(all, listing, null).left.map(({ number }) => number)
        expect(placesIn(fabricsPassing(list, listing)).map((place) => all[place]?.number)).toEqual(passing)
      },
    ),
    { numRuns: 300 },
  )
})
