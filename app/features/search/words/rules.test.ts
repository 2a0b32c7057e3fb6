import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Alternatives, plainTerms, searchWords } from '~/kernel/search-text.ts'
import { elsewhereText } from './areas.rules.ts'
import { defaultTable, defaultTableOfRecipes } from './default-table.ts'
import { proposedWords } from './default-words.ts'
import { bestPart, typedParts } from './parts.rules.ts'
import { keptWords, mostOtherWords, type OtherWords, termsOf } from './rules.ts'

const parts = ['きんちゃく', '巾着', '袋', '通園', 'ばっぐ', '手']
const word = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 2 }).map((all) => all.join(''))
const phrase = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' '))
const others = fc.record<OtherWords>({
  same: fc.array(phrase, { maxLength: 4 }),
  near: fc.array(phrase, { maxLength: 4 }),
})

const holds = (text: string, alternatives: readonly string[]) =>
  alternatives.some((alternative) => alternative.split(' ').every((each) => text.includes(each)))

test('W30: a text is found by a word when it holds the word or one of its other words; what is longer is left out', () => {
  fc.assert(
    fc.property(word, others, fc.array(word, { maxLength: 4 }), (typed, { same, near }, texts) => {
      const text = texts.join('、')
      const { exact, wide } = termsOf(typed, new Map([[typed, { same, near }]]))
      expect(holds(text, exact[0] ?? [])).toBe(holds(text, [typed, ...same]))
      expect(holds(text, wide[0] ?? [])).toBe(holds(text, [typed, ...same, ...near]))
    }),
  )
})

test('W30: a word without other words is looked for as it is, and nothing stands behind', () => {
  const terms = termsOf('しらないことば 巾着', new Map([['巾着', { same: ['きんちゃく'], near: [] }]]))
  expect(terms.exact).toEqual([['しらないことば'], ['巾着', 'きんちゃく']])
  expect(terms.wide).toBe(terms.exact)
  expect(termsOf('しらない', new Map())).toEqual(plainTerms('しらない'))
})

test('W30: of a search the first six words have other words, at most twelve of a kind', () => {
  const many = Array.from({ length: 20 }, (_, at) => String.fromCodePoint(0x4e00 + at))
  const table = new Map(many.map((each) => [`語${each}`, { same: many, near: [] }]))
  const { exact } = termsOf(many.map((each) => `語${each}`).join(' '), table)
  expect(exact.map((alternatives: Alternatives) => alternatives.length > 1)).toEqual(
    many.map((_, at) => at < 6),
  )
  const far = Array.from({ length: 20 }, (_, at) => String.fromCodePoint(0x5e00 + at))
  expect(termsOf('語', new Map([['語', { same: far, near: [] }]])).exact[0]).toHaveLength(1 + mostOtherWords)
})

test('W30: the shop’s own words stand in the table as search compares them', () => {
  for (const [typed, { same, near }] of [...defaultTable, ...defaultTableOfRecipes])
    for (const each of [typed, ...same, ...near]) expect(searchWords(each).join(' ')).toBe(each)
  expect(proposedWords).toContain('巾着')
})

test('W30: colours of the fabrics’ table are looked for in recipes too, but no kanji that is a part of other words', () => {
  expect(defaultTableOfRecipes.get('ねいびー')?.same).toEqual(['紺', '紺色'])
  expect(defaultTableOfRecipes.get('青')?.near).toEqual(expect.arrayContaining(['藍', '紺', 'ねいびー']))
  expect(defaultTableOfRecipes.get('青')?.near).not.toContain('水')
  expect(defaultTable.get('青')).toBeUndefined()
})

const known = new Set(['きんちゃく', '通園ばっぐ', 'くま'])

test.each([
  ['がま口バッグ', ['バッグ']],
  ['麻の葉 巾着', ['麻の葉', '巾着']],
  ['くまのきんちゃく', ['くま', 'きんちゃく']],
  ['通園バッグ くま', ['通園バッグ', 'くま']],
  ['通園バッグくま', ['通園バッグ', 'くま']],
  ['巾着', []],
  ['巾着！', []],
  ['ｍｏｆｕ2024', []],
  ['a b c d e f', ['a', 'b', 'c', 'd', 'e']],
  ['', []],
])('W32: the parts of %j', (q, wanted) => {
  const found = typedParts(q, (each) => known.has(each))
  expect(found.slice(0, Math.max(wanted.length, 0))).toEqual(wanted)
  expect(found.length).toBeLessThanOrEqual(5)
  expect(found).not.toContain(q)
})

test('W32: of the parts the most that find something together are shown, and never none that find nothing', async () => {
  const letters = ['あ', 'い', 'う', 'え']
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...letters), { minLength: 1 }),
      fc.array(fc.subarray(letters), { maxLength: 4 }),
      async (typed, texts) => {
        const countOf = async (q: string) =>
          texts.filter((text) => q.split(' ').every((each) => text.includes(each))).length
        const best = await bestPart(typed, countOf)
        const sizes = texts.map((text) => typed.filter((each) => text.includes(each)).length)
        const most = Math.max(0, ...sizes)
        expect(best === null ? 0 : best.q.split(' ').length).toBe(most)
        if (best !== null) expect(best.count).toBe(await countOf(best.q))
        if (best !== null) expect(best.count).toBeGreaterThan(0)
      },
    ),
  )
})

test.each([
  ['通園バッグ　くま', '通園ばっぐ くま'],
  ['F-102', 'f 102'],
  ['hana@example', null],
  ['ｈａｎａ＠example', null],
  ['09012', null],
  ['０９０１', null],
  ['1-2-3', '1 2 3'],
  ['！？', null],
  ['あ'.repeat(40), 'あ'.repeat(40)],
  ['あ'.repeat(41), null],
])('W33: %j is kept as %j', (q, kept) => {
  expect(keptWords(q)).toBe(kept)
})

test('W32: what another area has is counted to a hundred', () => {
  expect(elsewhereText({ area: 'fabric', count: 5 })).toBe('生地 5点')
  expect(elsewhereText({ area: 'recipe', count: 101 })).toBe('作品 100件以上')
})
