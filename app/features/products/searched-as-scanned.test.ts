import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countingIn } from '~/features/search/lists.queries.server.ts'
import {
  type Alternatives,
  closedUp,
  type SearchTerms,
  searchText,
  searchWords,
} from '~/kernel/search-text.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { rankedPlaces } from '../../../tests/support/ranked-places.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { putProducts, removeProducts } from './commands.server.ts'
import { fabricsFound, fabricsHaving, fabricsMayHave, ranksOf } from './fabric-search.queries.server.ts'
import { facetsOf, facetWords } from './facets.rules.ts'
import { unindexProducts } from './indexing.commands.server.ts'
import { createListedFabrics, listedFabrics } from './listed-fabrics.queries.server.ts'
import { allFabrics } from './listing.rules.ts'
import { fabricsPassing, narrowedFabrics, type RankedPlaces } from './narrowing.rules.ts'
import { normaliseProducts } from './normalising.commands.server.ts'
import { productsFound } from './queries.server.ts'

// Few words, so that they meet often: colours and materials, kana of both kinds, and signs.
const parts = [
  '綿',
  '麻',
  '赤',
  '青',
  '藍',
  '花',
  '巾着',
  'きんちゃく',
  'ガーゼ',
  'ｶﾞｰｾﾞ',
  'F-1',
  '1',
  '100%',
  ' ',
  '。',
  '🧵',
]
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...parts), { maxLength }).map((all) => all.join(''))
const colour = fc.constantFrom('', '【赤】', '【藍】', '【生成】')
const texts = fc.record({ name: text(4), reading: text(2), colour, rest: text(8) })
const numbers = ['F-1', 'ｆ２', 'F-10/2', '布-3', 'a 4', 'F1']

interface Written {
  readonly number: string
  readonly name: string
  readonly reading: string
  readonly description: string
}

const holds = (text: string, word: string) =>
  searchText(text)
    .split(' ')
    .some((each) => each.includes(word))
const holdsOne = (text: string, alternatives: Alternatives) =>
  alternatives.some((one) => one.split(' ').every((word) => holds(text, word)))
const holdsAll = (text: string, words: readonly Alternatives[]) => words.every((each) => holdsOne(text, each))

/** Numbers of what a scan of all texts finds, the best first. */
const scanned = (all: readonly Written[], q: string, { exact, wide }: SearchTerms): string[] => {
  const ranked = all.flatMap(({ number, name, reading, description }) => {
    const words = facetWords(facetsOf({ name, description }))
    const title = [name, reading, number, closedUp(number)].join('\n')
    const anywhere = [title, description, words].join('\n')
    const rank = [
      closedUp(number) === closedUp(q) && holdsAll(title, exact),
      holdsAll(title, exact),
      holdsAll(anywhere, exact) && searchWords(q).every((word) => searchText(words).includes(word)),
      holdsAll(anywhere, exact),
      holdsAll(title, wide),
      holdsAll(anywhere, wide),
    ].indexOf(true)
    return rank < 0 || wide.length === 0 ? [] : [{ number, rank }]
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ number }) => number)
}

const near: Readonly<Record<string, string>> = { 花: '赤', 巾着: 'がーぜ', 綿: '麻' }

const termsFor = (q: string): SearchTerms => {
  const words = searchWords(q)
  const exact = words.map((word) => (word === '巾着' ? [word, 'きんちゃく'] : [word]))
  const wide = exact.map((some, at) => [
    ...some,
    ...(near[words[at] ?? ''] === undefined ? [] : [near[words[at] ?? ''] ?? '']),
  ])
  return { exact, wide: JSON.stringify(wide) === JSON.stringify(exact) ? exact : wide }
}

onBothEngines('searches of the shop beside a plain scan', (open) => {
  test('W36: each finds what a scan finds, in its order, and counts it, whoever stored the fabrics (W35, D51)', async () => {
    const { db } = await open()
    const listed = createListedFabrics(db)
    let at = 1
    await fc.assert(
      fc.asyncProperty(
        fc.array(texts, { minLength: 1, maxLength: numbers.length }),
        fc.array(fc.constantFrom('none', 'no row', 'other texts'), {
          minLength: numbers.length,
          maxLength: numbers.length,
        }),
        fc.array(text(3), { minLength: 1, maxLength: 6 }),
        async (written, former, searches) => {
          at += 1
          const all: Written[] = written.map(({ colour, rest, ...each }, place) => ({
            ...each,
            number: (numbers[place] ?? '').normalize('NFKC'),
            description: `${colour}${rest}`,
          }))
          await db.transaction().execute(async (trx) => {
            await removeProducts(
              trx,
              numbers.map((number) => number.normalize('NFKC')),
            )
            await putProducts(
              trx,
              at,
              all.map((each, position) => fabricForTests({ ...each, position })),
            )
          })
          // As the former release leaves a row that it has inserted, and one whose texts it has changed.
          for (const [place, { number }] of all.entries()) {
            const none = {
              plainNumber: null,
              plainName: null,
              facets: null,
              facetWords: null,
              readFrom: null,
            }
            const others = {
              plainName: '桜',
              facets: 'pink\n\n\n',
              facetWords: 'ぴんく',
              readFrom: '1\n桜\n【桜】',
            }
            if (former[place] === 'none') continue
            await db
              .updateTable('product')
              .set(former[place] === 'no row' ? none : others)
              .where('number', '=', number)
              .execute()
          }
          const list = await listed()
          const { fabrics } = list
          const everything = allFabrics(60)
          for (const q of searches) {
            const terms = termsFor(q)
            const wanted = q === '' ? all.map(({ number }) => number) : scanned(all, q, terms)
            const count = countingIn(
              (words) => fabricsHaving(db, list, words),
              () => fabricsPassing(list, everything),
            )
            const ranked = (found: RankedPlaces) =>
              narrowedFabrics(list, { ...everything, q }, found, 60).shown.map(({ number }) => number)
            // First as the index finds the whole; counted word by word; then put together from the words.
            for (const word of terms.wide)
              if (!(await fabricsMayHave(db, list, [word])))
                expect(scanned(all, '', { exact: [word], wide: [word] })).toEqual([])
            expect(ranked(await fabricsFound(db, list, q, terms))).toEqual(wanted)
            for (const word of terms.wide) await fabricsHaving(db, list, [word])
            if (q !== '') expect(await count(q, terms, true)).toBe(wanted.length)
            list.known.delete(JSON.stringify(terms.exact))
            list.known.delete(JSON.stringify(terms.wide))
            expect(ranked(await fabricsFound(db, list, q, terms))).toEqual(wanted)
            const numbered = rankedPlaces(fabrics, await productsFound(db, 'fabric', q, terms))
            expect(ranked(numbered)).toEqual(wanted)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('D66: rows of the former release are normalised in portions, once, and say what they would have said', async () => {
    const { db } = await open()
    const ctx = { db, log: { warn() {}, error() {}, info() {}, debug() {} } }
    const many = Array.from({ length: 230 }, (_, position) =>
      fabricForTests({
        number: `F-${position}`,
        name: `ガーゼ ${position}`,
        description: '【藍】綿100%',
        position,
      }),
    )
    await db.transaction().execute((trx) => putProducts(trx, 1, many))
    const stored = () => db.selectFrom('product').selectAll().orderBy('number').execute()
    const right = await stored()
    await db
      .updateTable('product')
      .set({ readFrom: null, plainNumber: null, facets: null })
      .where('number', '!=', 'F-7')
      .execute()
    expect(await normaliseProducts(ctx as never)).toBe(229)
    expect(await stored()).toEqual(right)
    await db.updateTable('product').set({ name: '麻の葉' }).where('number', '=', 'F-3').execute()
    await db.updateTable('product').set({ description: '【赤】麻100%' }).where('number', '=', 'F-4').execute()
    expect(await normaliseProducts(ctx as never)).toBe(2)
    expect(await normaliseProducts(ctx as never)).toBe(0)
    const stopped = new AbortController()
    stopped.abort()
    await db.updateTable('product').set({ readFrom: null }).execute()
    expect(await normaliseProducts(ctx as never, stopped.signal)).toBe(0)
  })

  test('D51: facts that a row lacks alone are stored without indexing it again, as at the first start of a release', async () => {
    const { db } = await open()
    const ctx = { db, log: { warn() {}, error() {}, info() {}, debug() {} } }
    const both = ['F-1', 'F-2'].map((number, position) =>
      fabricForTests({ number, name: 'ガーゼ', description: '【藍】綿100%、巾110cm。', position }),
    )
    await db.transaction().execute(async (trx) => {
      await putProducts(trx, 1, both)
      await unindexProducts(trx, ['F-1', 'F-2'])
    })
    await db.updateTable('product').set({ factsOf: null, width: '' }).execute()
    await db.updateTable('product').set({ readFrom: null }).where('number', '=', 'F-2').execute()
    expect(await normaliseProducts(ctx as never)).toBe(2)
    expect(await db.selectFrom('product').select('width').execute()).toEqual([
      { width: '110cm' },
      { width: '110cm' },
    ])
    const found = await productsFound(db, 'fabric', 'ガーゼ', termsFor('ガーゼ'))
    expect([...(found ?? new Map()).keys()]).toEqual(['F-2'])
    await db.updateTable('product').set({ factsOf: null }).where('number', '=', 'F-1').execute()
    expect(await normaliseProducts(ctx as never)).toBe(1)
  })

  test('W35: the number itself comes first, also of a row that the former release inserted', async () => {
    const { db } = await open()
    const both = ['F-10', 'F-1'].map((number, position) => fabricForTests({ number, position }))
    await db.transaction().execute((trx) => putProducts(trx, 1, both))
    const found = async () => {
      const list = await listedFabrics(db)
      return [await productsFound(db, 'fabric', 'ｆ１'), ranksOf(list, await fabricsFound(db, list, 'ｆ１'))]
    }
    const ranks = new Map([
      ['F-10', 1],
      ['F-1', 0],
    ])
    expect(await found()).toEqual([ranks, ranks])
    await db.updateTable('product').set({ plainNumber: null, readFrom: null }).execute()
    expect(await found()).toEqual([ranks, ranks])
  })

  test('W35: the list is read again when a fabric, its place, its stock or its closure has changed, and else not', async () => {
    const { db } = await open()
    const put = (now: number, ...some: Parameters<typeof fabricForTests>[0][]) =>
      db.transaction().execute((trx) => putProducts(trx, now, some.map(fabricForTests)))
    await put(
      1,
      { number: 'A', position: 1 },
      { number: 'B', position: 2 },
      { number: 'C', status: '非公開' },
    )
    const listed = createListedFabrics(db)
    const first = await listed()
    expect(first.fabrics.map(({ number }) => number)).toEqual(['A', 'B'])
    expect(await listed()).toBe(first)
    await put(2, { number: 'A', position: 3, name: '麻の葉', description: '【藍】綿100%' })
    expect((await listed()).fabrics).toMatchObject([
      { number: 'B' },
      { number: 'A', name: '麻の葉', colour: ['blue'] },
    ])
    await db.insertInto('closedProduct').values({ number: 'B', closedAt: 1 }).execute()
    expect((await listed()).fabrics).toMatchObject([{ suspended: true }, {}])
    await db.deleteFrom('closedProduct').execute()
    expect((await listed()).fabrics.some(({ suspended }) => suspended)).toBe(false)
    await put(3, { number: 'C' })
    expect((await listed()).fabrics.map(({ number }) => number)).toEqual(['C', 'B', 'A'])
    await db.transaction().execute((trx) => removeProducts(trx, ['B']))
    expect((await listed()).fabrics.map(({ number }) => number)).toEqual(['C', 'A'])
  })
})
