import { expect, test } from 'vitest'
import { hideRecipe } from '~/features/recipes/recipe.commands.server.ts'
import { createNotices } from '~/server/live/notices.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { deleteComment, hideComment, postComment } from './commands.server.ts'
import { commentEvents } from './endpoint.server.ts'
import { watchCommentsJob } from './jobs.server.ts'

onBothEngines('R16: the stream of a recipe’s comments', (open) => {
  const start = async () => {
    const { db } = await open()
    const notices = createNotices()
    const ctx = contextForTests(db, { notices })
    const taro = await addMember(db, { id: 'taro' })
    await addRecipe(db, 'taro', { id: 'work' })
    await addRecipe(db, 'taro', { id: 'other' })
    await addRecipe(db, 'taro', { id: 'hidden', hidden: 1 })
    const post = (id: string, recipe = 'work') =>
      postComment(ctx, taro, { id: `comment-${id}`, recipe, typed: 'x' })
    const listen = async (recipe = 'work') => {
      const stream = await commentEvents(ctx, recipe)
      const told: string[] = []
      const leave = stream?.subscribe({ send: (data) => told.push(data), end: () => told.push('end') })
      return { stream, told, leave }
    }
    return { db, ctx, notices, taro, post, listen }
  }

  test('tells the version at once and after each change, and nothing of other recipes', async () => {
    const { ctx, taro, post, listen } = await start()
    await post('1')
    const { stream, told, leave } = await listen()
    expect(stream?.headers.get('content-type')).toContain('text/event-stream')
    await expect.poll(() => told).toEqual(['1'])
    await post('elsewhere', 'other')
    await post('2')
    await expect.poll(() => told).toEqual(['1', '2'])
    await deleteComment(ctx, taro, { id: 'comment-1', recipe: 'work' })
    await expect.poll(() => told).toEqual(['1', '2', '3'])
    leave?.()
    await post('3')
    const after = await listen()
    await expect.poll(() => after.told).toEqual(['4'])
    expect(told).toEqual(['1', '2', '3'])
  })

  test('misses nothing that comes while it opens', async () => {
    const { ctx, post } = await start()
    const stream = await commentEvents(ctx, 'work')
    await post('between')
    const told: string[] = []
    stream?.subscribe({ send: (data) => told.push(data), end: () => {} })
    await expect.poll(() => told).toEqual(['1'])
  })

  test('R16: what another process changed is told by the job, once', async () => {
    const { db, ctx, taro, listen } = await start()
    const elsewhere = { ...ctx, notices: createNotices() }
    const job = watchCommentsJob(ctx)
    const run = () => job.run(new AbortController().signal)
    const { told } = await listen()
    const other = await listen('other')
    await expect.poll(() => [told, other.told]).toEqual([['0'], ['0']])
    await run()
    await expect.poll(() => told).toEqual(['0', '0'])
    await postComment(elsewhere, taro, { id: 'comment-1', recipe: 'work', typed: 'x' })
    await run()
    await expect.poll(() => told).toEqual(['0', '0', '1'])
    await hideComment(elsewhere, 'comment-1', { hidden: { reason: '' } })
    await run()
    await run()
    await expect.poll(() => told).toEqual(['0', '0', '1', '2'])
    await hideRecipe(elsewhere, 'work', { hidden: { reason: '' } })
    await run()
    await expect.poll(() => told).toEqual(['0', '0', '1', '2', 'end'])
    await run()
    expect(other.told).toEqual(['0', '0'])
    expect(await db.selectFrom('commentList').select('recipeId').execute()).toEqual([{ recipeId: 'work' }])
  })

  test('D102: it is asked every second where notices of other processes do not come, else every five', async () => {
    const { ctx, notices } = await start()
    const everyMs = (missesOthers: boolean) => {
      const job = watchCommentsJob({ ...ctx, notices: { ...notices, missesOthers } })
      return typeof job.everyMs === 'function' ? job.everyMs() : job.everyMs
    }
    expect([everyMs(true), everyMs(false)]).toEqual([1_000, 5_000])
  })

  test('A7: there is none of a recipe that is hidden or not there, for its author neither', async () => {
    const { listen } = await start()
    for (const recipe of ['hidden', 'never', 'a\u0000b'])
      expect((await listen(recipe)).stream).toBeUndefined()
  })

  test('R56, A27.2: ends where the recipe’s author is suspended, as soon as that is heard of, and opens again after the lift', async () => {
    const { db, ctx, listen } = await start()
    const hanako = await addMember(db, { id: 'hanako' })
    await addRecipe(db, 'hanako', { id: 'hers' })
    const job = watchCommentsJob(ctx)
    const run = () => job.run(new AbortController().signal)
    const [{ told }, other] = [await listen('hers'), await listen('other')]
    await expect.poll(() => [told, other.told]).toEqual([['0'], ['0']])
    await run()
    await db
      .insertInto('suspendedMember')
      .values({ memberId: hanako.id, reason: '', suspendedAt: 1 })
      .execute()
    await run()
    await expect.poll(() => told.at(-1)).toBe('end')
    expect(other.told).not.toContain('end')
    expect((await listen('hers')).stream).toBeUndefined()
    await db.deleteFrom('suspendedMember').execute()
    expect((await listen('hers')).stream).toBeDefined()
  })

  test('ends where a notice may have been missed, and where the recipe is no longer shown', async () => {
    const { db, ctx, notices, listen } = await start()
    const { told } = await listen()
    await expect.poll(() => told).toEqual(['0'])
    notices.allMissed()
    await expect.poll(() => told).toEqual(['0', 'end'])
    const stream = await commentEvents(ctx, 'work')
    await db.updateTable('recipe').set({ hidden: 1 }).where('id', '=', 'work').execute()
    const late: string[] = []
    stream?.subscribe({ send: (data) => late.push(data), end: () => late.push('end') })
    await expect.poll(() => late).toEqual(['end'])
  })
})
