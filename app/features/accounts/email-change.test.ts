import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Requester } from '~/kernel/actor.ts'
import { setPassword } from '~/server/auth/account-changes.ts'
import { createLink } from '~/server/auth/links.ts'
import { engineOf } from '~/server/database/engine.ts'
import {
  mailTo,
  memberForTests,
  openSession,
  sessionsOf,
  withPlainPasswords,
} from '../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { waitFor } from '../../../tests/support/wait-for.ts'
import { confirmByLink, requestEmailChange } from './commands.server.ts'
import { changePassword } from './password.commands.server.ts'
import type { ConfirmPurpose } from './rules.ts'
import { register } from './sign-in.commands.server.ts'

const day = 86_400_000
const visitor = { kind: 'visitor', address: '198.51.100.1' } as const
const [a, b, c] = ['hanako@mail.example', 'b@mail.example', 'c@mail.example']
const done = { ok: true, value: null }
const refusal = (error: string) => ({ ok: false, error })

onBothEngines('a change of e-mail', (open) => {
  const start = async (given: Parameters<typeof memberForTests>[1] = {}) => {
    const { db } = await open()
    const ctx = withPlainPasswords(contextForTests(db))
    const actor = await memberForTests(ctx, given)
    const request = (newEmail: string, password = 'present-1', who = actor) =>
      requestEmailChange(ctx, who, { newEmail, password })
    const press = (purpose: ConfirmPurpose, token: string, password = 'present-1') =>
      confirmByLink(ctx, visitor, { purpose, token, password })
    const account = (id = 'hanako') =>
      db.selectFrom('member').where('id', '=', id).select(['email', 'emailVerified']).executeTakeFirst()
    const tokens = {
      confirm: async (address: string) => (await mailTo(db, address, 'confirm_email_change')).token,
      revert: async (address: string) => (await mailTo(db, address, 'email_change_notice')).token,
    }
    /** Requested and confirmed; gives the token that undoes it. */
    const changeTo = async (address: string) => {
      ctx.advance(1_000)
      const before = (await account())?.email ?? ''
      expect(await request(address)).toEqual(done)
      expect(await press('change', await tokens.confirm(address))).toEqual(done)
      return tokens.revert(before)
    }
    return { db, ctx, actor, request, press, account, tokens, changeTo }
  }

  test('ASVS 6.3.7, A12: sends a link to the new address and one to the old, and nothing changes yet but that this device is signed out', async () => {
    const { db, ctx, request, account, tokens } = await start()
    await openSession(ctx, 'hanako', 'tablet')
    expect(await request(b)).toEqual(done)
    expect(await account()).toEqual({ email: a, emailVerified: 1 })
    expect(await sessionsOf(db, 'hanako')).toEqual(['tablet'])
    expect(await mailTo(db, a, 'email_change_notice')).toMatchObject({ holdsToken: true, count: 1 })
    expect((await mailTo(db, a, 'email_change_notice')).text).toContain(b)
    expect(await mailTo(db, b, 'confirm_email_change')).toMatchObject({ holdsToken: true, count: 1 })
    expect(await tokens.confirm(b)).not.toBe(await tokens.revert(a))
  })

  test('A12: counts when it is confirmed; then all sessions and earlier links end', async () => {
    const { db, ctx, actor, request, press, account, tokens } = await start({ emailVerified: false })
    await openSession(ctx, 'hanako', 'tablet')
    const earlier = { memberId: actor.id, email: a }
    for (const purpose of ['reset', 'verify'] as const)
      await db.transaction().execute((trx) => createLink(ctx, trx, { ...earlier, purpose }))
    await request(b)
    const token = await tokens.confirm(b)
    expect(await press('change', token)).toEqual(done)
    expect(await account()).toEqual({ email: b, emailVerified: 1 })
    expect(await sessionsOf(db, 'hanako')).toEqual([])
    const left = await db.selectFrom('memberLink').select('purpose').execute()
    expect(left).toEqual([{ purpose: 'revert' }])
    expect(await press('change', token)).toEqual(refusal('link_dead'))
  })

  test.each(['owner', 'system', 'visitor', 'curator'] as const)('A12: is refused to a %s', async (kind) => {
    const { ctx } = await start()
    const who =
      kind === 'system' ? { kind, name: 'x' } : kind === 'owner' ? { kind } : { kind, address: '203.0.113.7' }
    expect(await requestEmailChange(ctx, who, { newEmail: b, password: 'present-1' })).toEqual(
      refusal('not_signed_in'),
    )
  })

  test('ASVS 7.5.1, A12: is refused for a wrong password, the present address, and one that is used', async () => {
    const { db, ctx, request } = await start()
    await memberForTests(ctx, { id: 'other', email: b })
    expect(await request(c, 'wrong-1')).toEqual(refusal('wrong_password'))
    expect(await request(a)).toEqual(refusal('email_unchanged'))
    expect(await request(b)).toEqual(refusal('email_taken'))
    expect(await db.selectFrom('memberLink').select('id').execute()).toEqual([])
    expect(await db.selectFrom('mail').select('id').execute()).toEqual([])
    expect(await sessionsOf(db, 'hanako')).toEqual(['session of hanako'])
  })

  test('A12: is refused for a password that another device changed meanwhile', async () => {
    const { db, ctx, actor } = await start()
    const passwords = {
      ...ctx.passwords,
      matches: async () => {
        await db.transaction().execute((trx) => setPassword(ctx, trx, actor.id, 'hash of another'))
        return true
      },
    }
    const asked = await requestEmailChange({ ...ctx, passwords }, actor, {
      newEmail: b,
      password: 'present-1',
    })
    expect(asked).toEqual(refusal('wrong_password'))
    expect(await db.selectFrom('memberLink').select('id').execute()).toEqual([])
  })

  test('N7, A10: five wrong passwords of one person close it on every network, for 15 minutes', async () => {
    const { ctx, actor, request } = await start()
    const other = await memberForTests(ctx, { id: 'other' })
    for (let tries = 0; tries < 5; tries += 1)
      expect(await request(b, 'wrong-1')).toEqual(refusal('wrong_password'))
    expect(await request(b)).toEqual(refusal('too_many_requests'))
    expect(await request(b, 'present-1', other)).toEqual(done)
    expect(await request(b, 'present-1', { ...actor, address: '198.51.100.9' })).toEqual(
      refusal('too_many_requests'),
    )
    ctx.advance(15 * 60_000)
    expect(await request(c)).toEqual(done)
  })

  test('ASVS 2.3.2, A10: right passwords are not counted, but an hour has five changes', async () => {
    const { ctx, request } = await start()
    for (const at of [1, 2, 3, 4, 5]) expect(await request(`b${at}@mail.example`)).toEqual(done)
    expect(await request(b)).toEqual(refusal('too_many_requests'))
    expect(await request(b, 'present-1', await memberForTests(ctx, { id: 'other' }))).toEqual(done)
    ctx.advance(3_600_000)
    expect(await request(b)).toEqual(done)
  })

  test('A25: many accounts together send five mails an hour to a stranger, whose own count a refused request leaves alone', async () => {
    const { db, ctx, request } = await start()
    const others = await Promise.all([1, 2, 3].map((at) => memberForTests(ctx, { id: `m${at}` })))
    const toStranger = ({ address }: { readonly address: string } = visitor) =>
      others.map((who, at) => request(`stranger+${at}@mail.example`, 'present-1', { ...who, address }))
    const answers = [...(await Promise.all(toStranger())), ...(await Promise.all(toStranger()))]
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
    expect(answers).toContainEqual(refusal('too_many_requests'))
    const sent = db.selectFrom('mail').where('recipient', 'like', 'stranger%').select('id')
    expect(await sent.execute()).toHaveLength(5)
    expect(await request(b)).toEqual(done)
    // A member's address gets no such mail, however often it is requested.
    for (let at = 0; at < 6; at += 1) expect(await request('m1@mail.example')).toEqual(refusal('email_taken'))
    const [one] = others
    expect(await request(c, 'present-1', one)).toEqual(done)
  })

  test('A12: a link is for its purpose, ends after its time, and the last request counts', async () => {
    const { ctx, request, press, tokens } = await start()
    await request(b)
    const first = await tokens.confirm(b)
    for (const purpose of ['verify', 'revert'] as const)
      expect(await press(purpose, first)).toEqual(refusal('link_dead'))
    await request(c)
    expect(await press('change', first)).toEqual(refusal('link_dead'))
    ctx.advance(day)
    expect(await press('change', await tokens.confirm(c))).toEqual(refusal('link_dead'))
  })

  test('A12: an address that was taken before the confirmation is refused, and nothing changes', async () => {
    const { db, ctx, request, press, account, tokens } = await start()
    await request(b)
    await memberForTests(ctx, { id: 'other', email: b })
    await openSession(ctx, 'hanako', 'tablet')
    const token = await tokens.confirm(b)
    expect(await press('change', token)).toEqual(refusal('email_taken'))
    expect(await account()).toEqual({ email: a, emailVerified: 1 })
    expect(await sessionsOf(db, 'hanako')).toEqual(['tablet'])
    await db.deleteFrom('member').where('id', '=', 'other').execute()
    expect(await press('change', token)).toEqual(done)
  })

  test('A12: nobody confirms an address that another account may still take back', async () => {
    const { ctx, request, press, account, tokens } = await start()
    await request(b)
    const token = await tokens.confirm(b)
    const other = await memberForTests(ctx, { id: 'other', email: b })
    await request(c, 'present-1', other)
    expect(await press('change', await tokens.confirm(c))).toEqual(done)
    expect(await press('change', token)).toEqual(refusal('email_taken'))
    expect(await account()).toMatchObject({ email: a })
  })

  test('A12: of two accounts that confirm one address at once one gets it, the other is told', async () => {
    const { ctx, request, press, account, tokens, actor } = await start()
    const other = await memberForTests(ctx, { id: 'other' })
    await request(b)
    const first = await tokens.confirm(b)
    ctx.advance(1_000)
    await request(b, 'present-1', other)
    const second = await tokens.confirm(b)
    expect(first).not.toBe(second)
    const answers = await Promise.all([press('change', first), press('change', second)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers).toContainEqual(refusal('email_taken'))
    const emails = [(await account(actor.id))?.email, (await account('other'))?.email]
    expect(emails.filter((email) => email === b)).toHaveLength(1)
  })

  test('A12: an address that another account takes at the same moment is refused too', async () => {
    const { db, request, press, account, tokens } = await start()
    await request(b)
    const [inserted, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const taking = db.transaction().execute(async (trx) => {
      await addMember(trx, { id: 'other', email: b })
      inserted.resolve()
      await mayCommit.promise
    })
    await inserted.promise
    const pressed = press('change', await tokens.confirm(b))
    const isHeldUp = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (engineOf(db) === 'postgres')
      await waitFor(
        'the confirmation to be held up',
        10_000,
        async () => (await isHeldUp.execute(db)).rows.length > 0,
      )
    mayCommit.resolve()
    await taking
    expect(await pressed).toEqual(refusal('email_taken'))
    expect(await account()).toMatchObject({ email: a })
  })

  test('A13: a new password makes a pending change void', async () => {
    const { ctx, actor, request, press, tokens } = await start()
    await request(b)
    expect(await changePassword(ctx, actor, { current: 'present-1', next: 'another-2' })).toEqual(done)
    expect(await press('change', await tokens.confirm(b))).toEqual(refusal('link_dead'))
  })

  test('A12: taken back before the confirmation, the change is void, all sessions end and a new password is asked for', async () => {
    const { db, ctx, request, press, account, tokens } = await start({ emailVerified: false })
    await openSession(ctx, 'hanako', 'tablet')
    await request(b)
    const [confirm, revert] = [await tokens.confirm(b), await tokens.revert(a)]
    expect(await press('revert', revert)).toEqual(done)
    expect(await account()).toEqual({ email: a, emailVerified: 1 })
    expect(await sessionsOf(db, 'hanako')).toEqual([])
    expect(await db.selectFrom('memberAccount').select('password').execute()).toEqual([{ password: null }])
    expect(await mailTo(db, a, 'email_restored')).toMatchObject({ count: 1, holdsToken: true })
    expect((await mailTo(db, a, 'email_restored')).text).toContain('/gallery/reset/')
    expect(await mailTo(db, a, 'email_taken_back')).toMatchObject({ count: 0 })
    expect(await press('change', confirm)).toEqual(refusal('link_dead'))
    expect(await press('revert', revert)).toEqual(refusal('link_dead'))
  })

  test('A12: taken back after the confirmation, the old address is there again for 7 days', async () => {
    const { db, ctx, actor, press, account, changeTo } = await start()
    const revert = await changeTo(b)
    await openSession(ctx, 'hanako', 'of the thief')
    await db
      .transaction()
      .execute((trx) => createLink(ctx, trx, { memberId: actor.id, purpose: 'reset', email: b }))
    ctx.advance(7 * day - 2_000)
    expect(await press('revert', revert)).toEqual(done)
    expect(await account()).toEqual({ email: a, emailVerified: 1 })
    expect(await sessionsOf(db, 'hanako')).toEqual([])
    expect(await mailTo(db, b, 'email_taken_back')).toMatchObject({ count: 1 })
    const left = await db.selectFrom('memberLink').select(['purpose', 'email']).execute()
    expect(left).toEqual([{ purpose: 'reset', email: a }])
  })

  test('A12: after 7 days the way back is closed, and the old address is free', async () => {
    const { ctx, press, changeTo, request } = await start()
    const other = await memberForTests(ctx, { id: 'other' })
    const revert = await changeTo(b)
    expect(await request(a, 'present-1', other)).toEqual(refusal('email_taken'))
    ctx.advance(7 * day)
    expect(await press('revert', revert)).toEqual(refusal('link_dead'))
    expect(await request(a, 'present-1', other)).toEqual(done)
  })

  test('A12: nobody registers with an address that can be taken back; after 7 days it is free', async () => {
    const { ctx, changeTo } = await start()
    const newMember = { name: '別の人', email: a, password: 'a good one' }
    const registers = () => register(ctx, visitor, newMember, { userAgent: '', known: undefined })
    await changeTo(b)
    expect(await registers()).toEqual(refusal('email_taken'))
    ctx.advance(7 * day)
    expect(await registers()).toMatchObject({ ok: true })
  })

  test('A12: who took the account to a second and a third address cannot keep it, nor get it back', async () => {
    const { press, account, changeTo, tokens, request } = await start()
    const backToA = await changeTo(b)
    const backToB = await changeTo(c)
    await request('d@mail.example')
    const backToC = await tokens.revert(c)
    expect(await press('revert', backToA)).toEqual(done)
    expect(await account()).toMatchObject({ email: a })
    for (const link of [backToB, backToC]) expect(await press('revert', link)).toEqual(refusal('link_dead'))
    expect(await press('change', await tokens.confirm('d@mail.example'))).toEqual(refusal('link_dead'))
  })

  test('A12: a later change is taken back alone, and that leaves the earlier way back', async () => {
    const { press, account, changeTo } = await start()
    const backToA = await changeTo(b)
    const backToB = await changeTo(c)
    expect(await press('revert', backToB)).toEqual(done)
    expect(await account()).toMatchObject({ email: b })
    expect(await press('revert', backToA)).toEqual(done)
    expect(await account()).toMatchObject({ email: a })
  })

  test('A12: back at her address by a change of her own, no link of the one between moves the account', async () => {
    const { press, account, changeTo } = await start()
    await changeTo(b)
    const backToB = await changeTo(a)
    const backToA = await changeTo(c)
    expect(await press('revert', backToB)).toEqual(refusal('link_dead'))
    expect(await account()).toMatchObject({ email: c })
    expect(await press('revert', backToA)).toEqual(done)
  })

  test('A2: verifying counts for the address that the link was sent to, and for no later one', async () => {
    const { db, ctx, actor, press, account } = await start({ emailVerified: false })
    const verifyLink = (email: string) =>
      db
        .transaction()
        .execute((trx) => createLink(ctx, trx, { memberId: actor.id, purpose: 'verify', email }))
    await memberForTests(ctx, { id: 'other', email: b, emailVerified: false })
    const [right, wrong] = [await verifyLink(a), await verifyLink(b)]
    expect(await press('verify', wrong)).toEqual(refusal('link_dead'))
    expect(await account()).toEqual({ email: a, emailVerified: 0 })
    expect(await press('verify', right)).toEqual(done)
    expect(await account()).toEqual({ email: a, emailVerified: 1 })
    expect(await account('other')).toMatchObject({ emailVerified: 0 })
    expect(await press('verify', right)).toEqual(refusal('link_dead'))
  })

  test('A2, S23: an address is proved only by who is in its account, by session or by password', async () => {
    const { db, ctx, actor, press, account, tokens, request } = await start({ emailVerified: false })
    const other = await memberForTests(ctx, { id: 'other' })
    const token = await db
      .transaction()
      .execute((trx) => createLink(ctx, trx, { memberId: actor.id, purpose: 'verify', email: a }))
    const byPress = (who: Requester) => confirmByLink(ctx, who, { purpose: 'verify', token, password: '' })
    // Somebody with the mailbox but not the account, signed in elsewhere or not.
    for (const who of [visitor, { kind: 'curator', address: visitor.address }, other] as const)
      expect(await byPress(who)).toEqual(refusal('password_missing'))
    expect(await account()).toEqual({ email: a, emailVerified: 0 })
    await request(b)
    expect(await press('change', await tokens.confirm(b), 'a guess')).toEqual(refusal('wrong_password'))
    expect(await account()).toEqual({ email: a, emailVerified: 0 })
    expect(await byPress(actor)).toEqual(done)
    expect(await account()).toEqual({ email: a, emailVerified: 1 })
    expect(await press('change', await tokens.confirm(b), 'present-1')).toEqual(done)
    expect(await account()).toEqual({ email: b, emailVerified: 1 })
  })

  test('A10: five guesses at the password of a link close it for that client', async () => {
    const { press, request, tokens } = await start()
    await request(b)
    const token = await tokens.confirm(b)
    for (let guess = 0; guess < 5; guess += 1)
      expect(await press('change', token, 'a guess')).toEqual(refusal('wrong_password'))
    expect(await press('change', token, 'present-1')).toEqual(refusal('too_many_requests'))
  })

  test('A12: the way back needs no password, which a thief has changed', async () => {
    const { press, request, tokens } = await start()
    await request(b)
    expect(await press('revert', await tokens.revert(a), '')).toEqual(done)
  })
})
