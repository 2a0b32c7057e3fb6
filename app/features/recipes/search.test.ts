import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { type Actor, memberId } from '~/kernel/actor.ts'
import { searchText, searchWords } from '~/kernel/search-text.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe, deleteRecipes } from '../../../tests/support/recipe-for-tests.ts'
import { memberSteps } from '../../features.server.ts'
import { comparedTag, type Listing, levels, orders } from './list.rules.ts'
import { listedRecipes } from './search.queries.server.ts'

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
  // Several of one ms, and in no order.
  createdAt: fc.integer({ min: 1, max: 8 }),
  likes: fc.integer({ min: 0, max: 3 }),
  hidden: fc.constantFrom(0, 0, 0, 1),
  difficulty: fc.constantFrom('初級', 'easy', '中級', 'hard'),
})
const names = fc.tuple(text, text, text)
const gift = { id: 'gift', name: 'ギフト' }
const listings = fc.array(
  fc.record<Listing>({
    q: fc.oneof(fc.constant(''), text, text).map((typed) => typed.trim()),
    level: fc.constantFrom(null, ...levels),
    situation: fc.constantFrom(null, gift),
    category: fc.constant(''),
    order: fc.constantFrom(...orders.map(({ id }) => id)),
    count: fc.constantFrom(6, 12),
  }),
  { minLength: 6, maxLength: 12 },
)
/** Each way in which SQLite finds a list, which the number of recipes decides. */
const plans = fc.record({ mostInSet: fc.constantFrom(0, 10_000), mostSorted: fc.constantFrom(0, 1_000) })
const viewers: readonly Actor[] = [{ kind: 'visitor', address: '203.0.113.9' }]

type TestRecipe = typeof recipe extends fc.Arbitrary<infer W> ? W & { readonly id: string } : never

/** What a look at each recipe finds: the contract of a list, without any index. */
const scan = (
  recipes: readonly TestRecipe[],
  named: ReadonlyMap<string, string>,
  viewer: string,
  listing: Listing,
) => {
  const { q, level, situation, order, count } = listing
  const words = searchWords(q)
  if (q !== '' && words.length === 0) return { ids: [], total: 0 }
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
      holds([each.title, each.description, ...each.ingredients, ...each.tags, named.get(each.author) ?? '']),
  )
  const ranked = found.toSorted(
    (a, b) =>
      (order === 'relevance' ? Number(inTitle(b)) - Number(inTitle(a)) : 0) ||
      (order === 'popular' ? b.likes - a.likes : 0) ||
      b.createdAt - a.createdAt ||
      (a.id < b.id ? 1 : -1),
  )
  return { ids: ranked.slice(0, count).map(({ id }) => id), total: found.length }
}

const rename = (db: Kysely<Schema>, id: string, name: string) =>
  inTransaction(contextForTests(db), async (trx) => {
    await trx.updateTable('member').set({ name }).where('id', '=', id).execute()
    await memberSteps.renamed(trx, memberId(id), name)
  })

onBothEngines('lists of recipes', (open) => {
  test('R24, A7: are what a look at each recipe finds, in the same order, whoever looks and whatever an author is called', async () => {
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
          id: `w${String.fromCharCode(97 + ((at * 7) % 25))}`,
        }))
        for (const [at, id] of authors.entries()) await rename(db, id, before[at] ?? '')
        for (const { author, ...each } of recipes) await addRecipe(db, author, each)
        for (const [at, id] of authors.entries()) await rename(db, id, after[at] ?? '')
        const named = new Map(authors.map((id, at) => [id, after[at] ?? '']))
        for (const listing of asked)
          for (const [id, viewer] of [['', viewers[0]], ...members] as const) {
            if (viewer === undefined) continue
            const { cards, total } = await listedRecipes(db, viewer, listing, plan)
            expect({ ids: cards.map((card) => String(card.id)), total }).toEqual(
              scan(recipes, named, id, listing),
            )
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
      const listing = { q: '巾着', level: null, situation: null, category: '', order, count: 6 }
      const { cards } = await listedRecipes(db, { kind: 'visitor', address: '' }, listing)
      expect(cards.map(({ id }) => String(id))).toEqual(['i', 'h', 'g', 'f', 'e', 'd'])
    }
  })
})
