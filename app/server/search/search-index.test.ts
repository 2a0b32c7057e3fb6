import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { plainTerms, searchText, searchWords } from '../../kernel/search-text.ts'
import { engineOf } from '../database/engine.ts'
import { keysWith, putDocuments, removeDocuments, type SearchDocument } from './search-index.ts'

const put = (db: Kysely<Schema>, documents: readonly SearchDocument[], index = 'shelf') =>
  db.transaction().execute((trx) => putDocuments(trx, index, documents))

const found = async (db: Kysely<Schema>, text: string, index = 'shelf') => {
  const keys = (where: 'title' | 'anywhere') =>
    keysWith(db, index, plainTerms(text).exact, where).orderBy('key').execute()
  const [all, inTitle] = [await keys('anywhere'), await keys('title')]
  const byTitle = new Set(inTitle.map(({ key }) => key))
  expect(all.map(({ key }) => key)).toEqual(expect.arrayContaining([...byTitle]))
  return all.map(({ key }) => (byTitle.has(key) ? `${key} by its title` : key))
}

const scan = (documents: readonly SearchDocument[], text: string): string[] => {
  const words = searchWords(text)
  const holds = (part: string, word: string) =>
    searchText(part)
      .split(' ')
      .some((each) => each.includes(word))
  return documents
    .filter(({ title, body }) => words.every((word) => holds(title, word) || holds(body, word)))
    .map(({ key, title }) => (words.every((word) => holds(title, word)) ? `${key} by its title` : key))
}

// Few characters, so that pairs meet often, and all that tells words apart.
const characters = [
  ...'がかま口巾着ポボーちチッツ・、 aA5',
  '🧵',
  '𠮷',
  'ﾎﾟ',
  '゛',
  "'",
  '"',
  '\\',
  '*',
  ':',
  '&',
  '(',
]
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...characters), { maxLength }).map((all) => all.join(''))

onBothEngines('a search index', (open) => {
  test('finds what a scan of every text finds', async () => {
    const { db } = await open()
    let shelf = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ title: text(6), body: text(14) }), { minLength: 1, maxLength: 8 }),
        fc.array(text(4), { minLength: 1, maxLength: 12 }),
        async (texts, searches) => {
          const index = `shelf ${shelf++}`
          const documents = texts.map((each, at) => ({ key: `d${at}`, ...each }))
          await put(db, documents, index)
          for (const search of searches.filter((each) => searchWords(each).length > 0))
            expect(await found(db, search, index)).toEqual(scan(documents, search))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('W30: of each word one alternative is enough, and of that all words', async () => {
    const { db } = await open()
    let shelf = 0
    const word = fc.constantFrom('布', '巾着', 'がま', 'がま口', 'ぽーち', 'a5')
    const alternative = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' '))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ title: text(6), body: text(14) }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.array(alternative, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }),
        async (texts, words) => {
          const index = `alternatives ${shelf++}`
          const documents = texts.map((each, at) => ({ key: `d${at}`, ...each }))
          await put(db, documents, index)
          const keys = (where: 'title' | 'anywhere') =>
            keysWith(db, index, words, where).orderBy('key').execute()
          const holds = (parts: readonly string[], alternatives: readonly string[]) =>
            alternatives.some((each) =>
              each
                .split(' ')
                .every((one) => parts.some((part) => part.split(' ').some((held) => held.includes(one)))),
            )
          for (const where of ['title', 'anywhere'] as const) {
            const wanted = documents.filter(({ title, body }) => {
              const parts = (where === 'title' ? [title] : [title, body]).map(searchText)
              return words.every((alternatives) => holds(parts, alternatives))
            })
            expect(await keys(where)).toEqual(wanted.map(({ key }) => ({ key })))
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('a document is found by its present text alone, under its own index', async () => {
    const { db } = await open()
    await put(db, [{ key: 'a', title: 'がま口', body: '口金と布' }])
    await put(db, [{ key: 'a', title: 'がま口', body: '別の棚' }], 'another shelf')
    await put(db, [{ key: 'a', title: '巾着', body: 'ひもと布' }])

    expect(await found(db, 'がま口')).toEqual([])
    expect(await found(db, '口金')).toEqual([])
    expect(await found(db, 'ひも')).toEqual(['a'])
    expect(await found(db, '巾着')).toEqual(['a by its title'])
    expect(await found(db, 'がま口', 'another shelf')).toEqual(['a by its title'])
    expect(await found(db, '布 ひも')).toEqual(['a'])
    expect(await found(db, '布 口金')).toEqual([])
  })

  test('D66: more than a thousand documents of one ms are put, again and again, and stand in the order of time', async () => {
    const { db } = await open()
    const of = (name: string, count: number, since: number): SearchDocument[] =>
      Array.from({ length: count }, (_, at) => ({ key: `${name}-${at}`, title: '布', body: '', since }))
    for (const name of ['a', 'b', 'c']) await put(db, of(name, 450, 1_700_000_000_000))
    await put(db, of('a', 450, 1_700_000_000_000))
    // The second thousand took the ids of the next ms, and the third finds those of both taken.
    for (const name of ['d', 'e']) await put(db, of(name, 600, 1_700_000_000_000))
    await put(db, of('next', 3, 1_700_000_000_001))
    await put(db, of('later', 3, 1_700_000_000_500))
    const rows = await db.selectFrom('searchDocument').select('key').orderBy('id').execute()
    expect(rows).toHaveLength(2_556)
    expect(rows.slice(-3).every(({ key }) => key.startsWith('later'))).toBe(true)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(2_556)
  })

  test('what was removed is not found, and what stands beside it is', async () => {
    const { db } = await open()
    await put(db, [
      { key: 'a', title: '布', body: '' },
      { key: 'b', title: '布', body: '' },
    ])
    await put(db, [{ key: 'a', title: '布', body: '' }], 'another shelf')

    await db.transaction().execute((trx) => removeDocuments(trx, 'shelf', ['a', 'unknown']))

    expect(await found(db, '布')).toEqual(['b by its title'])
    expect(await found(db, '布', 'another shelf')).toEqual(['a by its title'])
    // None of its text is left either.
    if (engineOf(db) === 'sqlite')
      expect(await db.selectFrom('searchText').select('rowid').execute()).toHaveLength(2)
  })

  test('a transaction that fails leaves the index as it was', async () => {
    const { db } = await open()
    await put(db, [{ key: 'a', title: '布', body: '' }])
    const failing = db.transaction().execute(async (trx) => {
      await putDocuments(trx, 'shelf', [
        { key: 'a', title: '糸', body: '' },
        { key: 'b', title: '布', body: '' },
      ])
      throw new Error('not this time')
    })
    await expect(failing).rejects.toThrow('not this time')
    expect(await found(db, '布')).toEqual(['a by its title'])
  })

  test('an index of several segments takes deletions', async () => {
    const { db } = await open()
    for (let round = 0; round < 20; round++)
      await put(
        db,
        Array.from({ length: 60 }, (_, at) => ({
          key: `${round}-${at}`,
          title: `作品${round}の${at}番`,
          body: '綿麻の布でつくる巾着とポーチの作り方。'.repeat(8),
        })),
      )
    for (let round = 0; round < 20; round++)
      await db.transaction().execute((trx) =>
        removeDocuments(
          trx,
          'shelf',
          Array.from({ length: 59 }, (_, at) => `${round}-${at}`),
        ),
      )
    expect(await found(db, '59番')).toHaveLength(20)
    expect(await found(db, '巾着')).toHaveLength(20)
  })

  test('a text without end is found by its end', async () => {
    const { db } = await open()
    const word = (at: number) => `語${at.toString(36)}`
    const body = Array.from({ length: 9_000 }, (_, at) => word(at)).join('、')
    await put(db, [{ key: 'a', title: '長い', body }])

    expect(await found(db, word(2_000))).toEqual(['a'])
    expect(await found(db, word(8_999))).toEqual(['a'])
    expect(await found(db, word(9_000))).toEqual([])
  })
})
