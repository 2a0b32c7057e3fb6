import { expect, test, vi } from 'vitest'
import { demoAuthors, demoMembers } from '#demo/members.ts'
import { memberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { setEmail, setName, setPassword } from '~/server/auth/account-changes.ts'
import { withPlainPasswords } from '../../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { removeDemoMembers, seedDemoMembers } from './commands.server.ts'

const device = { address: '', userAgent: '' }

onBothEngines('the demo’s logins', (open) => {
  const start = async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db, { demo: true }))
    const hash = vi.spyOn(ctx.passwords, 'hash')
    return { ctx, db: ctx.db, hash }
  }
  const put = (ctx: AppContext) => seedDemoMembers(ctx, demoMembers)
  const emails = async ({ db }: Pick<Awaited<ReturnType<typeof start>>, 'db'>) =>
    (await db.selectFrom('member').select('email').orderBy('email').execute()).map(({ email }) => email)

  test('a member, one who may not post, and an admin sign in, each with a verified address', async () => {
    const shop = await start()
    await put(shop.ctx)
    const rows = await shop.db
      .selectFrom('member')
      .innerJoin('memberProfile', 'memberProfile.memberId', 'member.id')
      .select(['email', 'emailVerified', 'role', 'canUpload', 'source'])
      .orderBy('email')
      .execute()
    expect(rows).toEqual([
      { email: 'admin@demo.example', emailVerified: 1, role: 'admin', canUpload: 1, source: 'demo' },
      { email: 'member@demo.example', emailVerified: 1, role: 'member', canUpload: 1, source: 'demo' },
      { email: 'no-posting@demo.example', emailVerified: 1, role: 'member', canUpload: 0, source: 'demo' },
    ])
    expect(await shop.db.selectFrom('memberSession').selectAll().execute()).toEqual([])
    for (const { email, password } of demoMembers)
      expect((await shop.ctx.accounts.signIn({ email, password }, device)).ok).toBe(true)
  })

  test('the next start hashes nothing and leaves what was changed; one that was deleted comes back', async () => {
    const shop = await start()
    const { ctx, db } = shop
    await put(ctx)
    const rows = await db.selectFrom('member').select(['id', 'email']).execute()
    const idOf = (name: string) => memberId(rows.find(({ email }) => email.startsWith(name))?.id ?? '')
    await db.transaction().execute(async (trx) => {
      await setPassword(ctx, trx, idOf('member'), 'another hash')
      await setName(ctx, trx, idOf('member'), '別の名前')
    })
    shop.hash.mockClear()
    ctx.advance(1_000)
    const before = await db.selectFrom('member').selectAll().orderBy('id').execute()
    await put(ctx)
    expect(shop.hash).not.toHaveBeenCalled()
    expect(await db.selectFrom('member').selectAll().orderBy('id').execute()).toEqual(before)
    await db.deleteFrom('member').where('id', '=', idOf('admin')).execute()
    await put(ctx)
    expect(await emails(shop)).toEqual(demoMembers.map(({ email }) => email).sort())
    const passwords = await db.selectFrom('memberAccount').select('password').execute()
    expect(passwords).toContainEqual({ password: 'another hash' })
  })

  test('the authors without a password are members whom nobody can sign in as', async () => {
    const { ctx, db } = await start()
    await seedDemoMembers(ctx, demoAuthors)
    expect(await emails({ db })).toEqual(demoAuthors.map(({ email }) => email).sort())
    expect(await db.selectFrom('memberAccount').selectAll().execute()).toEqual([])
    for (const { email } of demoAuthors)
      for (const password of ['', 'undefined', demoMembers[0]?.password ?? ''])
        expect((await ctx.accounts.signIn({ email, password }, device)).ok).toBe(false)
  })

  test('a login that a crash left without its profile is completed, and two starts at once make one each', async () => {
    const shop = await start()
    const [first] = demoMembers
    if (first === undefined) throw new Error('no logins')
    await shop.ctx.accounts.signUp(first, device)
    await Promise.all([put(shop.ctx), put(shop.ctx)])
    const profiles = await shop.db.selectFrom('memberProfile').select('source').execute()
    expect(profiles).toEqual([{ source: 'demo' }, { source: 'demo' }, { source: 'demo' }])
    expect(await emails(shop)).toHaveLength(3)
  })

  test('A24: a real shop keeps none of them, nor what anybody proved on the demo’s mailbox page', async () => {
    const shop = await start()
    const gone = vi.fn(async () => {})
    const ctx = { ...shop.ctx, memberSteps: { ...shop.ctx.memberSteps, gone } }
    const { db } = shop
    await put(ctx)
    const own = await ctx.accounts.signUp({ email: 'own@shop.example', name: '店主', password: 'x' }, device)
    if (!own.ok) throw new Error('taken')
    await ctx.accounts.signUp({ email: 'left@demo.example', name: '途中', password: 'x' }, device)
    const admin = await db
      .selectFrom('member')
      .where('email', 'like', 'admin@%')
      .select('id')
      .executeTakeFirstOrThrow()
    await db.transaction().execute(async (trx) => {
      await setEmail(ctx, trx, memberId(admin.id), 'moved@elsewhere.example')
      await setEmail(ctx, trx, own.value.memberId, 'own@shop.example')
      await trx
        .insertInto('memberProfile')
        .values({ memberId: own.value.memberId, role: 'admin', joinDate: '2026年4月', updatedAt: 0 })
        .execute()
      await trx
        .insertInto('memberLink')
        .values({
          id: 'link',
          memberId: own.value.memberId,
          purpose: 'verify',
          tokenHash: 'hash',
          email: 'own@shop.example',
          createdAt: ctx.now(),
          expiresAt: ctx.now() + 1,
        })
        .execute()
    })
    await removeDemoMembers(ctx)
    expect(await db.selectFrom('member').select(['email', 'emailVerified']).execute()).toEqual([
      { email: 'own@shop.example', emailVerified: 0 },
    ])
    expect(await db.selectFrom('memberProfile').select(['memberId', 'role']).execute()).toEqual([
      { memberId: own.value.memberId, role: 'member' },
    ])
    for (const table of ['memberSession', 'memberLink'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(gone).toHaveBeenCalledTimes(4)
    expect(gone).toHaveBeenCalledWith(expect.anything(), admin.id, ctx)
  })
})
