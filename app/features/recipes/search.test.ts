import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { type Actor, memberId } from '~/kernel/actor.ts'
import { plainTerms, searchText, searchWords } from '~/kernel/search-text.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe, deleteRecipes } from '../../../tests/support/recipe-for-tests.ts'
import { memberSteps } from '../../brought-by-features.server.ts'
import { comparedTag, levels, type RecipeListing, recipeOrders } from './list.rules.ts'
import { byRank, rankedText, rankOf } from './ranking.rules.ts'
import { countedRecipes, listedRecipes } from './search.queries.server.ts'

const parts = [
  '巾着',
  '着物',
  'ポーチ',
  'きっと',
  'ｷｯﾄ',
  '布',
  '🧵',
  '𠮷野',
  'a4',
  "' or",
  '%',
  '"口',
  'トート・バッグ',
  ' ',
  '。',
]
const text = fc.array(fc.constantFrom(...parts), { maxLength: 4 }).map((chosen) => chosen.join(''))
const tags = ['ギフト', '誕生日', 'Mother’s Day', '夏']
const authors = ['hana', 'yoko', 'fuku']

const recipe = fc.record({
  author: fc.constantFrom(...authors),
  title: text,
  description: text,
  ingredients: fc.array(text, { maxLength: 2 }),
  tags: fc.subarray(tags),
  // Several in the same ms, unordered.
  createdAt: fc.integer({ min: 1, max: 8 }),
  likes: fc.integer({ min: 0, max: 3 }),
  hidden: fc.constantFrom(0, 0, 0, 1),
  difficulty: fc.constantFrom('初級', 'easy', '中級', 'hard'),
  tied: fc.constantFrom('not', 'by text', 'by choice', 'to what it was', 'refused'),
})
const names = fc.tuple(text, text, text)
const fabric = { number: 'F-1', name: '麻の葉', shownName: '麻の葉【藍】', type: 'fabric' } as const

/** The first ingredient and the author's choices of a recipe that is tied in the way `tied`. */
const tiedTo = (tied: string) => {
  const chosen = (name: string) => [{ line: 0, product: { number: 'F-1', units: 1, name } }]
  const isByText = tied === 'by text' || tied === 'refused'
  const ties = {
    'by choice': chosen('麻の葉'),
    'to what it was': chosen('青海波'),
    refused: [{ line: 0, product: null }],
  }
  return {
    first: isByText ? 'ｆ−１ の布' : '布',
    ties: Object.entries(ties).find(([name]) => name === tied)?.[1] ?? [],
  }
}
const gift = { id: 'gift', name: 'ギフト' }
const listings = fc.array(
  fc.record<RecipeListing>({
    q: fc.oneof(fc.constant(''), text, text).map((typed) => typed.trim()),
    level: fc.constantFrom(null, ...levels),
    situation: fc.constantFrom(null, gift),
    product: fc.constantFrom(null, fabric),
    category: fc.constant(''),
    order: fc.constantFrom(...recipeOrders.map(({ id }) => id)),
    count: fc.constantFrom(6, 12),
  }),
  { minLength: 6, maxLength: 12 },
)
/** Limits that make SQLite use each of its plans, which otherwise depend on the number of recipes. */
const plans = fc.record({
  mostLookedAt: fc.constantFrom(4, 1_000),
  mostRanked: fc.constantFrom(0, 3, 300),
  mostTied: fc.constantFrom(0, 1_000),
  mostInSet: fc.constantFrom(0, 10_000),
  mostSorted: fc.constantFrom(0, 1_000),
})
const viewers: readonly Actor[] = [{ kind: 'visitor', address: '203.0.113.9' }]

type TestRecipe = typeof recipe extends fc.Arbitrary<infer W> ? W & { readonly id: string } : never

/** The expected list, found by looking at every recipe without an index. */
const scan = (
  recipes: readonly TestRecipe[],
  named: ReadonlyMap<string, string>,
  viewer: string,
  listing: RecipeListing,
  { mostLookedAt, mostRanked }: { readonly mostLookedAt: number; readonly mostRanked: number },
) => {
  const { q, level, situation, product, order, count } = listing
  const words = searchWords(q)
  if (q !== '' && words.length === 0) return { ids: [], total: 0, counted: 0 }
  const holds = (texts: readonly string[]) => {
    const compared = texts.map(searchText).join('\n')
    return words.every((word) => compared.split(/[ \n]/).some((each) => each.includes(word)))
  }
  const inTitle = ({ title }: TestRecipe) => words.length > 0 && holds([title])
  const tied = new Set(['ギフト', '誕生日'].map(comparedTag))
  const found = recipes.filter(
    (each) =>
      (each.hidden === 0 || each.author === viewer) &&
      (level === null || level.stored.some((stored) => stored === each.difficulty)) &&
      (situation === null || each.tags.some((tag) => tied.has(comparedTag(tag)))) &&
      (product === null || each.tied.startsWith('by')) &&
      holds([
        each.title,
        each.description,
        ...each.ingredients,
        ...each.tags,
        named.get(each.author) ?? '',
        levels.find(({ stored }) => stored.some((stored) => stored === each.difficulty))?.name ?? '',
        each.tied === 'by text' ? 'f1' : '',
      ]),
  )
  const bearsOne = ({ tags }: TestRecipe) => tags.some((tag) => words.includes(comparedTag(tag)))
  const group = (each: TestRecipe) => (inTitle(each) ? 0 : bearsOne(each) ? 1 : 2)
  const isRanked = order === 'relevance' && q !== ''
  // What is ranked is chosen by its document, the later one of a ms first.
  const newestFirst = found.toSorted(
    (a, b) => b.createdAt - a.createdAt || recipes.indexOf(b) - recipes.indexOf(a),
  )
  const [newest, older] = [newestFirst.slice(0, mostLookedAt + 1), newestFirst.slice(mostLookedAt + 1)]
  const missing = newest.length > mostRanked ? Math.max(0, mostRanked - newest.filter(inTitle).length) : 0
  const lookedAt = isRanked ? [...newest, ...older.filter(inTitle).slice(0, missing)] : found
  const isFew = newest.length <= mostRanked
  const ordered = lookedAt.toSorted(
    (a, b) =>
      (isRanked && !isFew ? group(a) - group(b) : 0) ||
      (isRanked || order === 'popular' ? b.likes - a.likes : 0) ||
      b.createdAt - a.createdAt ||
      (isRanked ? recipes.indexOf(b) - recipes.indexOf(a) : a.id < b.id ? 1 : -1),
  )
  const alternatives = words.map((word) => [word])
  const ranked = !isRanked
    ? ordered
    : [
        ...ordered
          .slice(0, mostRanked)
          .map((each) => ({ ...each, rank: rankOf(alternatives, rankedText({ ...each, ties: [] })) }))
          .sort(byRank),
        ...ordered.slice(mostRanked),
      ]
  const total = isRanked ? newest.length : found.length
  return { ids: ranked.slice(0, count).map(({ id }) => id), total, counted: found.length }
}

const rename = (db: Kysely<Schema>, id: string, name: string) =>
  inTransaction(contextForTests(db), async (trx) => {
    await trx.updateTable('member').set({ name }).where('id', '=', id).execute()
    await memberSteps.renamed(trx, memberId(id), name)
  })

onBothEngines('lists of recipes', (open, { engine }) => {
  test('R24, W2, A7: are what a look at each recipe finds, in the same order, whoever looks and whatever an author is called', async () => {
    const { db } = await open()
    const members = new Map<string, Actor>()
    for (const id of authors) members.set(id, await addMember(db, { id }))
    await db.deleteFrom('situationTag').where('situationId', '=', 'gift').execute()
    await db
      .insertInto('situationTag')
      .values({ situationId: 'gift', tag: comparedTag('誕生日'), label: '誕生日' })
      .execute()
    const runs = fc.asyncProperty(
      fc.array(recipe, { maxLength: 24 }),
      names,
      names,
      listings,
      plans,
      async (given, before, after, asked, plan) => {
        await deleteRecipes(db)
        const recipes = given.map((each, at) => ({
          ...each,
          ingredients: [tiedTo(each.tied).first, ...each.ingredients],
          id: `w${String.fromCharCode(97 + ((at * 7) % 25))}`,
        }))
        for (const [at, id] of authors.entries()) await rename(db, id, before[at] ?? '')
        for (const { author, tied, ...each } of recipes)
          await addRecipe(db, author, { ...each, ties: tiedTo(tied).ties })
        for (const [at, id] of authors.entries()) await rename(db, id, after[at] ?? '')
        const named = new Map(authors.map((id, at) => [id, after[at] ?? '']))
        for (const listing of asked)
          for (const [id, viewer] of [['', viewers[0]], ...members] as const) {
            if (viewer === undefined) continue
            const { cards, total } = await listedRecipes(db, viewer, listing, plan)
            const { counted, ...expected } = scan(recipes, named, id, listing, plan)
            expect({ ids: cards.map((card) => String(card.id)), total }).toEqual(expected)
            if (id === '')
              expect(await countedRecipes(db, viewer, listing, plainTerms(listing.q), 1_000)).toBe(counted)
          }
      },
    )
    await fc.assert(runs, { numRuns: 25 })
  })

  test('R25: recipes of one ms are listed by id, also where the list ends', async () => {
    const { db } = await open()
    await addMember(db, { id: 'hana' })
    for (const id of ['i', 'h', 'g', 'f', 'e', 'd', 'c', 'b'])
      await addRecipe(db, 'hana', { id, title: '巾着', createdAt: 1 })
    for (const order of ['new', 'relevance', 'popular'] as const) {
      const listing = {
        q: '巾着',
        level: null,
        situation: null,
        product: null,
        category: '',
        order,
        count: 6,
      }
      const { cards } = await listedRecipes(db, { kind: 'visitor', address: '' }, listing)
      expect(cards.map(({ id }) => String(id))).toEqual(['i', 'h', 'g', 'f', 'e', 'd'])
    }
  })

  test('W47: of many matches the newest are chosen from, titles first, then tags, then likes, and older titles where few of those have the words there', async () => {
    const { db } = await open()
    await addMember(db, { id: 'hana' })
    const plan = { mostLookedAt: 5, mostRanked: 3, mostTied: 1_000, mostInSet: 10_000, mostSorted: 1_000 }
    const mentions = { title: '袋', description: '巾着' }
    for (const [at, each] of [
      { id: 'too-old', title: '巾着', likes: 9 },
      { id: 'older', title: '巾着', likes: 9 },
      { id: 'old', title: '巾着', likes: 1 },
      { id: 'passed-over', ...mentions, likes: 99 },
      { id: 'liked', ...mentions, likes: 8 },
      { id: 'tagged', title: '袋', tags: ['巾着'], likes: 0 },
      { id: 'disliked', ...mentions, likes: 1 },
      { id: 'titled', title: '巾着', likes: 0 },
      { id: 'most-liked', ...mentions, likes: 9 },
      { id: 'new', ...mentions, likes: 2 },
    ].entries())
      await addRecipe(db, 'hana', { ...each, createdAt: at })
    const listed = async (count: number) => {
      const search = { q: '巾着', level: null, situation: null, product: null, category: '' }
      const listing = { ...search, order: 'relevance' as const, count }
      const { cards, total } = await listedRecipes(db, { kind: 'visitor', address: '' }, listing, plan)
      return { ids: cards.map(({ id }) => String(id)), total }
    }
    const all = ['older', 'old', 'titled', 'tagged', 'most-liked', 'liked', 'new', 'disliked']
    expect(await listed(12)).toEqual({ ids: all, total: 6 })
    expect(await listed(6)).toEqual({ ids: all.slice(0, 6), total: 6 })
    expect((await listed(2)).ids).toEqual(all.slice(0, 2))
  })

  test('W31: what holds the words stands before what is near to them, each as without the other', async () => {
    const { db } = await open()
    await addMember(db, { id: 'hana' })
    const term = fc.constantFrom('巾着', '布', 'ポーチ', 'きっと', 'a4', '布 巾着')
    const terms = fc.record({
      typed: term,
      same: fc.array(term, { maxLength: 2 }),
      near: fc.array(term, { maxLength: 2 }),
    })
    const runs = fc.asyncProperty(
      fc.array(recipe, { maxLength: 16 }),
      terms,
      fc.constantFrom(...recipeOrders.map(({ id }) => id)),
      plans,
      async (given, { typed, same, near }, order, plan) => {
        await deleteRecipes(db)
        for (const [at, { author: _author, tied: _tied, ...each }] of given.entries())
          await addRecipe(db, 'hana', { ...each, id: `w${at}`, hidden: 0 })
        const words = (others: readonly string[]) => [others.map((each) => searchText(each))]
        const listed = (each: readonly string[], wider: readonly string[], count: number) => {
          const exact = words(each)
          const wide = wider.length === 0 ? exact : words([...each, ...wider])
          const listing = {
            q: typed,
            level: null,
            situation: null,
            product: null,
            category: '',
            order,
            count,
          }
          const limits = { ...plan, mostLookedAt: 1_000 }
          return listedRecipes(db, { kind: 'visitor', address: '' }, listing, limits, { exact, wide })
        }
        const ids = ({ cards }: Awaited<ReturnType<typeof listed>>) => cards.map(({ id }) => id)
        const [held, all] = [
          await listed([typed, ...same], [], 60),
          await listed([typed, ...same, ...near], [], 60),
        ]
        const behind = ids(all).filter((id) => !ids(held).includes(id))
        const expected = order === 'relevance' ? [...ids(held), ...behind] : ids(all)
        for (const count of [6, 60]) {
          const list = await listed([typed, ...same], near, count)
          expect({ ids: ids(list), total: list.total }).toEqual({
            ids: expected.slice(0, count),
            total: all.total,
          })
        }
        // One alternative is enough, but all of its words must occur.
        const single = [typed, ...same, ...near]
        const each = await Promise.all(single.map((word) => listed([word], [], 60)))
        expect(new Set(ids(all))).toEqual(new Set(each.flatMap(ids)))
      },
    )
    await fc.assert(runs, { numRuns: 30 })
  })

  test('P40: others are served while the answers to a search are compared', async () => {
    const { db } = await open()
    await addMember(db, { id: 'hana' })
    for (let at = 0; at < 70; at += 1) await addRecipe(db, 'hana', { id: `m${at}`, title: '巾着' })
    const turnsOf = async (order: RecipeListing['order']) => {
      const listing = { q: '巾着', level: null, situation: null, product: null, category: '', count: 6 }
      let [turns, isOver] = [0, false]
      const next = () => {
        turns += 1
        if (!isOver) setImmediate(next)
      }
      setImmediate(next)
      await listedRecipes(db, { kind: 'visitor', address: '' }, { ...listing, order })
      isOver = true
      return turns
    }
    if (engine === 'sqlite') expect(await turnsOf('new')).toBeLessThan(3)
    expect(await turnsOf('relevance')).toBeGreaterThanOrEqual(4)
  })
})
