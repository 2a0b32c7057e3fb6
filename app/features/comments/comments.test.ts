import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { demoComments } from '#demo/comments.ts'
import { removeDemoMembers } from '~/features/accounts/profile/commands.server.ts'
import { deleteRecipe } from '~/features/recipes/posting.commands.server.ts'
import { type Actor, type Member, memberId } from '~/kernel/actor.ts'
import { engineOf, forUpdate } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines, untilOneWaits } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { memberSteps } from '../../brought-by-features.server.ts'
import {
  deleteComment,
  hideComment,
  postComment,
  removeDemoComments,
  seedDemoComments,
} from './commands.server.ts'
import { anyVisitor, commentsOf, commentsPage, commentsVersion } from './queries.server.ts'

const refusal = (error: string) => ({ ok: false, error })
const at = (version: number) => ({ ok: true, value: { version } })

onBothEngines('comments', (open) => {
  const start = async () => {
    const { db } = await open()
    const published: (readonly [string, number])[] = []
    const notices = {
      subscribe: () => () => {},
      topics: () => [],
      missed: () => {},
      missesOthers: false,
      publish: (topic: string, version: number) => void published.push([topic, version]),
    }
    const ctx = contextForTests(db, { notices })
    const hanako = await addMember(db, { id: 'hanako', name: '花子' })
    const taro = await addMember(db, { id: 'taro', name: '太郎' })
    await addRecipe(db, 'hanako', { id: 'work' })
    await addRecipe(db, 'hanako', { id: 'hidden', hidden: 1 })
    const post = (id: string, typed = 'すてきです', actor: Actor = taro, recipe = 'work') =>
      postComment(ctx, actor, { id: `comment-${id}`, recipe, typed })
    const remove = (id: string, actor: Actor = taro, recipe = 'work') =>
      deleteComment(ctx, actor, { id: `comment-${id}`, recipe })
    const list = (count = 30, recipe = 'work') => commentsOf(db, anyVisitor, { recipe, count })
    const texts = async () => (await list())?.comments.map(({ text }) => text)
    return { db, ctx, hanako, taro, post, remove, list, texts, published }
  }

  test('R14: a comment has the author of the session and the time of the shop, and raises the version', async () => {
    const { db, ctx, hanako, post, list, published } = await start()
    expect(await list()).toEqual({ version: 0, total: 0, count: 30, comments: [] })
    expect(await post('1', ' すてきです\r\n<b>！</b> ')).toEqual(at(1))
    ctx.advance(1_000)
    expect(await post('2', '😊', hanako)).toEqual(at(2))
    expect(await list()).toEqual({
      version: 2,
      total: 2,
      count: 30,
      comments: [
        {
          id: 'comment-2',
          text: '😊',
          createdAt: ctx.now(),
          author: { id: 'hanako', name: '花子', photoUrl: '' },
        },
        {
          id: 'comment-1',
          text: 'すてきです\n<b>！</b>',
          createdAt: ctx.now() - 1_000,
          author: { id: 'taro', name: '太郎', photoUrl: '' },
        },
      ],
    })
    expect(published).toEqual([
      ['comments:work', 1],
      ['comments:work', 2],
    ])
    expect(
      await db.selectFrom('comment').select('authorName').where('id', '=', 'comment-1').execute(),
    ).toEqual([{ authorName: '太郎' }])
  })

  test('R14: what is empty, too long, or by nobody who is signed in is refused, and counts nothing', async () => {
    const { db, taro, post, list, published } = await start()
    expect(await post('1', ' 　\n')).toEqual(refusal('empty'))
    expect(await post('1', '𠮷'.repeat(501))).toEqual(refusal('too_long'))
    for (const kind of ['visitor', 'curator'] as const)
      expect(await post('1', 'x', { kind, address: '203.0.113.9' })).toEqual(refusal('not_signed_in'))
    const gone = { ...taro, id: memberId('gone') }
    expect(await post('1', 'x', gone)).toEqual(refusal('not_signed_in'))
    expect(await post(' 1')).toEqual(refusal('id_used'))
    expect((await list())?.total).toBe(0)
    expect([published, await db.selectFrom('rateLimit').selectAll().execute()]).toEqual([[], []])
    expect(await post('1', '𠮷'.repeat(500))).toEqual(at(1))
  })

  test('R14: sent again it is there once and not counted again; with another text, recipe or author its id is refused', async () => {
    const { db, hanako, taro, post, texts, published } = await start()
    await addRecipe(db, 'hanako', { id: 'other' })
    await post('elsewhere', 'べつの作品', taro, 'other')
    for (let again = 0; again < 15; again += 1) expect(await post('1')).toEqual(at(1))
    expect(await post('1', 'べつの文')).toEqual(refusal('id_used'))
    expect(await post('1', 'すてきです', hanako)).toEqual(refusal('id_used'))
    expect(await post('1', 'すてきです', taro, 'other')).toEqual(refusal('id_used'))
    expect(await texts()).toEqual(['すてきです'])
    expect(new Set(published.map(([, version]) => version))).toEqual(new Set([1]))
  })

  test('R14: the same comment sent ten times at once is there once', async () => {
    const { post, list } = await start()
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('1')))
    expect(answers).toEqual(Array(10).fill(at(1)))
    expect(await list()).toMatchObject({ version: 1, total: 1 })
  })

  test('ten comments of several members at once get ten versions, and all are there', async () => {
    const { hanako, taro, post, list, published } = await start()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => post(`n${n}`, `${n}`, n % 2 === 0 ? hanako : taro)),
    )
    const versions = answers.map((answer) => (answer.ok ? answer.value.version : answer.error))
    expect(versions.toSorted()).toEqual([1, 10, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(await list()).toMatchObject({ version: 10, total: 10 })
    expect(published).toHaveLength(10)
  })

  test('ASVS 2.3.2: a member posts ten in a minute, at once or in turn, and others as many', async () => {
    const { ctx, hanako, post, list } = await start()
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => post(`n${n}`)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
    expect(answers.filter(({ ok }) => !ok)).toEqual(Array(4).fill(refusal('too_many')))
    expect(await post('other', 'x', hanako)).toEqual(at(11))
    ctx.advance(59_999)
    expect(await post('late')).toEqual(refusal('too_many'))
    ctx.advance(1)
    expect(await post('late')).toEqual(at(12))
    expect((await list())?.total).toBe(12)
  })

  test('A7: below a recipe that is hidden, deleted or impossible nobody comments, its author neither', async () => {
    const { db, ctx, hanako, taro, post, list } = await start()
    for (const actor of [taro, hanako])
      expect(await post('1', 'x', actor, 'hidden')).toEqual(refusal('no_such_work'))
    for (const recipe of ['never', 'a\u0000b', ''])
      expect(await post('1', 'x', taro, recipe)).toEqual(refusal('no_such_work'))
    await post('1')
    expect(await deleteRecipe(ctx, hanako, 'work')).toEqual({ ok: true, value: null })
    expect(await post('2')).toEqual(refusal('no_such_work'))
    expect(await list()).toBeUndefined()
    for (const table of ['comment', 'commentList'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('A7: the comments of a hidden recipe are there for its author alone; no version is told of it', async () => {
    const { db, hanako, taro, post, list } = await start()
    await post('1')
    await db.updateTable('recipe').set({ hidden: 1 }).where('id', '=', 'work').execute()
    expect([await list(), await commentsVersion(db, 'work')]).toEqual([undefined, undefined])
    const shown = (viewer: Actor) => commentsOf(db, viewer, { recipe: 'work', count: 30 })
    expect((await shown(hanako))?.total).toBe(1)
    expect(await shown(taro)).toBeUndefined()
    expect([await commentsVersion(db, 'a\u0000b'), await list(30, 'a\u0000b')]).toEqual([
      undefined,
      undefined,
    ])
    await db.updateTable('recipe').set({ hidden: 0 }).where('id', '=', 'work').execute()
    expect([await commentsVersion(db, 'work'), (await list())?.version]).toEqual([1, 1])
    await addRecipe(db, 'hanako', { id: 'quiet' })
    expect(await commentsVersion(db, 'quiet')).toBe(0)
  })

  test('ASVS 8.2.2, A7: a member deletes her own comment; another’s nobody deletes, admins neither', async () => {
    const { hanako, taro, post, remove, list, published } = await start()
    await post('1')
    await post('2')
    const admin: Member = { ...hanako, role: 'admin' }
    for (const actor of [hanako, admin]) expect(await remove('1', actor)).toEqual(refusal('not_hers'))
    expect(await remove('1', { kind: 'visitor', address: '' })).toEqual(refusal('not_signed_in'))
    expect(await remove('1', taro, 'hidden')).toEqual(refusal('not_found'))
    for (const id of ['never', '\u0000']) expect(await remove(id)).toEqual(refusal('not_found'))
    expect(await list()).toMatchObject({ version: 2, total: 2 })
    expect(published).toHaveLength(2)
    expect(await remove('1')).toEqual(at(3))
    expect(await remove('1')).toEqual(refusal('not_found'))
    expect(await list()).toMatchObject({ version: 3, total: 1, comments: [{ id: 'comment-2' }] })
    expect(published.at(-1)).toEqual(['comments:work', 3])
  })

  test('A7: a comment that the owner hid is there for its author alone, with the reason, and comes back', async () => {
    const { ctx, hanako, taro, post, remove, list, published } = await start()
    await post('1', '宣伝です')
    await post('2')
    await post('3', 'わたしのも', hanako)
    const page = (viewer: Actor) => commentsPage(ctx, viewer, { recipe: 'work', count: null })
    const hide = (id: string, hidden: { reason: string } | null = { reason: '宣伝のため' }) =>
      hideComment(ctx, id, { hidden })
    expect(await hide('comment-1')).toEqual({
      ok: true,
      value: { kind: 'comment', title: '宣伝です', author: '太郎' },
    })
    expect(published.at(-1)).toEqual(['comments:work', 4])
    expect(await list()).toMatchObject({
      version: 4,
      total: 2,
      comments: [{ id: 'comment-3' }, { id: 'comment-2' }],
    })
    expect(await commentsOf(ctx.db, taro, { recipe: 'work', count: 30 })).toMatchObject({ total: 2 })
    expect((await page(taro)).hidden).toMatchObject([
      { id: 'comment-1', text: '宣伝です', reason: '宣伝のため', author: { id: 'taro' } },
    ])
    for (const viewer of [hanako, { ...hanako, role: 'admin' } as const, anyVisitor])
      expect((await page(viewer)).hidden).toEqual([])
    expect(await commentsPage(ctx, taro, { recipe: 'hidden', count: null })).toMatchObject({ hidden: [] })
    await hide('comment-1', null)
    expect(await list()).toMatchObject({ version: 5, total: 3 })
    expect((await page(taro)).hidden).toEqual([])
    await hide('comment-1')
    expect(await remove('1')).toEqual(at(7))
    for (const id of ['comment-1', 'never-there', '\u0000', ''])
      expect(await hide(id)).toEqual(refusal('not_found'))
  })

  test('A27: a member whose comments are stopped writes none, and deletes her own', async () => {
    const { ctx, taro, post, remove, list } = await start()
    await post('1')
    const muted = { ...taro, canComment: false }
    expect(await post('2', 'また', muted)).toEqual(refusal('muted'))
    expect((await list())?.total).toBe(1)
    const page = (viewer: Actor) => commentsPage(ctx, viewer, { recipe: 'work', count: null })
    expect([
      (await page(muted)).isMuted,
      (await page(taro)).isMuted,
      (await page(anyVisitor)).isMuted,
    ]).toEqual([true, false, false])
    expect(await remove('1', muted)).toEqual(at(2))
  })

  test('R25: the newest come first, as many as are asked for, with the total of all', async () => {
    const { db, list } = await start()
    await addRecipe(db, 'hanako', { id: 'other' })
    const rows = Array.from({ length: 35 }, (_, n) => ({
      // In another order than they came.
      id: `c${String((n * 8) % 35).padStart(2, '0')}`,
      recipeId: n === 0 ? 'other' : 'work',
      authorId: 'taro',
      authorName: '',
      text: `${n}`,
      source: 'own' as const,
      createdAt: Math.floor(n / 8),
    }))
    const elsewhere = rows.map((row) => ({ ...row, id: `o${row.id}`, recipeId: 'other', createdAt: 99 }))
    await db
      .insertInto('comment')
      .values([...rows, ...elsewhere])
      .execute()
    const first = await list()
    expect(first).toMatchObject({ total: 34, count: 30 })
    const ids = (await list(60))?.comments.map(({ id }) => id)
    const newest = rows.slice(1).toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    expect(ids).toEqual(newest.map(({ id }) => id))
    expect(first?.comments.map(({ id }) => id)).toEqual(ids?.slice(0, 30))
  })

  test('a comment locks its member before the recipe, as likes and the deletion of an account do', async () => {
    const { db, post } = await start()
    const { posted } = await db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('member')
        .where('id', '=', 'taro')
        .select('id')
        .$call(forUpdate(trx))
        .executeTakeFirst()
      const waiting = post('1')
      await untilOneWaits(db)
      if (engineOf(db) === 'postgres')
        await sql`select id from recipe where id = 'work' for update nowait`.execute(trx)
      return { posted: waiting }
    })
    expect(await posted).toEqual(at(1))
  })

  test('A17, R16: when an account goes its comments stay under no name, and open pages are to be told', async () => {
    const { ctx, db, taro, hanako, post, list, texts, published } = await start()
    await addRecipe(db, 'hanako', { id: 'other' })
    await post('1')
    await post('2', 'わたしも', hanako)
    await post('3', 'こちらも', taro, 'other')
    published.length = 0
    await inTransaction(ctx, async (trx) => {
      await memberSteps.gone(trx, taro.id, ctx)
      expect(published).toEqual([])
      await trx.deleteFrom('member').where('id', '=', taro.id).execute()
    })
    expect(published.toSorted()).toEqual([
      ['comments:other', 2],
      ['comments:work', 3],
    ])
    expect(await texts()).toHaveLength(2)
    expect((await list())?.version).toBe(3)
    expect((await list(30, 'other'))?.version).toBe(2)
    const authors = (await list())?.comments.map(({ author }) => [author.id, author.name]).toSorted()
    expect(authors).toEqual([
      [null, '匿名ユーザー'],
      ['hanako', '花子'],
    ])
    const names = await db.selectFrom('comment').select('authorName').execute()
    expect(names.map(({ authorName }) => authorName).toSorted()).toEqual(['', '', '花子'])
  })

  test('R13: a comment shows the present name and photograph; an empty name is 匿名ユーザー', async () => {
    const { db, post, list } = await start()
    await post('1')
    const author = async () => (await list())?.comments[0]?.author
    await db.updateTable('member').set({ name: '改名' }).where('id', '=', 'taro').execute()
    await db
      .insertInto('memberProfile')
      .values({ memberId: 'taro', joinDate: '', photoUrl: '/Image/uploads/a.jpg', updatedAt: 0 })
      .execute()
    expect(await author()).toEqual({ id: 'taro', name: '改名', photoUrl: '/Image/uploads/a.jpg' })
    await db.updateTable('member').set({ name: ' ' }).where('id', '=', 'taro').execute()
    expect((await author())?.name).toBe('匿名ユーザー')
  })

  test('A17, A24, R16: what an account of the demo wrote by hand stays under no name, and open pages are told', async () => {
    const { db, ctx, post, published } = await start()
    await post('1', 'x', await addMember(db, { id: 'visitor-of-demo', email: 'guest@demo.example' }))
    published.length = 0
    await removeDemoMembers({ ...ctx, memberSteps })
    expect(published).toEqual([['comments:work', 2]])
  })

  test('R16: open pages are told of what was hidden, and of nothing that was refused', async () => {
    const { ctx, post, hanako, published, remove } = await start()
    await post('1')
    published.length = 0
    expect(await remove('1', hanako)).toEqual(refusal('not_hers'))
    await hideComment(ctx, 'comment-0', { hidden: { reason: '' } })
    expect(published).toEqual([])
    await hideComment(ctx, 'comment-1', { hidden: { reason: '' } })
    expect(published).toEqual([['comments:work', 2]])
  })

  test('the page has the viewer as an author and an id for her form; a visitor’s is the same for all', async () => {
    const { ctx, taro } = await start()
    const page = (viewer: Actor, count: string | null) => commentsPage(ctx, viewer, { recipe: 'work', count })
    expect(await page(taro, '60')).toMatchObject({
      list: { count: 60 },
      viewer: { id: 'taro', name: '太郎', photoUrl: '' },
      newId: 'id-1',
    })
    expect(await page(anyVisitor, null)).toMatchObject({ list: { count: 30 }, viewer: null, newId: '' })
  })

  test('the demo’s comments come below its recipes once, again when deleted, and go with the demo', async () => {
    const { db, ctx, post, published } = await start()
    await post('own')
    const listed = [...new Set(demoComments.map(({ recipe }) => recipe))]
    const [, ofAMember = '', ...there] = listed
    for (const email of new Set(demoComments.map(({ author }) => author)))
      await addMember(db, { id: email, email })
    for (const id of there) await addRecipe(db, 'hanako', { id, source: 'demo' })
    await addRecipe(db, 'hanako', { id: ofAMember })
    const put = () => seedDemoComments(ctx, demoComments)
    const count = async () => {
      const rows = await db.selectFrom('comment').where('source', '=', 'demo').select('recipeId').execute()
      return rows.length
    }
    await put()
    const all = demoComments.filter(({ recipe }) => there.includes(recipe)).length
    expect(await count()).toBe(all)
    expect(await commentsVersion(db, there[0] ?? '')).toBe(1)
    await put()
    expect(await commentsVersion(db, there[0] ?? '')).toBe(1)
    await db
      .deleteFrom('comment')
      .where('recipeId', '=', there[0] ?? '')
      .execute()
    await put()
    expect([await count(), await commentsVersion(db, there[0] ?? '')]).toEqual([all, 2])
    await removeDemoComments(ctx)
    const told = published.filter(([topic]) => topic === `comments:${there[0]}`)
    expect(told.map(([, version]) => version)).toEqual([1, 2, 3])
    const left = await db.selectFrom('comment').select('id').execute()
    expect(left).toEqual([{ id: 'comment-own' }])
  })
})

test('the demo’s comments are ones that a member could have sent, on recipes that are there', async () => {
  const { demoRecipes } = await import('#demo/recipes.ts')
  const { demoAuthors, demoMembers } = await import('#demo/members.ts')
  const { readComment } = await import('./rules.ts')
  const members = new Set([...demoMembers, ...demoAuthors].map(({ email }) => email))
  expect(new Set(demoComments.map(({ id }) => id)).size).toBe(demoComments.length)
  for (const { id, recipe, author, text, createdAt } of demoComments) {
    const on = demoRecipes.find((each) => each.id === recipe)
    expect(on?.createdAt, id).toBeLessThan(createdAt)
    expect(members.has(author), id).toBe(true)
    expect(readComment(text), id).toEqual({ ok: true, value: text })
  }
})
