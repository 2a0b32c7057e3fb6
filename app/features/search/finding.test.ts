import { expect, test } from 'vitest'
import { parseListing } from '~/features/products/form.server.ts'
import { allFabrics, allKits } from '~/features/products/listing.rules.ts'
import { listingOf } from '~/features/recipes/list.rules.ts'
import type { SearchArea } from '~/features/search/words/areas.rules.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { askedByVisitor, putWholeDemo } from '../../../tests/support/whole-demo.ts'
import { findFabrics, findKits } from './lists.queries.server.ts'
import { findRecipes } from './recipes.queries.server.ts'
import { suggestionsFor } from './suggestions.queries.server.ts'

const keywords = ['バッグ', 'クッション', 'キッズ', 'そんなものはない']

onBothEngines('searches of both areas', (open) => {
  const start = async () => {
    const ctx = askedByVisitor((await open()).db)
    await putWholeDemo(ctx)
    const recipes = (query: string) => {
      const situations = [{ id: 'gift', name: 'ギフト' }]
      return findRecipes(ctx, listingOf(new URLSearchParams(query), situations), keywords)
    }
    const fabrics = (query: string) => findFabrics(ctx, parseListing(new URLSearchParams(query), 6))
    const kits = (q: string) => findKits(ctx, { ...allKits(6), q })
    const totalIn: Record<SearchArea, (q: string) => Promise<number>> = {
      recipe: async (q) => (await recipes(`q=${q}`)).total,
      fabric: async (q) => (await fabrics(`q=${q}`)).page.total,
      kit: async (q) => (await kits(q)).page.total,
    }
    return { ctx, recipes, fabrics, kits, totalIn }
  }

  test('W32: words that find nothing together show what a part of them finds, and say so', async () => {
    const { ctx, recipes, fabrics, kits } = await start()
    const bag = await recipes('q=通園バッグ くま')
    expect(bag.part).toEqual({ typed: '通園バッグ くま', q: '通園バッグ' })
    expect(bag).toMatchObject({ listing: { q: '通園バッグ' }, ways: null })
    expect(bag.total).toBe((await recipes('q=通園バッグ')).total)
    // The filters stay.
    const narrow = await recipes('q=椿 くま&level=intermediate')
    expect(narrow).toMatchObject({ part: { q: '椿' }, listing: { level: { id: 'intermediate' } } })
    expect(narrow.cards.every(({ difficulty }) => difficulty === '中級')).toBe(true)
    expect(await fabrics('q=きんちゃくくま&colour=blue')).toMatchObject({
      part: { typed: 'きんちゃくくま', q: 'きんちゃく' },
      page: { typed: 'きんちゃくくま', listing: { q: 'きんちゃく', colour: 'blue' } },
    })
    expect(await kits('スタイ くま')).toMatchObject({ part: { q: 'スタイ' }, page: { typed: 'スタイ くま' } })
    const three = await findFabrics(ctx, { ...allFabrics(6), q: '麻の葉 藍 くま' })
    expect(three.part?.q).toBe('麻の葉 藍')
  })

  test('W32: each search says what the other areas have, of what is shown where all words have nothing', async () => {
    const { recipes, fabrics, kits, totalIn } = await start()
    const told = [
      ...(await recipes('q=スタイ')).elsewhere,
      ...(await fabrics('q=通園バッグ')).elsewhere,
      ...(await kits('巾着')).elsewhere,
      ...(await recipes('q=スタイ くま')).elsewhere,
    ]
    expect(told.map(({ area, q }) => `${area} ${q}`)).toEqual([
      'fabric スタイ',
      'kit スタイ',
      'recipe 通園バッグ',
      'kit 通園バッグ',
      'recipe 巾着',
      'fabric 巾着',
      'fabric スタイ',
      'kit スタイ',
    ])
    for (const { area, q, count } of told) expect([area, q, count]).toEqual([area, q, await totalIn[area](q)])
    expect((await recipes('q=')).elsewhere).toEqual([])
    expect((await recipes('q=！？')).elsewhere).toEqual([])
    // The shop has nothing for a pincushion but what the gallery's is sewn from (W54).
    expect((await recipes('q=針山')).elsewhere).toMatchObject([{ area: 'fabric', count: 2 }])
  })

  test('W32: from a page without a hit no way leads to another one, and each count is true', async () => {
    const { recipes, fabrics, kits, totalIn } = await start()
    for (const q of [
      'ぷよぷよ',
      'ぷよぷよ ぴかぴか',
      '針山&level=advanced',
      '椿 くま&situation=gift',
      'そんなものはない',
    ]) {
      const { ways, total, part, elsewhere } = await recipes(`q=${q}`)
      expect(part === null ? total : 0).toBe(0)
      expect(ways === null).toBe(part !== null)
      for (const way of [...(ways?.near ?? []), ...(ways?.keywords ?? [])]) {
        expect(way.count).toBeGreaterThan(0)
        expect(await totalIn.recipe(way.q)).toBe(way.count)
      }
      for (const each of elsewhere) expect(await totalIn[each.area](each.q)).toBeGreaterThan(0)
    }
    const pincushion = await recipes('q=針山&level=advanced')
    expect(pincushion.ways).toMatchObject({ wider: 1, any: true })
    expect((await recipes('q=ぷよぷよ')).ways?.keywords.map(({ q }) => q)).toEqual([
      'バッグ',
      'クッション',
      'キッズ',
    ])
    const leaves = await totalIn.fabric('麻の葉')
    const brown = await fabrics('q=麻の葉&colour=brown')
    expect(brown.page).toMatchObject({ total: 0, hints: { wider: leaves, near: [], hasWord: true } })
    expect((await fabrics('q=麻の葉 くま&colour=brown')).page.hints).toMatchObject({
      wider: 0,
      near: [{ q: '麻の葉', count: leaves }],
    })
    expect((await kits('ぷよぷよ')).page.hints).toEqual({ wider: 0, near: [], hasWord: true })
    expect((await kits('！？')).page.hints.hasWord).toBe(false)
  })

  test('W33: what found nothing is remembered, by whoever asked, and nothing that says who', async () => {
    const { ctx, recipes, fabrics, kits } = await start()
    const noted: unknown[] = []
    ctx.zeroHits.note = ({ area, words, address }) => noted.push([area, words, address])
    await recipes('q=ぷよぷよ')
    await fabrics('q=バッグ くま')
    await kits('プヨプヨ')
    await recipes('q=針山&level=advanced')
    await recipes('q=針山')
    await recipes('q=ぷよぷよ 090-1234-5678')
    await recipes('q=hana@example.com')
    await recipes('q=！？')
    expect(noted).toEqual([
      ['recipe', 'ぷよぷよ', '203.0.113.9'],
      ['fabric', 'ばっぐ くま', '203.0.113.9'],
      ['kit', 'ぷよぷよ', '203.0.113.9'],
    ])
  })

  test('W34: words and pages are proposed, those of the area first, and each finds something', async () => {
    const { ctx, totalIn } = await start()
    const of = async (q: string, area: SearchArea) =>
      (await suggestionsFor(ctx, q, area)).map(({ kind, text }) => `${kind} ${text}`)
    expect(await of('きんち', 'fabric')).toEqual(['word 巾着', 'kit 50cm角で作る巾着キット'])
    expect(await of('つうえん', 'recipe')).toEqual([])
    expect((await of('通園', 'recipe')).slice(0, 2)).toEqual([
      'word 通園バッグ',
      'recipe 小鳥の通園レッスンバッグ（裏地つき）',
    ])
    expect((await of('あさのは', 'fabric')).slice(0, 2)).toEqual([
      'word 麻の葉',
      'fabric 麻の葉 シーチング 50cm【藍】',
    ])
    expect(await of('F-1041', 'fabric')).toEqual(['fabric 小鳥と実 ブロード【青】'])
    // Nothing unsold, and no recipes for a single character.
    expect(await of('コーデュロイ', 'fabric')).toEqual([])
    expect((await of('花', 'recipe')).some((each) => each.startsWith('recipe'))).toBe(false)
    expect(await of('！？', 'fabric')).toEqual([])
    // Neither the typed word itself nor a hidden recipe.
    expect(await of('巾着', 'fabric')).not.toContain('word 巾着')
    const hidden = ctx.db.updateTable('recipe').where('title', '=', '小鳥の通園レッスンバッグ（裏地つき）')
    await hidden.set({ hidden: 1 }).execute()
    expect((await of('通園', 'recipe')).join()).not.toContain('小鳥の通園')
    await hidden.set({ hidden: 0 }).execute()
    for (const q of ['き', 'ば', 'バッグ', 'クッ', '麻', 'ポ', 'キット']) {
      for (const area of ['recipe', 'fabric', 'kit'] as const) {
        const suggestions = await suggestionsFor(ctx, q, area)
        expect(suggestions.length).toBeLessThanOrEqual(8)
        expect(new Set(suggestions.map(({ to }) => to)).size).toBe(suggestions.length)
        expect(JSON.stringify(suggestions).length).toBeLessThan(1_500)
        for (const { kind, text, to } of suggestions.filter(({ kind }) => kind === 'word')) {
          const there = to.startsWith('/gallery') ? 'recipe' : to.startsWith('/kits') ? 'kit' : 'fabric'
          expect([kind, text, (await totalIn[there](text)) > 0]).toEqual([kind, text, true])
        }
      }
    }
  })
})
