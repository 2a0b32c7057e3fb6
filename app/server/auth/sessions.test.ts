import { expect, test } from 'vitest'
import { withPlainPasswords } from '../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { shopOrigin } from '../../../tests/support/services-for-tests.ts'
import { memberId } from '../../kernel/actor.ts'
import type { AppContext } from '../app-context.ts'
import { sessionTokenReader } from '../session/session-cookie.ts'
import type { SignedIn } from './accounts.ts'
import { endSessions, forgetEndedSessions, memberOfSession, ownSessions } from './sessions.ts'

const day = 86_400_000
const phone = { address: '203.0.113.7', userAgent: 'a phone' }
const settings = { adminEmails: ['owner@shop.example'], postNeedsVerifiedEmail: false }

const tokenOf = (ctx: AppContext, { cookies }: SignedIn): string => {
  const [cookie = ''] = cookies
  const token = sessionTokenReader(ctx.memberSettings.secret, shopOrigin)(cookie.split(';', 1)[0])
  if (token === undefined) throw new Error('the cookie carries no session')
  return token
}

onBothEngines('sessions', (open) => {
  const member = async (email = 'hanako@mail.example') => {
    const { db, keepTo } = await open()
    const ctx = { ...withPlainPasswords(contextForTests(db)), now: Date.now }
    const signedUp = await ctx.accounts.signUp({ name: '花子', email, password: 'six-ok' }, phone)
    if (!signedUp.ok) throw new Error(signedUp.error)
    const who = (at = Date.now(), own: Partial<typeof settings> = {}) =>
      memberOfSession(
        db,
        { ...settings, ...own },
        { token: tokenOf(ctx, signedUp.value), address: phone.address, now: at },
      )
    const signIn = async () => {
      const signedIn = await ctx.accounts.signIn({ email, password: 'six-ok' }, phone)
      if (!signedIn.ok) throw new Error(signedIn.error)
      return tokenOf(ctx, signedIn.value)
    }
    return { db, keepTo, ctx, id: signedUp.value.memberId, who, signIn }
  }

  test('a session knows its member, who may post and is no admin', async () => {
    const { id, who } = await member()
    expect(await who()).toEqual({
      kind: 'member',
      id,
      address: phone.address,
      sessionId: expect.any(String),
      emailVerified: false,
      role: 'member',
      canUpload: true,
      canComment: true,
      awaitsVerification: false,
    })
  })

  test('a token that nobody has opens nothing', async () => {
    const { db } = await member()
    const asked = { token: 'made-up', address: phone.address, now: Date.now() }
    expect(await memberOfSession(db, settings, asked)).toBeUndefined()
  })

  test('ASVS 7.3.2: ends 90 days after it began, however often it was used', async () => {
    const { who } = await member()
    const began = Date.now()
    for (let days = 20; days < 90; days += 20) expect(await who(began + days * day)).toBeDefined()
    expect(await who(began + 89 * day)).toBeDefined()
    expect(await who(began + 91 * day)).toBeUndefined()
  })

  test('ASVS 7.3.1: ends after 30 days without a visit', async () => {
    const { who } = await member()
    const began = Date.now()
    expect(await who(began + 31 * day)).toBeUndefined()
    expect(await who(began + 29 * day)).toBeDefined()
    expect(await who(began + 58 * day)).toBeDefined()
  })

  test('D9: a member is known also where her visit cannot be written down', async () => {
    const { keepTo, who } = await member()
    keepTo({ migrations: 0, last: '' })
    expect(await who(Date.now() + 2 * day)).toBeDefined()
  })

  test('A2: an address of the settings makes an admin once it is verified', async () => {
    const { db, who } = await member('owner@shop.example')
    expect(await who()).toMatchObject({ role: 'member' })
    await db.updateTable('member').set({ emailVerified: 1 }).execute()
    expect(await who()).toMatchObject({ role: 'admin' })
    expect(await who(Date.now(), { adminEmails: [] })).toMatchObject({ role: 'member' })
  })

  test('ASVS 8.3.2, A8: a right that was taken away bites at the next request, and the setting asks for a verified address', async () => {
    const { db, id, who } = await member()
    const strict = { postNeedsVerifiedEmail: true }
    expect(await who(Date.now(), strict)).toMatchObject({ canUpload: false, awaitsVerification: true })
    await db.updateTable('member').set({ emailVerified: 1 }).execute()
    expect(await who(Date.now(), strict)).toMatchObject({ canUpload: true, awaitsVerification: false })
    await db
      .insertInto('memberProfile')
      .values({ memberId: id, role: 'admin', canUpload: 0, joinDate: '2026年11月', updatedAt: 0 })
      .execute()
    expect(await who()).toMatchObject({ canUpload: false, role: 'admin' })
    await db.updateTable('member').set({ emailVerified: 0 }).execute()
    expect(await who(Date.now(), strict)).toMatchObject({ canUpload: false, awaitsVerification: false })
  })

  test('ASVS 7.2.4: are listed and ended by their member alone', async () => {
    const { db, id, who, signIn, ctx } = await member()
    await signIn()
    const sessions = await ownSessions(db, id, Date.now())
    expect(sessions).toHaveLength(2)
    expect(JSON.stringify(sessions)).not.toContain((await signIn()).slice(0, 12))
    const mine = (await who())?.sessionId ?? ''
    await endSessions(db, memberId('somebody-else'), { only: mine })
    expect(await who()).toBeDefined()
    await endSessions(db, id, { allBut: mine })
    expect((await ownSessions(db, id, ctx.now())).map((each) => each.id)).toEqual([mine])
    await endSessions(db, id, { only: mine })
    expect(await who()).toBeUndefined()
  })

  test('ended ones are forgotten, open ones are not', async () => {
    const { db, id } = await member()
    await forgetEndedSessions(db, Date.now() + 29 * day)
    expect(await ownSessions(db, id, Date.now())).toHaveLength(1)
    await forgetEndedSessions(db, Date.now() + 32 * day)
    expect(await ownSessions(db, id, Date.now())).toHaveLength(0)
  })
})
