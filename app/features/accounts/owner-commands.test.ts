import { expect, test } from 'vitest'
import { postComment } from '~/features/comments/commands.server.ts'
import { anyVisitor, commentsOf } from '~/features/comments/queries.server.ts'
import { recipeOfId } from '~/features/recipes/recipe.queries.server.ts'
import { memberOfSession } from '~/server/auth/sessions.ts'
import type { ReadPassword } from '~/server/read-password.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { ownerWords } from '../../../tests/support/owner-words.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { hashPassword } from './owner.commands.server.ts'

const memberCommand = ownerWords('member')

onBothEngines('npm run member', (open) => {
  const start = async () => {
    const ctx = contextForTests((await open()).db)
    const run = async (...words: string[]) => {
      const { lines, exitCode } = await memberCommand(ctx, words)
      return { text: lines.join('\n'), exitCode }
    }
    /** The member as her next request sees her. */
    const signedIn = async (id: string) => {
      const at = new Date(ctx.now()).toISOString()
      await ctx.db
        .insertInto('memberSession')
        .values({
          id: `session of ${id}`,
          memberId: id,
          token: `token of ${id}`,
          expiresAt: new Date(ctx.now() + 60_000).toISOString(),
          createdAt: at,
          updatedAt: at,
          ipAddress: null,
          userAgent: null,
        })
        .execute()
      return () =>
        memberOfSession(ctx.db, ctx.memberSettings, {
          token: `token of ${id}`,
          address: '',
          now: ctx.now(),
        })
    }
    return { ctx, db: ctx.db, run, signedIn }
  }

  test('A9: the right to post is given and taken, again too, and counts from the next request on', async () => {
    const { db, run, signedIn } = await start()
    await addMember(db, { id: 'a', name: '花子', email: 'a@mail.example' })
    await addMember(db, { id: 'b', email: 'b@mail.example' })
    const [now, other] = [await signedIn('a'), await signedIn('b')]
    expect((await now())?.canUpload).toBe(true)
    for (let time = 0; time < 2; time++)
      expect(await run('deny-upload', ' Ａ@Mail.example ')).toEqual({
        text: '花子さん（a@mail.example）が作品を投稿できないようにしました。',
        exitCode: 0,
      })
    expect((await now())?.canUpload).toBe(false)
    expect((await other())?.canUpload).toBe(true)
    await run('allow-upload', 'a@mail.example')
    expect((await now())?.canUpload).toBe(true)
  })

  test('ASVS 8.3.2, A27: comments are stopped and allowed again, apart from recipes, at once', async () => {
    const { db, run, signedIn } = await start()
    await addMember(db, { id: 'a', name: '花子', email: 'a@mail.example' })
    await addMember(db, { id: 'b', email: 'b@mail.example' })
    const [now, other] = [await signedIn('a'), await signedIn('b')]
    for (let time = 0; time < 2; time++)
      expect(await run('mute', 'a@mail.example')).toEqual({
        text: '花子さん（a@mail.example）がコメントを書けないようにしました。作品の投稿はそのままです。',
        exitCode: 0,
      })
    expect(await now()).toMatchObject({ canComment: false, canUpload: true })
    expect(await other()).toMatchObject({ canComment: true })
    expect((await run('list')).text).toMatch(/a@mail\.example.*コメントできない/)
    expect((await run('list')).text).not.toMatch(/b@mail\.example.*コメントできない/)
    await run('deny-upload', 'a@mail.example')
    await run('unmute', 'a@mail.example')
    expect(await now()).toMatchObject({ canComment: true, canUpload: false })
  })

  test('A7: a recipe and a comment are hidden with a reason and shown again, by their addresses', async () => {
    const { ctx, db, run } = await start()
    const hanako = await addMember(db, { id: 'a', name: '花子', email: 'a@mail.example' })
    await addRecipe(db, 'a', { id: 'recipe-1', title: '巾着' })
    const id = 'comment-0001'
    await postComment(ctx, hanako, { id, recipe: 'recipe-1', typed: '見て\nね' })
    const shownRecipe = () => recipeOfId(db, hanako, 'recipe-1')
    const comments = async () => (await commentsOf(db, anyVisitor, { recipe: 'recipe-1', count: 30 }))?.total
    const address = 'https://shop.example/gallery/detail/recipe-1'
    expect(await run('hide', `${address}?comments=60#comment-${id}`, '宣伝', 'のため')).toEqual({
      text: expect.stringMatching(
        /^花子さんのコメント「見て ね」を隠しました。.*\n本人に表示する理由：宣伝 のため$/,
      ),
      exitCode: 0,
    })
    expect(await comments()).toBe(0)
    expect(await shownRecipe()).toMatchObject({ isHidden: false })
    expect(await run('show', id)).toEqual({
      text: '花子さんのコメント「見て ね」を、また表示しました。',
      exitCode: 0,
    })
    expect(await comments()).toBe(1)
    for (let time = 0; time < 2; time++)
      expect((await run('hide', '/gallery/detail/recipe-1', 'あ'.repeat(300))).text).toMatch(
        /作品「巾着」を隠しました/,
      )
    expect(await shownRecipe()).toMatchObject({ isHidden: true, hiddenReason: `${'あ'.repeat(200)}…` })
    expect(await recipeOfId(db, anyVisitor, 'recipe-1')).toBeUndefined()
    expect((await run('show', `${address}#comments`)).exitCode).toBe(0)
    expect(await shownRecipe()).toMatchObject({ isHidden: false, hiddenReason: '' })
    for (const unknown of [
      '/gallery/detail/none',
      '/gallery/detail/recipe-1#comment-none-such',
      'x',
      '#comment-',
    ])
      expect(await run('hide', unknown)).toEqual({
        text: expect.stringContaining(`「${unknown}」`),
        exitCode: 1,
      })
  })

  test('A24: an admin is made and unmade, at once; a profile keeps its words and its time (R18)', async () => {
    const { ctx, db, run, signedIn } = await start()
    await addMember(db, { id: 'a', email: 'a@mail.example' })
    await db
      .insertInto('memberProfile')
      .values({ memberId: 'a', joinDate: '2026年4月', bio: '縫う人', canUpload: 0, updatedAt: 7 })
      .execute()
    const now = await signedIn('a')
    expect((await run('make-admin', 'a@mail.example')).exitCode).toBe(0)
    expect(await now()).toMatchObject({ role: 'admin', canUpload: false })
    const profile = await db.selectFrom('memberProfile').selectAll().executeTakeFirst()
    expect(profile).toMatchObject({ bio: '縫う人', joinDate: '2026年4月', updatedAt: 7, canUpload: 0 })
    await run('remove-admin', 'a@mail.example')
    expect((await now())?.role).toBe('member')
    const asConfigured = {
      ...ctx,
      memberSettings: { ...ctx.memberSettings, adminEmails: ['a@mail.example'] },
    }
    const linesOf = async (what: string) =>
      (await memberCommand(asConfigured, [what, 'a@mail.example'])).lines
    expect((await linesOf('remove-admin'))[1]).toContain('ADMIN_EMAILS')
    expect(await linesOf('make-admin')).toHaveLength(1)
  })

  test('A2: nobody is made an admin at an address that is not verified, but one can be unmade', async () => {
    const { db, run } = await start()
    await addMember(db, { id: 'a', email: 'a@mail.example', emailVerified: false })
    expect(await run('make-admin', 'a@mail.example')).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('確認が済んでいません'),
    })
    expect(await db.selectFrom('memberProfile').selectAll().execute()).toEqual([])
    expect((await run('remove-admin', 'a@mail.example')).exitCode).toBe(0)
  })

  test('A8: allowing a member whose address has to be verified first says so', async () => {
    const { ctx, db } = await start()
    await addMember(db, { id: 'a', email: 'a@mail.example', emailVerified: false })
    await addMember(db, { id: 'b', email: 'b@mail.example' })
    const strict = { ...ctx, memberSettings: { ...ctx.memberSettings, postNeedsVerifiedEmail: true } }
    const linesFor = async (email: string, shop = strict) =>
      (await memberCommand(shop, ['allow-upload', email])).lines
    expect(await linesFor('a@mail.example', ctx)).toHaveLength(1)
    expect((await linesFor('a@mail.example'))[1]).toContain('POST_NEEDS_VERIFIED_EMAIL')
    expect(await linesFor('b@mail.example')).toHaveLength(1)
  })

  test('list names each member with what she may do, the latest first', async () => {
    const { ctx, db, run } = await start()
    expect((await run('list')).text).toBe('会員は、まだいません。')
    await addMember(db, { id: 'a', name: '花子', email: 'a@mail.example' })
    await addMember(db, { id: 'b', name: '月子', email: 'b@mail.example', emailVerified: false })
    await db
      .updateTable('member')
      .set({ createdAt: '2026-04-01T00:00:00.000Z' })
      .where('id', '=', 'b')
      .execute()
    await run('deny-upload', 'b@mail.example')
    const memberSettings = { ...ctx.memberSettings, adminEmails: ['a@mail.example', 'b@mail.example'] }
    expect((await memberCommand({ ...ctx, memberSettings }, ['list'])).lines).toEqual([
      '会員：2人',
      '  b@mail.example　月子　2026/4/1登録　会員・投稿できない・メールアドレス未確認',
      '  a@mail.example　花子　2026/4/1登録　管理者・投稿できる',
    ])
  })

  test.each(['nobody@mail.example', 'hanako', ''])(
    'an address without a member is named: "%s"',
    async (typed) => {
      const { run } = await start()
      expect(await run('make-admin', typed)).toEqual({
        exitCode: 1,
        text: `「${typed}」の会員はいません。npm run member -- list でメールアドレスを確かめてください。`,
      })
    },
  )

  test.each([
    [[]],
    [['delete', 'a@mail.example']],
    [['make-admin']],
    [['list', 'x']],
    [['allow-upload', 'a', 'b']],
    [['hide']],
    [['show', '/gallery/detail/a', 'b']],
    [['toString', 'a']],
  ])('the words %j get the usage', async (words) => {
    const { run } = await start()
    expect(await run(...words)).toEqual({ exitCode: 2, text: expect.stringContaining('使い方') })
  })
})

onBothEngines('npm run member -- hash-password', (open) => {
  const hashOf = async (readPassword: ReadPassword) => {
    const ctx = contextForTests((await open()).db)
    return { ctx, ...(await hashPassword(ctx, readPassword)) }
  }

  test('A3: prints the line of the setting, which holds no password', async () => {
    const password = 'よい布を選ぶ 2026'
    const { ctx, lines, exitCode } = await hashOf(async () => ({ ok: true, value: password }))
    expect(exitCode).toBe(0)
    const hash = lines.at(-1)?.replace('ADMIN_PASSWORD_HASH=', '') ?? ''
    expect(lines.join()).not.toContain(password)
    expect(await ctx.passwords.matches(hash, password)).toBe(true)
  })

  test.each([
    ['short', '6文字以上'],
    ['password', '弱すぎます'],
  ])('A10: %s is refused', async (password, text) => {
    const { lines, exitCode } = await hashOf(async () => ({ ok: true, value: password }))
    expect([exitCode, lines.join()]).toEqual([1, expect.stringContaining(text)])
  })

  test.each([
    ['differ', '2回の入力が違います'],
    ['given_up', '中止しました'],
  ] as const)('typed badly (%s), nothing is printed', async (error, text) => {
    const { lines, exitCode } = await hashOf(async () => ({ ok: false, error }))
    expect([exitCode, lines.join()]).toEqual([1, expect.stringContaining(text)])
  })
})
