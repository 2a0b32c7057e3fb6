import { expect, test } from 'vitest'
import { noticeAfter } from '~/features/accounts/profile/recipe-notices.texts.ts'
import { hideComment, postComment } from '~/features/comments/commands.server.ts'
import { submitComment } from '~/features/comments/endpoint.server.ts'
import { anyVisitor, commentsOf, commentsPage, commentsVersion } from '~/features/comments/queries.server.ts'
import { setReaction } from '~/features/reactions/commands.server.ts'
import { doWanted, takeReaction } from '~/features/reactions/endpoint.server.ts'
import { type Actor, type Member, memberId } from '~/kernel/actor.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { deleteMember, lockMember } from '~/server/auth/account-changes.ts'
import { engineOf } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import {
  contextForTests,
  onBothEngines,
  untilOneWaits,
} from '../../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../../tests/support/recipe-for-tests.ts'
import { setBlock } from './commands.server.ts'
import { takeBlock } from './endpoint.server.ts'
import { blockedMembers, ownBlockOf } from './queries.server.ts'
import { mostBlocks } from './rules.ts'
import { blockNotice } from './texts.ts'

const refusal = (error: string) => ({ ok: false, error })
const muted = refusal('muted')

onBothEngines('blocks between members', (open) => {
  const start = async () => {
    const { db } = await open()
    const published: string[] = []
    const notices = {
      subscribe: () => () => {},
      topics: () => [],
      missed: (topic: string) => void published.push(topic),
      missesOthers: false,
      publish: (topic: string) => void published.push(topic),
    }
    const ctx = contextForTests(db, { notices })
    const hanako = await addMember(db, { id: 'hanako', name: '花子' })
    const taro = await addMember(db, { id: 'taro', name: '太郎' })
    const jiro = await addMember(db, { id: 'jiro', name: '次郎' })
    await addRecipe(db, 'hanako', { id: 'hers' })
    await addRecipe(db, 'jiro', { id: 'other' })
    const block = (member = 'taro', actor: Actor = hanako) => setBlock(ctx, actor, { member, on: true })
    const unblock = (member = 'taro', actor: Actor = hanako) => setBlock(ctx, actor, { member, on: false })
    const say = (id: string, actor: Actor = taro, recipe = 'other', typed = id) =>
      postComment(ctx, actor, { id: `comment-${id}`, recipe, typed })
    const like = (actor: Actor = taro, recipe = 'hers', on = true) =>
      setReaction(ctx, actor, { kind: 'like', recipe, on })
    const likes = async (recipe = 'hers') =>
      (await db.selectFrom('recipe').where('id', '=', recipe).select('likes').executeTakeFirstOrThrow()).likes
    const seen = async (viewer: Actor, recipe = 'other') => {
      const list = await commentsOf(db, viewer, { recipe, count: 30 })
      return { texts: list?.comments.map(({ text }) => text), total: list?.total, version: list?.version }
    }
    const as = (actor: Member): RequestContext => ({ ...ctx, actor, requestId: 'r' })
    return { db, ctx, hanako, taro, jiro, block, unblock, say, like, likes, seen, as, published }
  }

  test('R58: she sees no comment of one whom she blocks, nor counts it; everybody else does, and she again after its end', async () => {
    const { hanako, taro, jiro, block, unblock, say, seen } = await start()
    await say('a', taro)
    await say('b', jiro)
    await say('c', taro, 'hers')
    expect(await block()).toEqual({ ok: true, value: { name: '太郎' } })
    expect(await seen(hanako)).toEqual({ texts: ['b'], total: 1, version: 2 })
    expect(await seen(hanako, 'hers')).toEqual({ texts: [], total: 0, version: 1 })
    for (const viewer of [anyVisitor, taro, jiro]) {
      expect((await seen(viewer)).total).toBe(2)
      expect(await seen(viewer, 'hers')).toMatchObject({ texts: ['c'] })
    }
    // Written afterwards, below another's recipe.
    expect(await say('d', taro)).toMatchObject({ ok: true })
    expect(await seen(hanako)).toMatchObject({ texts: ['b'], total: 1, version: 3 })
    await unblock()
    expect((await seen(hanako)).total).toBe(3)
  })

  test('R58: of more comments than a page has, a page of hers is full', async () => {
    const { ctx, hanako, taro, jiro, block, say, db } = await start()
    for (const [n, who] of [taro, jiro, taro, jiro, taro, jiro].entries()) {
      ctx.advance(1_000)
      await say(`n${n}`, who)
    }
    await block()
    const list = await commentsOf(db, hanako, { recipe: 'other', count: 2 })
    expect([list?.comments.map(({ text }) => text), list?.total]).toEqual([['n5', 'n3'], 3])
  })

  test('R59: whom she blocks neither comments on hers nor likes it, and does both elsewhere; it is the block that decides, not who saw it', async () => {
    const { block, unblock, say, like, likes, jiro } = await start()
    await block()
    expect(await say('a', undefined, 'hers')).toEqual(muted)
    expect(await like()).toEqual(muted)
    expect(await likes()).toBe(0)
    expect(await say('b')).toMatchObject({ ok: true })
    expect(await like(undefined, 'other')).toEqual({ ok: true, value: null })
    expect(await say('c', jiro, 'hers')).toMatchObject({ ok: true })
    expect(await like(jiro)).toEqual({ ok: true, value: null })
    await unblock()
    expect(await say('a', undefined, 'hers')).toMatchObject({ ok: true })
    expect(await like()).toEqual({ ok: true, value: null })
    expect(await likes()).toBe(2)
  })

  test('R59: it is one way: she who blocks comments on and likes the other’s', async () => {
    const { block, say, like, hanako } = await start()
    await block('jiro')
    expect(await say('a', hanako)).toMatchObject({ ok: true })
    expect(await like(hanako, 'other')).toEqual({ ok: true, value: null })
  })

  test('R59: what was there before stays and can be taken back, and is not given again', async () => {
    const { db, block, say, like, likes, taro } = await start()
    await say('a', taro, 'hers')
    await like()
    await block()
    expect([await likes(), await commentsVersion(db, 'hers')]).toEqual([1, 1])
    expect(await like(taro, 'hers', false)).toEqual({ ok: true, value: null })
    expect(await likes()).toBe(0)
    expect(await like()).toEqual(muted)
    expect(await say('a', taro, 'hers')).toEqual(muted)
  })

  test('R61: nobody is told: no version, no notice, no count and no mail differ after a block and its end', async () => {
    const { db, block, unblock, say, taro, published } = await start()
    await say('a', taro)
    await say('b', taro, 'hers')
    const told = async () => ({
      published: [...published],
      lists: await db.selectFrom('commentList').selectAll().orderBy('recipeId').execute(),
      recipes: await db.selectFrom('recipe').selectAll().orderBy('id').execute(),
      mails: await db.selectFrom('mail').selectAll().execute(),
      audit: await db.selectFrom('audit').selectAll().execute(),
    })
    const before = await told()
    await block()
    expect(await told()).toEqual(before)
    await unblock()
    expect(await told()).toEqual(before)
  })

  test('R61, A27: to whom she blocks every answer is that of who may not comment at all, letter by letter', async () => {
    const { ctx, block, taro, as } = await start()
    const stopped = { ...taro, canComment: false }
    await addMember(ctx.db, { id: 'saburo' })
    const page = async (actor: Member) => {
      const { newId: _, ...page } = await commentsPage(ctx, actor, { recipe: 'hers', count: null })
      return JSON.stringify(page)
    }
    const answers = async (actor: Member) => {
      const tried: unknown[] = [await page(actor)]
      for (const [id, text] of [
        ['comment-1', 'こんにちは'],
        ['comment-1', ''],
        ['comment-1', 'あ'.repeat(501)],
        ['x', 'こんにちは'],
      ] as const) {
        const body = new URLSearchParams({ id, text })
        const request = new Request('https://shop.example/', { method: 'POST', body })
        tried.push(await submitComment(as(actor), request, 'hers'))
      }
      return tried
    }
    const ofStopped = await answers(stopped)
    const free = await answers(taro)
    for (const table of ['comment', 'commentList'] as const) await ctx.db.deleteFrom(table).execute()
    await block()
    expect(JSON.stringify(await answers(taro))).toBe(JSON.stringify(ofStopped))
    expect(free).not.toEqual(ofStopped)
  })

  test('R61, A27: a like is refused in those words too, for scripts and for forms', async () => {
    const { block, taro, as } = await start()
    await block()
    const ask = (headers: Record<string, string>) =>
      takeReaction(
        as(taro),
        taro,
        new Request('https://shop.example/', {
          method: 'POST',
          headers,
          body: new URLSearchParams({ kind: 'like', on: 'true' }),
        }),
        'hers',
      )
    const answer = await ask({ accept: 'application/json' })
    expect([answer.status, await answer.text()]).toEqual([403, '{"reason":"muted"}'])
    expect((await ask({})).headers.get('location')).toBe('/gallery/detail/hers?notice=like-muted')
    // What was pressed before a sign-in.
    const wanted = await doWanted(as(taro), undefined, { kind: 'like', recipe: 'hers' })
    expect(noticeAfter('sign-in', { kind: 'like', outcome: wanted })).toBe('like-muted')
  })

  test('R60: 500 at most; the 501st is refused in words, one who is blocked already is not, and an end makes room', async () => {
    const { db, block, unblock, hanako } = await start()
    const at = '2026-03-31T15:00:00.000Z'
    for (let n = 0; n < mostBlocks; n += 100) {
      const ids = Array.from({ length: 100 }, (_, k) => `m${n + k}`)
      await db
        .insertInto('member')
        .values(
          ids.map((id) => ({
            id,
            name: id,
            email: `${id}@x.example`,
            emailVerified: 1,
            createdAt: at,
            updatedAt: at,
          })),
        )
        .execute()
      await db
        .insertInto('memberBlock')
        .values(ids.map((blockedId) => ({ memberId: 'hanako', blockedId, createdAt: 0 })))
        .execute()
    }
    expect(await block()).toEqual(refusal('too_many_blocks'))
    expect(await block('m7')).toMatchObject({ ok: true })
    expect(await blockedMembers(db, hanako)).toHaveLength(mostBlocks)
    await unblock('m7')
    expect(await block()).toMatchObject({ ok: true })
    expect((await blockedMembers(db, hanako))[0]).toEqual({ id: 'taro', name: '太郎' })
    expect(await ownBlockOf(db, hanako, 'taro')).toBe(true)
  })

  test('R60: two at once beside 499 are one', async () => {
    const { db, ctx, block } = await start()
    const at = '2026-03-31T15:00:00.000Z'
    const ids = Array.from({ length: mostBlocks - 1 }, (_, k) => `m${k}`)
    for (const part of [ids.slice(0, 250), ids.slice(250)]) {
      await db
        .insertInto('member')
        .values(
          part.map((id) => ({
            id,
            name: id,
            email: `${id}@x.example`,
            emailVerified: 1,
            createdAt: at,
            updatedAt: at,
          })),
        )
        .execute()
      await db
        .insertInto('memberBlock')
        .values(part.map((blockedId) => ({ memberId: 'hanako', blockedId, createdAt: ctx.now() })))
        .execute()
    }
    const answers = await Promise.all([block('taro'), block('jiro')])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('R56, R60: a suspended member is nobody to who does not block her yet; who does may end it', async () => {
    const { db, block, unblock } = await start()
    await block('jiro')
    const suspended = ['taro', 'jiro'].map((id) => ({ memberId: id, reason: '', suspendedAt: 1 }))
    await db.insertInto('suspendedMember').values(suspended).execute()
    for (const answer of [await block('taro'), await unblock('taro')])
      expect(answer).toEqual(refusal('no_such_member'))
    expect(await unblock('jiro')).toEqual({ ok: true, value: { name: '次郎' } })
    expect(await db.selectFrom('memberBlock').selectAll().execute()).toEqual([])
  })

  test('R60: nobody blocks herself, nobody, or without a session; sixty presses a minute at most', async () => {
    const { ctx, db, block, hanako } = await start()
    expect(await block('hanako')).toEqual(refusal('herself'))
    for (const none of ['nobody', '', "'", '\0', 'x'.repeat(101)])
      expect(await block(none)).toEqual(refusal('no_such_member'))
    for (const kind of ['visitor', 'curator'] as const)
      expect(await block('taro', { kind, address: '203.0.113.9' })).toEqual(refusal('not_signed_in'))
    expect(await block('taro', { ...hanako, id: memberId('gone') })).toEqual(refusal('not_signed_in'))
    expect(await db.selectFrom('memberBlock').selectAll().execute()).toEqual([])
    ctx.advance(60_000)
    for (let n = 0; n < 60; n += 1) expect(await block()).toMatchObject({ ok: true })
    expect(await block()).toEqual(refusal('too_many'))
  })

  test('R60, A5: whom she blocks is for her alone', async () => {
    const { db, block, hanako, taro, jiro } = await start()
    await block()
    expect(await blockedMembers(db, taro)).toEqual([])
    expect(await ownBlockOf(db, taro, 'hanako')).toBe(false)
    expect(await ownBlockOf(db, jiro, 'taro')).toBe(false)
    expect(await ownBlockOf(db, anyVisitor, 'taro')).toBeNull()
    expect(await ownBlockOf(db, hanako, 'hanako')).toBeNull()
    expect(await ownBlockOf(db, hanako, '\0')).toBeNull()
  })

  test.each(['hanako', 'taro'])('A17: a block goes with the account of %s', async (who) => {
    const { db, ctx, block, hanako } = await start()
    await block()
    await block('jiro')
    await inTransaction(ctx, (trx) => deleteMember(trx, memberId(who)))
    const left = who === 'hanako' ? [] : [{ id: 'jiro', name: '次郎' }]
    expect(await blockedMembers(db, hanako)).toEqual(left)
  })

  test('R62: an owner or admin is blocked as a member; what the shop does reaches her who blocks', async () => {
    const { ctx, hanako, taro, block, say, seen } = await start()
    await ctx.db
      .insertInto('memberProfile')
      .values({ memberId: 'taro', role: 'admin', joinDate: '', updatedAt: 0 })
      .execute()
    expect(await block()).toMatchObject({ ok: true })
    const admin: Member = { ...taro, role: 'admin' }
    expect(await say('a', admin, 'hers')).toEqual(muted)
    await say('b', hanako, 'hers')
    expect(await hideComment(ctx, 'comment-b', { hidden: { reason: 'だめ' } })).toMatchObject({ ok: true })
    const page = await commentsPage(ctx, hanako, { recipe: 'hers', count: null })
    expect(page.hidden).toMatchObject([{ text: 'b', reason: 'だめ' }])
    expect((await seen(hanako, 'hers')).texts).toEqual([])
  })

  test('R59: a comment or a like that is under way is there before the block, none comes after', async () => {
    const { db, ctx, taro, block, say, like, likes, seen } = await start()
    for (const kind of ['comment', 'like'] as const) {
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
      // Holds the one who is being blocked, as her comment and her like do.
      const holder = inTransaction(ctx, async (trx) => {
        await lockMember(trx, taro.id)
        locked()
        if (engineOf(db) === 'postgres') await held
      })
      await isLocked
      const blocked = block()
      await untilOneWaits(db)
      release()
      await holder
      expect(await blocked).toMatchObject({ ok: true })
      expect(kind === 'comment' ? await say('late', taro, 'hers') : await like()).toEqual(muted)
      await db.deleteFrom('memberBlock').execute()
    }
    for (let round = 0; round < 10; round += 1) {
      const [said, , liked] = await Promise.all([say(`r${round}`, taro, 'hers'), block(), like()])
      const list = (await seen(anyVisitor, 'hers')).texts ?? []
      expect(list.includes(`r${round}`)).toBe(said.ok)
      expect(await likes()).toBe(liked.ok ? 1 : 0)
      expect(await say(`s${round}`, taro, 'hers')).toEqual(muted)
      for (const table of ['memberBlock', 'recipeLike', 'rateLimit'] as const)
        await db.deleteFrom(table).execute()
      await db.updateTable('recipe').set({ likes: 0 }).execute()
      ctx.advance(60_000)
    }
  })

  test('two who block each other at once both do', async () => {
    const { block, taro } = await start()
    for (let round = 0; round < 5; round += 1) {
      const both = await Promise.all([block(), block('hanako', taro)])
      expect(both.map(({ ok }) => ok)).toEqual([true, true])
    }
  })

  test('a press answers scripts as JSON and forms with a way back; a fault is told, never thrown', async () => {
    const { as, hanako, ctx } = await start()
    const press = (
      fields: Record<string, string>,
      headers: Record<string, string> = {},
      context = as(hanako),
    ) =>
      takeBlock(
        context,
        new Request('https://shop.example/', { method: 'POST', headers, body: new URLSearchParams(fields) }),
      )
    const script = { accept: 'application/json' }
    const taro = { member: 'taro', on: 'true' }
    const done = await press(taro, script)
    expect([done.status, await done.json()]).toEqual([200, { text: '太郎さんをブロックしました。' }])
    const nobody = await press({ member: 'nobody', on: 'true' }, script)
    expect([nobody.status, await nobody.json()]).toEqual([
      404,
      { reason: 'no_such_member', text: 'ブロックできませんでした。この会員は、もういません。' },
    ])
    const to = async (fields: Record<string, string>, context?: RequestContext) =>
      (await press(fields, {}, context)).headers.get('location')
    expect(await to({ ...taro, from: 'profile' })).toBe('/gallery/user/taro?notice=block-on')
    expect(await to({ ...taro, on: 'false', from: 'settings' })).toBe(
      '/gallery/mypage?tab=settings&notice=block-off',
    )
    expect(await to({ member: '//evil.example', on: 'true', from: 'profile' })).toBe(
      '/gallery/mypage?tab=settings&notice=block-no-such-member',
    )
    expect(await to({ member: 'hanako', on: 'true' })).toBe('/gallery/user/hanako?notice=block-herself')
    const visitor = { ...ctx, actor: { kind: 'visitor', address: '' }, requestId: 'r' } as const
    expect(await to(taro, visitor)).toMatch(/^\/gallery\/login\?/)
    const broken = {
      ...as(hanako),
      newId: ctx.newId,
      db: new Proxy(ctx.db, {
        get: () => {
          throw new Error('away')
        },
      }),
    }
    const failed = await press(taro, script, broken)
    expect([failed.status, await failed.json()]).toEqual([
      500,
      {
        reason: 'failed',
        text: 'ブロックできませんでした。何も変わっていません。しばらくしてから、もう一度お試しください。',
      },
    ])
    const said = async (fields: Record<string, string>, context?: RequestContext) => {
      const url = new URL((await to(fields, context)) ?? '', 'https://shop.example')
      return [url.pathname, blockNotice(url.searchParams.get('notice'))?.text]
    }
    const profile = '/gallery/user/taro'
    expect(
      await said({ ...taro, from: 'profile' }, broken),
      'where she pressed, and what did not happen',
    ).toEqual([
      profile,
      'ブロックできませんでした。何も変わっていません。しばらくしてから、もう一度お試しください。',
    ])
    expect(await said({ ...taro, on: 'false', from: 'profile' }, broken)).toEqual([
      profile,
      'ブロックを解除できませんでした。何も変わっていません。しばらくしてから、もう一度お試しください。',
    ])
    expect(await said({ member: 'nobody', on: 'false', from: 'profile' })).toEqual([
      '/gallery/mypage',
      'ブロックを解除できませんでした。この会員は、もういません。',
    ])
  })
})
