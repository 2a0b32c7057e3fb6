import { expect, test } from 'vitest'
import type { System } from '~/kernel/actor.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { correctLikeCounts, removeDemoReactions, seedDemoReactions, setReaction } from './commands.server.ts'
import { favouritesOf } from './queries.server.ts'

const demo: System = { kind: 'system', name: 'demo' }
const all = [
  { member: 'hanako@mail.example', likes: ['b', 'a', 'nothing'], keeps: ['b', 'nothing', 'a'] },
  { member: 'yoko@mail.example', likes: ['b'], keeps: [] },
  { member: 'nobody@mail.example', likes: ['a'], keeps: ['a'] },
]

onBothEngines('reactions of the demo', (open) => {
  const opened = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const hanako = await addMember(db, { id: 'hanako' })
    const yoko = await addMember(db, { id: 'yoko' })
    for (const memberId of ['hanako', 'yoko'])
      await db
        .insertInto('memberProfile')
        .values({ memberId, joinDate: '', updatedAt: 0, source: memberId === 'hanako' ? 'demo' : 'own' })
        .execute()
    for (const id of ['a', 'b']) await addRecipe(db, 'yoko', { id, source: 'demo', likes: 40 })
    const counts = async () =>
      (await db.selectFrom('recipe').select(['id', 'likes']).orderBy('id').execute()).map(
        ({ likes }) => likes,
      )
    const kept = async (member: typeof yoko) =>
      (await favouritesOf(db, member, 9)).map(({ recipeId }) => recipeId)
    return { db, ctx, hanako, yoko, counts, kept }
  }

  test('are rows like any other, of members and recipes that are there, and what is undone stays undone', async () => {
    const { ctx, hanako, counts, kept } = await opened()
    await seedDemoReactions(ctx, demo, all)
    expect(await counts()).toEqual([1, 2])
    expect(await correctLikeCounts(ctx)).toBe(0)
    expect(await kept(hanako)).toEqual(['b', 'a'])
    await setReaction(ctx, hanako, { kind: 'like', recipe: 'b', on: false })
    await setReaction(ctx, hanako, { kind: 'favourite', recipe: 'b', on: false })
    await seedDemoReactions(ctx, demo, all)
    expect(await counts()).toEqual([1, 1])
    expect(await kept(hanako)).toEqual(['a'])
  })

  test('come beside those that a visitor of the demo gave before, once each', async () => {
    const { ctx, yoko, counts } = await opened()
    await setReaction(ctx, yoko, { kind: 'like', recipe: 'b', on: true })
    await seedDemoReactions(ctx, demo, all)
    expect(await counts()).toEqual([1, 2])
  })

  test('when the demo ends nobody keeps a recipe of it', async () => {
    const { db, ctx, hanako, yoko, kept } = await opened()
    await addRecipe(db, 'yoko', { id: 'own' })
    await setReaction(ctx, yoko, { kind: 'favourite', recipe: 'own', on: true })
    await setReaction(ctx, yoko, { kind: 'favourite', recipe: 'a', on: true })
    await seedDemoReactions(ctx, demo, all)
    await removeDemoReactions(ctx)
    expect([await kept(hanako), await kept(yoko)]).toEqual([[], ['own']])
  })
})
