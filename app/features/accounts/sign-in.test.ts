import { expect, test, vi } from 'vitest'
import { type Actor, memberId } from '~/kernel/actor.ts'
import { refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { clientAt } from '~/server/public-address.ts'
import { openSession, sessionsOf, withPlainPasswords } from '../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { signIn, signOut } from './sign-in.commands.server.ts'

const at = (address: string) => ({ kind: 'visitor', address }) as const
const here = at('203.0.113.7')
const elsewhere = at('198.51.100.1')
const browser = { userAgent: 'a phone', known: undefined }
const hana = { email: 'hana@mail.example', password: 'kiku-7-ume' }
const wrong = { ...hana, password: 'kiku-7-un' }
const quarter = 15 * 60_000

onBothEngines('sign-in', (open) => {
  const withHana = async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    const signedUp = await ctx.accounts.signUp({ ...hana, name: 'はなこ' }, { address: '', userAgent: '' })
    if (!signedUp.ok) throw new Error(signedUp.error)
    const deviceOf = (id: string) => ({ id: 'A'.repeat(22), memberId: memberId(id) })
    return { ctx, id: signedUp.value.memberId, device: deviceOf(signedUp.value.memberId), deviceOf }
  }
  /** Passwords are not compared: what counts is how often they would be. */
  const withoutAccounts = async () => {
    const ctx = contextForTests((await open()).db)
    const compared = vi.fn(async () => refused('wrong' as const))
    const counting: AppContext = { ...ctx, accounts: { ...ctx.accounts, signIn: compared } }
    return { ctx: counting, compared }
  }
  const guess = async (ctx: AppContext, times: number, from = here, known = {}) => {
    for (let time = 0; time < times; time += 1) await signIn(ctx, from, wrong, { ...browser, ...known })
  }
  const tooMany = { ok: false, error: 'too_many_requests' }

  test('gives a session and the mark of a known device; the mark stays the same', async () => {
    const { ctx, device } = await withHana()
    for (const known of [undefined, device]) {
      const signedIn = await signIn(ctx, here, hana, { ...browser, known })
      expect(signedIn).toEqual({
        ok: true,
        value: {
          token: expect.any(String),
          cookies: [
            expect.stringMatching(/session_token=.*; HttpOnly/),
            expect.stringContaining(known ? `known-device=${known.id}.` : 'known-device='),
          ],
        },
      })
    }
  })

  test('ASVS 16.3.1, 16.3.2, A11: unknown address and wrong password are refused alike, and logged without either', async () => {
    const { ctx, id } = await withHana()
    const lines: unknown[] = []
    const info = (message: string, fields?: object) => lines.push([message, fields])
    const logged = { ...ctx, log: { ...ctx.log, info } }
    const refusal = { ok: false, error: 'wrong' }
    expect(await signIn(logged, here, wrong, browser)).toEqual(refusal)
    expect(await signIn(logged, here, { ...hana, email: 'x@mail.example' }, browser)).toEqual(refusal)
    const message = 'a sign-in was refused: wrong address or password'
    expect(lines).toEqual([
      [message, { member: id, knownDevice: false }],
      [message, { member: undefined, knownDevice: false }],
    ])
  })

  test('ASVS 6.3.1, A10: after ten wrong passwords here the right one is refused here, not elsewhere, and not for ever', async () => {
    const { ctx, device, deviceOf } = await withHana()
    await guess(ctx, 10)
    expect(await signIn(ctx, here, hana, browser)).toEqual(tooMany)
    expect(await signIn(ctx, here, hana, { ...browser, known: deviceOf('another') })).toEqual(tooMany)
    expect((await signIn(ctx, elsewhere, hana, browser)).ok).toBe(true)
    expect((await signIn(ctx, here, hana, { ...browser, known: device })).ok).toBe(true)
    ctx.advance(quarter)
    expect((await signIn(ctx, here, hana, browser)).ok).toBe(true)
  })

  test('ASVS 2.4.1, A10: of right passwords an account has thirty in 15 minutes, wherever they come from; wrong ones take none', async () => {
    const { ctx, device } = await withHana()
    const other = { ...hana, name: 'じろう', email: 'jiro@mail.example' }
    await ctx.accounts.signUp(other, { address: '', userAgent: '' })
    await guess(ctx, 9)
    for (let time = 0; time < 30; time += 1)
      expect((await signIn(ctx, at(`192.0.2.${time}`), hana, browser)).ok).toBe(true)
    const compared = vi.spyOn(ctx.accounts, 'signIn')
    for (const known of [undefined, device])
      expect(await signIn(ctx, elsewhere, hana, { ...browser, known })).toEqual(tooMany)
    expect(compared).not.toHaveBeenCalled()
    expect((await signIn(ctx, elsewhere, other, browser)).ok).toBe(true)
    ctx.advance(quarter)
    expect((await signIn(ctx, elsewhere, hana, browser)).ok).toBe(true)
  })

  test('A10: of forty right passwords at once thirty begin a session', async () => {
    const { ctx, id } = await withHana()
    const before = (await sessionsOf(ctx.db, id)).length
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, other) => signIn(ctx, at(`192.0.2.${other}`), hana, browser)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(30)
    expect(answers.filter(({ ok }) => !ok)).toEqual(Array(10).fill(tooMany))
    expect(await sessionsOf(ctx.db, id)).toHaveLength(before + 30)
  })

  test('A10: right passwords do not count as wrong ones', async () => {
    const { ctx } = await withHana()
    await guess(ctx, 9)
    for (const _ of [1, 2, 3]) expect((await signIn(ctx, here, hana, browser)).ok).toBe(true)
    expect(await signIn(ctx, here, wrong, browser)).toEqual({ ok: false, error: 'wrong' })
    expect(await signIn(ctx, here, hana, browser)).toEqual(tooMany)
  })

  test('A14: who signs in without end has fifty sessions, the newest', async () => {
    const { ctx, id } = await withHana()
    const other = { ...hana, name: 'じろう', email: 'jiro@mail.example' }
    await ctx.accounts.signUp(other, { address: '', userAgent: '' })
    for (let at = 0; at < 60; at += 1) await openSession(ctx, id, `old ${at}`)
    await signIn(ctx, here, hana, browser)
    const sessions = await sessionsOf(ctx.db, id)
    expect(sessions).toHaveLength(50)
    expect(sessions.filter((each) => !each.startsWith('old'))).toHaveLength(2)
    expect(await ctx.db.selectFrom('memberSession').select('id').execute()).toHaveLength(51)
  })

  test('A10: of fifty wrong passwords at once ten are compared', async () => {
    const { ctx, compared } = await withoutAccounts()
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(ctx, here, wrong, browser)))
    expect(compared).toHaveBeenCalledTimes(10)
    expect(answers.filter((answer) => !answer.ok && answer.error === 'too_many_requests')).toHaveLength(40)
  })

  test('ASVS 6.3.1, A10: a known device has its own ten', async () => {
    const { ctx, device } = await withHana()
    await guess(ctx, 10, here, { known: device })
    expect(await signIn(ctx, here, hana, { ...browser, known: device })).toEqual(tooMany)
    expect((await signIn(ctx, here, hana, browser)).ok).toBe(true)
  })

  test('ASVS 6.3.1, A10: one address tries a hundred passwords an hour over all accounts', async () => {
    const { ctx, compared } = await withoutAccounts()
    const tries = Array.from({ length: 105 }, (_, account) => ({
      ...wrong,
      email: `m${account}@mail.example`,
    }))
    await Promise.all(tries.map((each) => signIn(ctx, here, each, browser)))
    expect(compared).toHaveBeenCalledTimes(100)
    await signIn(ctx, elsewhere, wrong, browser)
    expect(compared).toHaveBeenCalledTimes(101)
  })

  test('A10: a household that changes its address counts as one, and a network has its limit', async () => {
    const { ctx, compared } = await withoutAccounts()
    for (let time = 0; time < 12; time += 1) await guess(ctx, 1, at(`2001:db8:1:2::${time}`))
    expect(compared).toHaveBeenCalledTimes(10)
    const { spanStart } = await ctx.db
      .selectFrom('rateLimit')
      .where('subject', '=', `wrong-passwords:${clientAt('2001:db8:1:2::1').network}`)
      .select('spanStart')
      .executeTakeFirstOrThrow()
    await ctx.db.updateTable('rateLimit').set({ count: 1_000 }).where('spanStart', '=', spanStart).execute()
    await guess(ctx, 1, at('2001:db8:1:3::1'))
    expect(compared).toHaveBeenCalledTimes(10)
    await guess(ctx, 1, at('2001:db8:2::1'))
    expect(compared).toHaveBeenCalledTimes(11)
  })

  test('A10: tries that are refused do not fill the table of counts', async () => {
    const { ctx } = await withoutAccounts()
    await guess(ctx, 1)
    await ctx.db
      .updateTable('rateLimit')
      .set({ count: 100 })
      .where('subject', '=', `wrong-passwords:${here.address}`)
      .execute()
    const rows = () => ctx.db.selectFrom('rateLimit').selectAll().orderBy('subject').execute()
    const before = await rows()
    for (const account of [1, 2, 3])
      expect(await signIn(ctx, here, { ...wrong, email: `m${account}@mail.example` }, browser)).toEqual(
        tooMany,
      )
    expect(await rows()).toEqual(before)
  })

  test('no address stands in the table of counts', async () => {
    const { ctx } = await withoutAccounts()
    await guess(ctx, 1)
    const rows = await ctx.db.selectFrom('rateLimit').select('subject').execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('hana')
  })

  test('who is signed in does not sign in again', async () => {
    const { ctx, compared } = await withoutAccounts()
    expect(await signIn(ctx, { kind: 'owner' }, hana, browser)).toEqual({ ok: false, error: 'signed_in' })
    expect(compared).not.toHaveBeenCalled()
  })

  test('ASVS 7.4.1: signing out ends this session on the server, and no other', async () => {
    const { ctx, id } = await withHana()
    await signIn(ctx, here, hana, browser)
    const sessions = () => ctx.db.selectFrom('memberSession').select('id').orderBy('id').execute()
    const [first, second] = await sessions()
    const actor: Actor = {
      kind: 'member',
      id,
      address: here.address,
      sessionId: first?.id ?? '',
      emailVerified: false,
      role: 'member',
      canUpload: true,
      canComment: true,
    }
    await signOut(ctx, here)
    expect(await sessions()).toHaveLength(2)
    for (const _ of [1, 2]) await signOut(ctx, actor)
    expect(await sessions()).toEqual([second])
  })
})
