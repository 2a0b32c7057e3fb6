import { expect, test } from 'vitest'
import { withPlainPasswords } from '../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deleteMember, setEmail, setPassword } from './account-changes.ts'
import { createAccounts } from './accounts.ts'
import { endSessions } from './sessions.ts'

const phone = { address: '203.0.113.7', userAgent: 'a phone' }
const account = { name: '花子', email: 'Hanako@Mail.example', password: 'six-ok' }

onBothEngines('accounts', (open) => {
  test('ASVS 3.3.1, 3.3.2, 3.3.4: are made with an address in lower case, and signed in to by either spelling', async () => {
    const { db } = await open()
    const { accounts } = withPlainPasswords(contextForTests(db))
    const signedUp = await accounts.signUp(account, phone)
    const [member] = await db.selectFrom('member').selectAll().execute()
    expect(member).toMatchObject({ email: 'hanako@mail.example', name: '花子', emailVerified: 0 })
    for (const email of ['hanako@mail.example', 'HANAKO@MAIL.EXAMPLE'])
      expect(await accounts.signIn({ email, password: 'six-ok' }, phone)).toEqual({
        ok: true,
        value: {
          memberId: member?.id,
          token: expect.stringMatching(/^\w{32}$/),
          cookies: [
            expect.stringMatching(
              /^__Host-better-auth\.session_token=.*; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
            ),
          ],
        },
      })
    expect(signedUp).toMatchObject({ ok: true, value: { memberId: member?.id } })
    expect(await db.selectFrom('memberSession').select(['ipAddress', 'userAgent']).execute()).toContainEqual({
      ipAddress: phone.address,
      userAgent: phone.userAgent,
    })
  })

  test('ASVS 6.3.8, A11: a wrong password and an unknown address are refused alike', async () => {
    const { accounts } = contextForTests((await open()).db)
    await accounts.signUp(account, phone)
    const refusal = { ok: false, error: 'wrong' }
    expect(await accounts.signIn({ ...account, password: 'six-0k' }, phone)).toEqual(refusal)
    expect(await accounts.signIn({ ...account, email: 'nobody@mail.example' }, phone)).toEqual(refusal)
    for (const email of [account.email, 'nobody@mail.example'])
      expect(await accounts.signIn({ email, password: 'x'.repeat(10_001) }, phone)).toEqual(refusal)
  })

  test('one address has one account, also when eight sign up at once', async () => {
    const { db } = await open()
    const { accounts } = withPlainPasswords(contextForTests(db))
    const answers = await Promise.all(Array.from({ length: 8 }, () => accounts.signUp(account, phone)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ ok }) => !ok)).toEqual(Array(7).fill({ ok: false, error: 'email_taken' }))
    expect(await db.selectFrom('member').select('id').execute()).toHaveLength(1)
    expect(await accounts.signUp(account, phone)).toEqual({ ok: false, error: 'email_taken' })
  })

  test('an account that the database did not take is no used address', async () => {
    const { db } = await open()
    const ctx = withPlainPasswords(contextForTests(db))
    const accounts = createAccounts({ ...ctx, secret: ctx.memberSettings.secret, newId: () => 'same' })
    expect(await accounts.signUp(account, phone)).toMatchObject({ ok: true })
    await expect(accounts.signUp({ ...account, email: 'jiro@mail.example' }, phone)).rejects.toThrow()
    expect(await accounts.signUp(account, phone)).toEqual({ ok: false, error: 'email_taken' })
  })

  test('ASVS 7.4.3, A13: a new password ends every session and the links that reset it; a member without one gets hers', async () => {
    const { db } = await open()
    const ctx = withPlainPasswords(contextForTests(db))
    const signedUp = await ctx.accounts.signUp(account, phone)
    if (!signedUp.ok) throw new Error(signedUp.error)
    const { memberId } = signedUp.value
    for (const lost of [false, true]) {
      // A crash in a sign-up leaves such a member.
      if (lost) await db.deleteFrom('memberAccount').execute()
      const password = lost ? 'second-one' : 'first-one'
      const hash = await ctx.passwords.hash(password)
      await db.transaction().execute((trx) => setPassword(ctx, trx, memberId, hash))
      expect(await db.selectFrom('memberSession').select('id').execute()).toEqual([])
      expect(await ctx.accounts.signIn(account, phone)).toMatchObject({ ok: false })
      expect(await ctx.accounts.signIn({ ...account, password }, phone)).toMatchObject({ ok: true })
    }
  })

  type Meanwhile =
    Parameters<typeof setPassword> extends [infer Ctx, infer Trx, infer Id, string]
      ? (ctx: Ctx, trx: Trx, id: Id) => Promise<void>
      : never
  test.each<[string, Meanwhile]>([
    ['A13: a new password', (ctx, trx, id) => setPassword(ctx, trx, id, 'another')],
    ['A17: the end of the account', (_ctx, trx, id) => deleteMember(trx, id)],
    ['A12: a change of its address', (ctx, trx, id) => setEmail(ctx, trx, id, 'new@mail.example')],
  ])('%s that overtakes a sign-in leaves it without a session', async (_, meanwhile) => {
    const { db } = await open()
    const ctx = withPlainPasswords(contextForTests(db))
    const signedUp = await ctx.accounts.signUp(account, phone)
    if (!signedUp.ok) throw new Error(signedUp.error)
    const matches = async () => {
      await db.transaction().execute(async (trx) => {
        await meanwhile(ctx, trx, signedUp.value.memberId)
        await endSessions(trx, signedUp.value.memberId, 'all')
      })
      return true
    }
    const slow = createAccounts({
      ...ctx,
      secret: ctx.memberSettings.secret,
      passwords: { ...ctx.passwords, matches },
    })
    expect(await slow.signIn(account, phone)).toEqual({ ok: false, error: 'wrong' })
    expect(await db.selectFrom('memberSession').select('id').execute()).toEqual([])
  })

  test('ASVS 11.4.2: passwords are compared by their hash, and what is no hash matches nothing', async () => {
    const { passwords } = contextForTests((await open()).db)
    const hash = await passwords.hash('six-ok')
    expect(hash).not.toContain('six-ok')
    expect(await passwords.matches(hash, 'six-ok')).toBe(true)
    expect(await passwords.matches(hash, 'six-0k')).toBe(false)
    for (const none of [null, '', 'six-ok', `${hash}0`])
      expect(await passwords.matches(none, 'six-ok')).toBe(false)
  })
})
