import { expect, test } from 'vitest'
import { publicProfile } from '~/features/accounts/profile/queries.server.ts'
import { type Actor, memberId } from '~/kernel/actor.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import {
  authorSitemap,
  authorTotal,
  listSitemap,
  recipeSitemap,
  recipeTotal,
  recipeTotals,
} from './list.queries.server.ts'
import {
  drawnProducts,
  pdfBytes,
  recipeOfId,
  recipesOfTags,
  shopPicks,
  titleOfPdf,
} from './recipe.queries.server.ts'

const visitor: Actor = { kind: 'visitor', address: '203.0.113.9' }

onBothEngines('the page of a recipe', (open) => {
  const opened = async () => {
    const { db } = await open()
    const hanako = await addMember(db, { id: 'hanako', name: '糸井はるか' })
    return { db, hanako }
  }

  test('R22, A7: of each tag is told how many recipes it finds for who looks, as search compares them', async () => {
    const { db, hanako } = await opened()
    await addRecipe(db, 'hanako', { id: 'a', tags: ['ﾌﾟﾚｾﾞﾝﾄ', '入学'] })
    await addRecipe(db, 'hanako', { id: 'b', tags: ['プレゼント'] })
    await addRecipe(db, 'hanako', { id: 'hidden', tags: ['プレゼント'], hidden: 1 })
    const found = (viewer: Actor) => recipesOfTags(db, viewer, ['プレゼント', '入学', '発表会'])
    const foundByTags = (...counts: number[]) =>
      ['プレゼント', '入学', '発表会'].map((tag, at) => ({ tag, recipes: counts[at] }))
    expect(await found(visitor)).toEqual(foundByTags(2, 1, 0))
    expect(await found(hanako)).toEqual(foundByTags(3, 1, 0))
    expect(await recipesOfTags(db, visitor, [])).toEqual([])
  })

  test('R13: a recipe has all that its author wrote, and her present name', async () => {
    const { db } = await opened()
    const content = {
      title: '巾着',
      description: '説明',
      ingredients: ['布', '布'],
      ties: [
        { line: 0, product: { number: 'F-1', units: 2, name: '麻の葉' } },
        { line: 1, product: null },
      ],
      steps: [
        { id: 2, description: '縫う', imageUrl: '/Image/logo.svg' },
        { id: 1, description: '裁つ' },
      ],
      affiliateProducts: [{ id: 'a', name: 'ひも', description: '', productUrl: 'https://a.example/' }],
      tags: ['巾着', 'ギフト'],
      moreImages: ['/Image/b.jpg', '/Image/a.jpg'],
      cookingTime: 'half-day',
      explanationType: 'website',
      websiteExplanation: 'くわしく',
    }
    await addRecipe(db, 'hanako', {
      ...content,
      id: 'a',
      authorName: '昔の名前',
      difficulty: 'hard',
      likes: 3,
      createdAt: 5,
      updatedAt: 6,
    })
    expect(await recipeOfId(db, visitor, 'a')).toEqual({
      ...content,
      id: 'a',
      difficulty: '上級',
      youtubeUrl: '',
      pdfUrl: '',
      mainImageUrl: '',
      likes: 3,
      createdAt: 5,
      updatedAt: 6,
      author: { id: 'hanako', name: '糸井はるか', photoUrl: '' },
      isHidden: false,
      hiddenReason: '',
    })
  })

  test('A7: a hidden recipe is there for its author alone, and in no total or sitemap of others', async () => {
    const { db, hanako } = await opened()
    const other = await addMember(db, { id: 'yoko' })
    await addRecipe(db, 'hanako', { id: 'hidden', hidden: 1, likes: 5 })
    const curator: Actor = { kind: 'curator', address: '', signedInAs: hanako.id }

    for (const viewer of [visitor, other, curator]) {
      expect(await recipeOfId(db, viewer, 'hidden')).toBeUndefined()
      expect(await recipeTotals(db, viewer, hanako.id)).toEqual({ totalRecipes: 0, totalLikes: 0 })
    }
    expect(await recipeOfId(db, hanako, 'hidden')).toMatchObject({ isHidden: true })
    expect(await recipeTotals(db, hanako, hanako.id)).toEqual({ totalRecipes: 1, totalLikes: 5 })
    const range = { from: 0, most: 9 }
    expect(await recipeSitemap({ db }, range)).toEqual([])
    expect(await authorSitemap({ db }, range)).toEqual([])
    expect([await recipeTotal({ db }), await authorTotal({ db })]).toEqual([0, 0])
  })

  test.each(['', 'no-such', '\u0000', "a' or '1'='1", '../a', 'a'.repeat(5_000), '\ud800', 'あ'])(
    'R30: the id %j leads to no recipe and no member',
    async (id) => {
      const { db } = await opened()
      await addRecipe(db, 'hanako', { id: 'a' })
      expect(await recipeOfId(db, visitor, id)).toBeUndefined()
      expect(await publicProfile(db, id)).toBeUndefined()
    },
  )

  test('R25: totals count one member’s recipes alone', async () => {
    const { db, hanako } = await opened()
    await addMember(db, { id: 'yoko' })
    for (const id of ['a', 'b', 'c']) await addRecipe(db, 'hanako', { id, likes: 2 })
    await addRecipe(db, 'yoko', { id: 'd', likes: 100 })
    expect(await recipeTotals(db, visitor, hanako.id)).toEqual({ totalRecipes: 3, totalLikes: 6 })
    expect(await recipeTotals(db, visitor, memberId('nobody'))).toEqual({ totalRecipes: 0, totalLikes: 0 })
  })

  test('R8: the size of a PDF of ours is known, of one elsewhere it is not', async () => {
    const { db } = await opened()
    const name = 'f'.repeat(32)
    await db
      .insertInto('upload')
      .values({ name, kind: 'pdf', width: 0, height: 0, bytes: 1_234, source: 'own', lastPutAt: 1 })
      .execute()
    expect(await pdfBytes(db, `/Image/uploads/${name}.pdf`)).toBe(1_234)
    expect(await pdfBytes(db, `/Image/uploads/${'e'.repeat(32)}.pdf`)).toBeNull()
    expect(await pdfBytes(db, 'https://elsewhere.example/a.pdf')).toBeNull()
  })

  test('R8, A7: a PDF has the title of the recipe that names it, of one that everybody may see', async () => {
    const { db } = await opened()
    const pdf = (letter: string) => `/Image/uploads/${letter.repeat(32)}.pdf`
    await addRecipe(db, 'hanako', { id: 'w1', title: '巾着', pdfUrl: pdf('a') })
    await addRecipe(db, 'hanako', { id: 'w2', title: '隠れた袋', pdfUrl: pdf('a'), hidden: 1 })
    const titleOf = (id: string, url = pdf('a')) => titleOfPdf(db, { url, id })
    expect(await titleOf('w1')).toBe('巾着')
    for (const id of ['w2', 'w3', '', 'a\0', "'"]) expect(await titleOf(id)).toBeUndefined()
    expect(await titleOf('w1', pdf('b'))).toBeUndefined()
  })

  test('R33: products that went meanwhile are left out', async () => {
    const { db } = await opened()
    expect(await shopPicks(db, [{ number: 'F-1', name: '柄' }], 'seed')).toEqual([])
  })

  test('the sitemap names lists, recipes and authors, each as its own canonical address', async () => {
    const { db } = await opened()
    await db.deleteFrom('situationTag').execute()
    await db.deleteFrom('situationCategory').execute()
    await db.deleteFrom('popularKeyword').execute()
    await db
      .insertInto('popularKeyword')
      .values({ id: 'k', name: '巾着', image: '', position: 0, compared: '巾着', updatedAt: 0 })
      .execute()
    await db
      .insertInto('situationCategory')
      .values({ id: 'gift', name: 'ギフト', image: '', position: 0, compared: 'ぎふと', updatedAt: 0 })
      .execute()
    const noon = Date.UTC(2026, 3, 1, 3)
    await addRecipe(db, 'hanako', { id: 'old', createdAt: 1, updatedAt: noon })
    await addRecipe(db, 'hanako', { id: 'new', createdAt: 2, updatedAt: noon - 86_400_000 })

    expect(await listSitemap({ db })).toEqual([
      { path: '/gallery' },
      { path: '/gallery/search' },
      ...['beginner&category=%E5%88%9D%E7%B4%9A', 'intermediate&category=%E4%B8%AD%E7%B4%9A']
        .concat('advanced&category=%E4%B8%8A%E7%B4%9A')
        .map((query) => ({ path: `/gallery/search?level=${query}` })),
      { path: `/gallery/search?${new URLSearchParams({ q: '巾着' })}` },
      { path: `/gallery/search?${new URLSearchParams({ situation: 'gift', category: 'ギフト' })}` },
    ])
    const paths = [
      { path: '/gallery/detail/old', changed: '2026-04-01' },
      { path: '/gallery/detail/new', changed: '2026-03-31' },
    ]
    expect(await recipeSitemap({ db }, { from: 0, most: 9 })).toEqual(paths)
    expect(await recipeSitemap({ db }, { from: 0, most: 1 })).toEqual(paths.slice(0, 1))
    expect(await recipeSitemap({ db }, { from: 1, most: 9 })).toEqual(paths.slice(1))
    const members = [{ path: '/gallery/user/hanako', changed: '2026-04-01' }]
    expect(await authorSitemap({ db }, { from: 0, most: 9 })).toEqual(members)
    expect(await authorSitemap({ db }, { from: 1, most: 9 })).toEqual([])
    expect([await recipeTotal({ db }), await authorTotal({ db })]).toEqual([2, 1])
  })
})

onBothEngines('the public page of a member', (open) => {
  test('A5: shows what she wrote of herself, and neither address, role nor rights', async () => {
    const { db } = await open()
    await addMember(db, { id: 'hanako', name: '花子', email: 'secret@mail.example' })
    await db
      .insertInto('memberProfile')
      .values({
        memberId: 'hanako',
        joinDate: '2026年4月',
        role: 'admin',
        line: 'https://lin.ee/h',
        updatedAt: 1,
      })
      .execute()
    const empty = { bio: '', hometown: '', favoriteFood: '', cookingStyle: '', personalStory: '' }
    const links = { instagram: '', twitter: '', youtube: '', tiktok: '', website: '' }
    const shown = await publicProfile(db, 'hanako')
    expect(shown).toEqual({
      id: 'hanako',
      profile: {
        displayName: '花子',
        photoURL: '',
        joinDate: '2026年4月',
        ...empty,
        authorSNS: links,
        formerSNS: { facebook: '', line: 'https://lin.ee/h' },
        interests: [],
        achievements: [],
      },
    })
  })

  test('what is damaged in a profile is left out, and a nameless member has the default name', async () => {
    const { db } = await open()
    await addMember(db, { id: 'hanako', name: ' ' })
    await db
      .insertInto('memberProfile')
      .values({
        memberId: 'hanako',
        joinDate: '2025年9月',
        bio: '縫います',
        interests: '[broken',
        updatedAt: 1,
      })
      .execute()
    expect((await publicProfile(db, 'hanako'))?.profile).toMatchObject({
      displayName: '匿名ユーザー',
      joinDate: '2025年9月',
      bio: '縫います',
      interests: [],
    })
  })
})

const prints = (prints: number, colours: number) =>
  Array.from({ length: prints * colours }, (_, at) => ({
    number: `F-${at}`,
    name: `柄${Math.floor(at / colours)}`,
  }))

test('R33: a recipe has the same two products all day, and others the next', () => {
  const products = prints(40, 3)
  expect(drawnProducts(products, 'work 2026-04-01')).toEqual(drawnProducts(products, 'work 2026-04-01'))
  const days = Array.from({ length: 20 }, (_, day) => JSON.stringify(drawnProducts(products, `work ${day}`)))
  expect(new Set(days).size).toBeGreaterThan(15)
})

test('R33: every product comes up on some day', () => {
  const products = prints(6, 2)
  const days = Array.from({ length: 200 }, (_, day) => drawnProducts(products, `work ${day}`))
  expect(new Set(days.flat().map(({ number }) => number)).size).toBe(12)
})

test('two products of different names, each with its own picture first and those of its colours, four at most', () => {
  const products = prints(2, 6)
  for (let day = 0; day < 20; day += 1) {
    const drawn = drawnProducts(products, `work ${day}`)
    expect(drawn).toHaveLength(2)
    const nameOf = (number: string) => products.find((product) => product.number === number)?.name
    expect(new Set(drawn.map(({ number }) => nameOf(number))).size).toBe(2)
    for (const { number, pictured } of drawn) {
      expect(pictured[0]).toBe(number)
      expect(pictured).toHaveLength(4)
      expect(new Set(pictured).size).toBe(4)
      expect(new Set(pictured.map(nameOf)).size).toBe(1)
    }
  }
})

test('a shop with one product, or none, has one, or none', () => {
  expect(drawnProducts([], 'work')).toEqual([])
  expect(drawnProducts(prints(1, 1), 'work')).toEqual([{ number: 'F-0', pictured: ['F-0'] }])
})
