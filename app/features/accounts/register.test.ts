import { expect, test } from 'vitest'
import { joinDateOf } from '~/features/accounts/profile/rules.ts'
import { type Actor, memberId } from '~/kernel/actor.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { openLink } from '~/server/auth/links.ts'
import { mayAskForMail } from '~/server/mail/asked-mails.ts'
import { withPlainPasswords } from '../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { waitFor } from '../../../tests/support/wait-for.ts'
import { register, sendWelcomeEmail, signIn } from './sign-in.commands.server.ts'

const visitor = { kind: 'visitor', address: '203.0.113.7' } as const
const browser = { userAgent: 'a phone', known: undefined }
const hana = { name: 'はなこ', email: 'hana@mail.example', password: 'kiku-7-ume' }
const member = (id: string): Actor => ({
  kind: 'member',
  id: memberId(id),
  address: visitor.address,
  sessionId: 'a session',
  emailVerified: false,
  role: 'member',
  canUpload: true,
  canComment: true,
})

const mailsOf = ({ db }: AppContext) =>
  db.selectFrom('mail').select(['kind', 'subjectKey', 'recipient', 'text']).execute()

onBothEngines('registration', (open) => {
  test.each(['foo..bar@docomo.ne.jp', 'foo.@ezweb.ne.jp', 'a!b/c@mail.example'])(
    'N62: %s registers, signs in, and is one account',
    async (email) => {
      const ctx = withPlainPasswords(contextForTests((await open()).db))
      const asked = { ...hana, email }
      expect(await register(ctx, visitor, asked, browser)).toMatchObject({ ok: true })
      expect((await ctx.db.selectFrom('member').select('email').execute()).map((row) => row.email)).toEqual([
        email,
      ])
      expect((await mailsOf(ctx)).map(({ recipient }) => recipient)).toEqual([email])
      expect(await signIn(ctx, visitor, asked, browser)).toMatchObject({ ok: true })
      expect(await signIn(ctx, visitor, { email, password: 'another' }, browser)).toEqual(refused('wrong'))
      expect(await register(ctx, visitor, { ...asked, password: 'another-7' }, browser)).toEqual(
        refused('email_taken'),
      )
    },
  )

  test('N62: what the library calls an address opens nobody’s account', async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    await register(ctx, visitor, hana, browser)
    const alias = `${Buffer.from(hana.email).toString('hex')}@address.invalid`
    expect(await signIn(ctx, visitor, { ...hana, email: alias }, browser)).toEqual(refused('wrong'))
    await register(ctx, visitor, { ...hana, email: alias }, browser)
    const emails = await ctx.db.selectFrom('member').select('email').orderBy('email').execute()
    expect(emails.map(({ email }) => email)).toEqual([alias, hana.email].sort())
  })

  test('R27, A16: makes member, profile and welcome mail, and is signed in at once', async () => {
    let woken = 0
    const ctx = withPlainPasswords(
      contextForTests((await open()).db, {
        wakeMail: () => {
          woken += 1
        },
      }),
    )
    const registered = await register(ctx, visitor, hana, browser)
    expect(registered).toEqual({
      ok: true,
      value: {
        token: expect.any(String),
        cookies: [expect.stringContaining('session_token='), expect.stringContaining('known-device=')],
      },
    })
    const row = await ctx.db
      .selectFrom('member')
      .innerJoin('memberProfile', 'memberProfile.memberId', 'member.id')
      .innerJoin('memberSession', 'memberSession.memberId', 'member.id')
      .selectAll('memberProfile')
      .select(['member.id', 'name', 'email', 'emailVerified', 'member.createdAt', 'ipAddress'])
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      name: 'はなこ',
      email: 'hana@mail.example',
      emailVerified: 0,
      joinDate: joinDateOf(Date.parse(row.createdAt)),
      interests: '[]',
      role: 'member',
      canUpload: 1,
      ipAddress: visitor.address,
    })
    const [mail, ...more] = await mailsOf(ctx)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ kind: 'welcome', subjectKey: row.id, recipient: 'hana@mail.example' })
    const token = /\/gallery\/confirm\/verify\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(await openLink(ctx.db, { purpose: 'verify', token, now: ctx.now() })).toMatchObject({
      memberId: row.id,
      email: 'hana@mail.example',
    })
    expect(woken).toBe(1)
  })

  test('a double tap ends signed in, with one account and one mail', async () => {
    const ctx = contextForTests((await open()).db)
    const taps = await Promise.all([1, 2, 3].map(() => register(ctx, visitor, hana, browser)))
    expect(taps.map(({ ok }) => ok)).toEqual([true, true, true])
    expect(await ctx.db.selectFrom('member').select('id').execute()).toHaveLength(1)
    expect(await mailsOf(ctx)).toHaveLength(1)
  })

  test('a tap that comes before the other has written its password waits for it', async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    await ctx.accounts.signUp(hana, { address: visitor.address, userAgent: '' })
    const [password] = await ctx.db.deleteFrom('memberAccount').returningAll().execute()
    if (password === undefined) throw new Error('the member has no password')
    const tap = register(ctx, visitor, hana, browser)
    await waitFor('the tap', 10_000, async () => {
      const counted = await ctx.db.selectFrom('rateLimit').select('subject').execute()
      return counted.length > 0
    })
    await ctx.db.insertInto('memberAccount').values(password).execute()
    expect((await tap).ok).toBe(true)
  })

  test('an address that is used is refused, and guessing its password here counts as a sign-in', async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    await register(ctx, visitor, hana, browser)
    const taken = await Promise.all(
      Array.from({ length: 11 }, () => register(ctx, visitor, { ...hana, password: 'another-one' }, browser)),
    )
    expect(taken).toEqual(Array(11).fill({ ok: false, error: 'email_taken' }))
    expect(await signIn(ctx, visitor, hana, browser)).toEqual({ ok: false, error: 'too_many_requests' })
    expect(await register(ctx, visitor, hana, browser)).toEqual({ ok: false, error: 'email_taken' })
  })

  test('A25: an address that had five mails in this hour is not registered yet; one that is used counts nothing', async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    const ask = () =>
      ctx.db
        .transaction()
        .execute((trx) => mayAskForMail(ctx, trx, { address: '198.51.100.1', recipients: [hana.email] }))
    for (let at = 0; at < 4; at += 1) await ask()
    expect((await register(ctx, visitor, hana, browser)).ok).toBe(true)
    const other = { ...hana, email: 'hana+2@mail.example' }
    expect(await register(ctx, visitor, other, browser)).toEqual({ ok: false, error: 'too_many_requests' })
    expect(await ctx.db.selectFrom('member').select('id').execute()).toHaveLength(1)
    ctx.advance(3_600_000)
    const taken = { ...hana, password: 'another-one' }
    for (let at = 0; at < 6; at += 1) await register(ctx, visitor, taken, browser)
    expect((await register(ctx, visitor, other, browser)).ok).toBe(true)
  })

  test('who is signed in does not register', async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    expect(await register(ctx, member('m'), hana, browser)).toEqual({ ok: false, error: 'signed_in' })
    expect(await register(ctx, { kind: 'system', name: 'x' }, hana, browser)).toMatchObject({ ok: false })
    expect(await ctx.db.selectFrom('member').select('id').execute()).toEqual([])
  })

  test('an outbox that fails costs her the mail for now, not the account', async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    await ctx.db.schema.alterTable('mail').renameTo('mail_away').execute()
    expect((await register(ctx, visitor, hana, browser)).ok).toBe(true)
    expect(await ctx.db.selectFrom('memberProfile').select('memberId').execute()).toEqual([])
    await ctx.db.schema.alterTable('mail_away').renameTo('mail').execute()
    for (const _ of [1, 2]) expect((await signIn(ctx, visitor, hana, browser)).ok).toBe(true)
    expect(await mailsOf(ctx)).toMatchObject([{ kind: 'welcome' }])
    expect(await ctx.db.selectFrom('memberProfile').select('memberId').execute()).toHaveLength(1)
  })

  test('what a crash left out is made up for once, also by four calls at once', async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    const signedUp = await ctx.accounts.signUp(hana, { address: visitor.address, userAgent: '' })
    const her = member(signedUp.ok ? signedUp.value.memberId : '')
    await Promise.all([1, 2, 3, 4].map(() => sendWelcomeEmail(ctx, her, hana)))
    expect((await signIn(ctx, visitor, hana, browser)).ok).toBe(true)
    expect(await mailsOf(ctx)).toMatchObject([{ kind: 'welcome' }])
    expect(await ctx.db.selectFrom('memberLink').select('id').execute()).toHaveLength(1)
  })

  test('A16: the named call sends to the member’s own address, once in her life, and nothing else', async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    // As after a crash that followed the account.
    const signedUp = await ctx.accounts.signUp(hana, { address: visitor.address, userAgent: '' })
    const id = signedUp.ok ? signedUp.value.memberId : ''
    await sendWelcomeEmail(ctx, visitor, hana)
    await sendWelcomeEmail(ctx, { kind: 'curator', address: visitor.address }, hana)
    await sendWelcomeEmail(ctx, member(id), { email: 'victim@mail.example' })
    await sendWelcomeEmail(ctx, member('nobody'), hana)
    expect(await mailsOf(ctx)).toEqual([])
    for (const email of ['Hana@Mail.example ', hana.email]) await sendWelcomeEmail(ctx, member(id), { email })
    expect(await mailsOf(ctx)).toMatchObject([{ kind: 'welcome', subjectKey: id, recipient: hana.email }])
  })

  test('A16: the named call has its limit', async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    const signedUp = await ctx.accounts.signUp(hana, { address: visitor.address, userAgent: '' })
    const id = signedUp.ok ? signedUp.value.memberId : ''
    for (let call = 0; call < 30; call += 1) await sendWelcomeEmail(ctx, member(id), { email: 'x' })
    await sendWelcomeEmail(ctx, member(id), hana)
    expect(await mailsOf(ctx)).toEqual([])
    ctx.advance(60_000)
    await sendWelcomeEmail(ctx, member(id), hana)
    expect(await mailsOf(ctx)).toHaveLength(1)
  })

  test('ASVS 2.4.1: a class registers behind one address; a script there waits, and nobody elsewhere', async () => {
    let accounts = 0
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    const counting: AppContext = {
      ...ctx,
      accounts: {
        signUp: async () => {
          accounts += 1
          return ok({ memberId: memberId('nobody'), token: '', cookies: [] })
        },
        signIn: async () => refused('wrong'),
      },
    }
    const tries = Array.from({ length: 70 }, (_, at) => ({ ...hana, email: `m${at}@mail.example` }))
    const answers = []
    for (const each of tries) answers.push(await register(counting, visitor, each, browser))
    expect(accounts).toBe(60)
    expect(answers.filter((answer) => !answer.ok && answer.error === 'too_many_requests')).toHaveLength(10)
    await register(counting, { ...visitor, address: '198.51.100.1' }, hana, browser)
    expect(accounts).toBe(61)
  })
})
