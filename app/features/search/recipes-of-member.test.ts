import { expect, test } from 'vitest'
import { memberListingOf, ownRecipesPath, recipesOfMemberPath } from '~/features/recipes/list.rules.ts'
import { memberId, type Requester } from '~/kernel/actor.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe, addRecipes } from '../../../tests/support/recipe-for-tests.ts'
import { findRecipesOf } from './recipes.queries.server.ts'

const visitor: Requester = { kind: 'visitor', address: '203.0.113.9' }
const pageSize = 10

onBothEngines('the recipes of a member', (open) => {
  const opened = async () => {
    const { db } = await open()
    const hanako = await addMember(db, { id: 'hanako', name: '糸井はるか' })
    await addMember(db, { id: 'yoko', name: '洋子' })
    const found = async (query: string, actor: Requester = visitor) => {
      const listing = memberListingOf(new URLSearchParams(query), pageSize)
      const { cards, ...totals } = await findRecipesOf({ db, actor }, hanako.id, listing)
      return { ids: cards.map(({ id }) => String(id)), ...totals }
    }
    return { db, hanako, found }
  }

  test('W52: are searched among hers alone, ten at a time, the newest or the most liked first, with totals of all', async () => {
    const { db, found } = await opened()
    await addRecipes(
      db,
      'hanako',
      Array.from({ length: 14 }, (_, at) => ({
        id: `a${String(at).padStart(2, '0')}`,
        title: at % 2 === 0 ? `巾着 ${at}` : `帽子 ${at}`,
        likes: at === 3 ? 9 : at === 4 ? 8 : 0,
        createdAt: at,
      })),
    )
    await addRecipes(db, 'yoko', [
      { id: 'other', title: '巾着', likes: 99, createdAt: 99 },
      { id: 'other2', title: '帽子', likes: 99, createdAt: 98 },
    ])

    const totals = { total: 14, totalRecipes: 14, totalLikes: 17 }
    const all = [
      'a13',
      'a12',
      'a11',
      'a10',
      'a09',
      'a08',
      'a07',
      'a06',
      'a05',
      'a04',
      'a03',
      'a02',
      'a01',
      'a00',
    ]
    expect(await found('')).toEqual({ ids: all.slice(0, 10), ...totals })
    expect((await found('count=20')).ids).toEqual(all)
    expect(await found('sort=popular')).toEqual({
      ids: ['a03', 'a04', ...all.filter((id) => id !== 'a03' && id !== 'a04').slice(0, 8)],
      ...totals,
    })
    const bags = all.filter((id) => Number(id.slice(1)) % 2 === 0)
    expect(await found('q=巾着&sort=new')).toEqual({ ids: bags, ...totals, total: 7 })
    expect((await found('q=巾着&sort=popular')).ids).toEqual(['a04', ...bags.filter((id) => id !== 'a04')])
    expect((await found('q=巾着 12')).ids).toEqual(['a12'])
    expect(await found('q=ない')).toEqual({ ids: [], ...totals, total: 0 })
    expect(await found('q=。')).toEqual({ ids: [], ...totals, total: 0 })
  })

  test('W52, A7: her hidden ones are found and counted by her alone', async () => {
    const { db, hanako, found } = await opened()
    await addRecipe(db, 'hanako', { id: 'shown', title: '巾着', likes: 1 })
    await addRecipe(db, 'hanako', { id: 'hidden', title: '巾着', likes: 5, hidden: 1 })
    for (const query of ['', 'sort=popular', 'q=巾着', 'q=巾着&sort=popular', 'q=巾着&sort=new']) {
      expect(await found(query), query).toEqual({ ids: ['shown'], total: 1, totalRecipes: 1, totalLikes: 1 })
      const own = await found(query, hanako)
      expect(own.ids.toSorted(), query).toEqual(['hidden', 'shown'])
      expect(own).toMatchObject({ total: 2, totalRecipes: 2, totalLikes: 6 })
    }
  })

  test('W52, W30: are found by other spellings, too, and not by what is only near', async () => {
    const { db, found } = await opened()
    await addRecipe(db, 'hanako', { id: 'near', title: 'がま口' })
    expect(await found('q=化粧ポーチ')).toMatchObject({ ids: [], total: 0 })
    await addRecipe(db, 'hanako', { id: 'bag', title: 'レッスンバッグ' })
    await addRecipe(db, 'yoko', { id: 'other', title: 'レッスンバッグ' })
    expect((await found('q=レッスンバック')).ids).toEqual(['bag'])
  })
})

test('W52, P7, P24: addresses of her lists leave defaults out, and odd ones fall back', () => {
  const paths = (query: string) => {
    const own = memberListingOf(new URLSearchParams(query), 10)
    return [
      ownRecipesPath(own),
      recipesOfMemberPath(memberId('m'), memberListingOf(new URLSearchParams(query), 12)),
    ]
  }
  expect(paths('')).toEqual(['/gallery/mypage?tab=recipes', '/gallery/user/m'])
  expect(paths('q=+a&sort=popular&count=20&level=beginner&tab=x')).toEqual([
    '/gallery/mypage?tab=recipes&q=a&sort=popular&count=20',
    '/gallery/user/m?q=a&sort=popular&count=24',
  ])
  expect(paths('sort=relevance&count=-3')).toEqual(['/gallery/mypage?tab=recipes', '/gallery/user/m'])
  expect(paths('q=a&sort=relevance')).toEqual(['/gallery/mypage?tab=recipes&q=a', '/gallery/user/m?q=a'])
  expect(memberListingOf(new URLSearchParams('count=99999'), 10).count).toBe(600)
})
