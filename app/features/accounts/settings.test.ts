import { expect, test } from 'vitest'
import { createLink } from '~/server/auth/links.ts'
import {
  mailTo,
  memberForTests,
  openSession,
  sessionsOf,
  withPlainPasswords,
} from '../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { endOwnSessions, forgetOldLinksJob, sendVerificationAgain } from './commands.server.ts'
import { accountSettings, openedConfirmation } from './queries.server.ts'

const visitor = { kind: 'visitor', address: '203.0.113.7' } as const
const done = { ok: true, value: null }
const refusal = (error: string) => ({ ok: false, error })
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

onBothEngines('the settings of an account', (open) => {
  const start = async (given: Parameters<typeof memberForTests>[1] = {}) => {
    const { db } = await open()
    const ctx = withPlainPasswords(contextForTests(db))
    const actor = await memberForTests(ctx, given)
    const other = await memberForTests(ctx, { id: 'other' })
    const link = (purpose: 'verify' | 'change', email: string) =>
      db.transaction().execute((trx) => createLink(ctx, trx, { memberId: actor.id, purpose, email }))
    return { db, ctx, actor, other, link }
  }
  const unverified = { emailVerified: false }

  test('A14: show her address and her devices by name, without what opens them', async () => {
    const { ctx, actor } = await start(unverified)
    ctx.advance(86_400_000)
    await openSession(ctx, 'hanako', 'phone', safari)
    const settings = await accountSettings(ctx, actor)
    expect(settings).toEqual({
      email: 'hanako@mail.example',
      emailVerified: false,
      passkeys: 0,
      pendingEmail: null,
      devices: [
        { id: 'phone', name: 'iPhone・Safari', lastSeen: '2026/4/2', isThis: false },
        { id: 'session of hanako', name: '不明な端末', lastSeen: '2026/4/1', isThis: true },
      ],
    })
    expect(JSON.stringify(settings)).not.toContain('token of')
  })

  test('A12: name the address that waits for its confirmation, for as long as it does', async () => {
    const { ctx, actor, other, link } = await start()
    await link('verify', 'v@mail.example')
    expect(await accountSettings(ctx, actor)).toMatchObject({ pendingEmail: null, emailVerified: true })
    await link('change', 'b@mail.example')
    expect(await accountSettings(ctx, actor)).toMatchObject({ pendingEmail: 'b@mail.example' })
    expect(await accountSettings(ctx, other)).toMatchObject({ pendingEmail: null })
    ctx.advance(86_400_000)
    expect(await accountSettings(ctx, actor)).toMatchObject({ pendingEmail: null })
  })

  test('A14: one device or all others are ended by their member alone', async () => {
    const { db, ctx, actor, other } = await start()
    for (const id of ['phone', 'tablet', 'television']) await openSession(ctx, 'hanako', id)
    expect(await endOwnSessions(ctx, other, { only: 'phone' })).toEqual(done)
    expect(await sessionsOf(db, 'hanako')).toHaveLength(4)
    expect(await endOwnSessions(ctx, actor, { only: 'phone' })).toEqual(done)
    expect(await sessionsOf(db, 'hanako')).toEqual(['session of hanako', 'tablet', 'television'])
    expect(await endOwnSessions(ctx, actor, 'others')).toEqual(done)
    expect(await sessionsOf(db, 'hanako')).toEqual(['session of hanako'])
    expect(await sessionsOf(db, 'other')).toEqual(['session of other'])
    expect(await endOwnSessions(ctx, actor, { only: 'no such\u0000device' })).toEqual(done)
    const visitor = { kind: 'visitor', address: '' } as const
    expect(await endOwnSessions(ctx, visitor, { only: 'session of hanako' })).toEqual(
      refusal('not_signed_in'),
    )
  })

  test('A2: the verification link is sent again with every asking, five times in an hour', async () => {
    const { db, ctx, actor } = await start(unverified)
    const mail = () => mailTo(db, 'hanako@mail.example', 'verify_email')
    for (const count of [1, 2, 3, 4, 5]) {
      expect(await sendVerificationAgain(ctx, actor)).toEqual(done)
      expect(await mail()).toMatchObject({ count, holdsToken: true })
    }
    expect(
      await openedConfirmation(ctx, visitor, { purpose: 'verify', token: (await mail()).token }),
    ).toEqual({
      purpose: 'verify',
      asksPassword: true,
      email: 'hanako@mail.example',
      name: '花子',
    })
    expect(await sendVerificationAgain(ctx, actor)).toEqual(refusal('too_many_requests'))
    ctx.advance(3_600_000)
    expect(await sendVerificationAgain(ctx, actor)).toEqual(done)
  })

  test('A2: no link is sent to who is verified, also by another device meanwhile, nor to a visitor', async () => {
    const { db, ctx, actor } = await start(unverified)
    expect(await sendVerificationAgain(ctx, { kind: 'visitor', address: '' })).toEqual(
      refusal('not_signed_in'),
    )
    expect(await sendVerificationAgain(ctx, { ...actor, emailVerified: true })).toEqual(
      refusal('already_verified'),
    )
    await db.updateTable('member').set({ emailVerified: 1 }).execute()
    expect(await sendVerificationAgain(ctx, actor)).toEqual(refusal('already_verified'))
    expect(await db.selectFrom('mail').select('id').execute()).toEqual([])
  })

  test('A12: the page of a link shows what it is for, and nothing for one that has lost its sense', async () => {
    const { ctx, link } = await start(unverified)
    const [verify, stale] = [
      await link('verify', 'hanako@mail.example'),
      await link('verify', 'z@mail.example'),
    ]
    const change = await link('change', 'b@mail.example')
    expect(await openedConfirmation(ctx, visitor, { purpose: 'change', token: change })).toMatchObject({
      email: 'b@mail.example',
    })
    expect(await openedConfirmation(ctx, visitor, { purpose: 'verify', token: verify })).toBeDefined()
    expect(await openedConfirmation(ctx, visitor, { purpose: 'verify', token: stale })).toBeUndefined()
    expect(await openedConfirmation(ctx, visitor, { purpose: 'revert', token: change })).toBeUndefined()
  })

  test('links and sessions that open nothing any more are forgotten by the job', async () => {
    const { db, ctx, link } = await start(unverified)
    const run = () => forgetOldLinksJob(ctx).run(new AbortController().signal)
    await link('change', 'b@mail.example')
    ctx.advance(86_400_000 - 1)
    await run()
    expect(await db.selectFrom('memberLink').select('purpose').execute()).toHaveLength(1)
    ctx.advance(32 * 86_400_000)
    await run()
    expect(await db.selectFrom('memberLink').select('purpose').execute()).toEqual([])
    expect(await sessionsOf(db, 'hanako')).toEqual([])
  })
})
