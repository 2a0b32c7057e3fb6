import { expect, test } from 'vitest'
import { deleteAccount } from '~/features/accounts/commands.server.ts'
import { runWords } from '../../../../cli/owner-commands.server.ts'
import { mailTo, withPlainPasswords } from '../../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests, invitedForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { addMember } from '../../../../tests/support/member-for-tests.ts'
import { memberId, type Owner, type Requester } from '../../../kernel/actor.ts'
import { auditOf } from '../../../server/audit.ts'
import { invitedPerson } from '../../../server/auth/desk-people.ts'
import { memberOfSession } from '../../../server/auth/sessions.ts'
import { acceptInvitation } from './door.commands.server.ts'
import { doorFor, invitationFor, isHiddenFrom, isLinkToSignIn } from './door.queries.server.ts'
import { deskCommand } from './owner.commands.server.ts'
import {
  addPasskey,
  allowCounting,
  endAtDesk,
  endDevice,
  inviteToDesk,
  newBackupCodes,
  resetFactor,
  resetOwnFactor,
  takePasskeyAway,
  withdrawInvitation,
} from './people.commands.server.ts'
import { deskPeoplePage, nameOnSheet, peopleFound } from './people.queries.server.ts'

const machine: Owner = { kind: 'owner' }
const hour = 3_600_000

onBothEngines('the people of the desk', (open) => {
  const shop = async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    const roleOf = async (id: string) => (await invitedPerson(ctx.db, memberId(id)))?.role
    const invite = (email: string, role: 'owner' | 'packer' = 'owner') =>
      inviteToDesk(ctx, machine, { requestId: ctx.newId(), email, role })
    return { ctx, roleOf, invite }
  }

  test('N123: people are found by the words of their name in any kana, or a part of their address, as many as are asked for', async () => {
    const { ctx } = await shop()
    for (const [id, name] of [
      ['h', '発送係の ハナコ'],
      ['t', '太郎'],
    ] as const) {
      await invitedForTests(ctx, 'packer', id)
      const email = `${id === 'h' ? 'hanako' : 'taro'}@mail.example`
      await ctx.db.updateTable('member').set({ name, email }).where('id', '=', id).execute()
    }
    const found = async (q: string, most = 10) => (await peopleFound(ctx.db, q, most)).map(({ id }) => id)
    expect(await found('はなこ 発送')).toEqual(['h'])
    expect(await found('はなこ 太郎')).toEqual([])
    expect(await found('TARO@mail')).toEqual(['t'])
    expect(await found('mail.example')).toHaveLength(2)
    expect(await found('mail.example', 1)).toHaveLength(1)
    expect(await found('。')).toEqual([])
  })

  test('N9: a verified member is invited by mail, and comes by its link once, within a day', async () => {
    const { ctx, roleOf, invite } = await shop()
    const email = 'hanako@mail.example'
    expect(await invite(email)).toEqual({ ok: false, error: 'unknown-member' })
    const hanako = await addMember(ctx.db, { id: 'hanako', emailVerified: false })
    const other = await addMember(ctx.db, { id: 'other' })
    expect(await invite(email)).toEqual({ ok: false, error: 'not-verified' })
    await ctx.db.updateTable('member').set({ emailVerified: 1 }).execute()
    expect(await invite(email)).toEqual({ ok: true, value: '花子' })
    const old = await mailTo(ctx.db, email, 'desk_invitation')
    ctx.advance(1)
    expect(await invite(email, 'packer')).toMatchObject({ ok: true })
    const { token, holdsToken } = await mailTo(ctx.db, email, 'desk_invitation')
    expect(holdsToken).toBe(true)
    expect(JSON.stringify(await ctx.db.selectFrom('deskInvitation').selectAll().execute())).not.toContain(
      token,
    )
    expect(await roleOf('hanako')).toBeUndefined()

    for (const actor of [other, { kind: 'visitor', address: '' } as const])
      expect(await acceptInvitation(ctx, actor, token)).toEqual({ ok: false, error: 'not-found' })
    expect(await acceptInvitation(ctx, hanako, old.token)).toEqual({ ok: false, error: 'not-found' })
    expect(await invitationFor(ctx, other, token)).toBeUndefined()
    expect(await invitationFor(ctx, hanako, token)).toMatchObject({ role: 'packer' })
    ctx.advance(24 * hour)
    expect(await acceptInvitation(ctx, hanako, token)).toMatchObject({ ok: false })
    ctx.advance(-1)
    const both = await Promise.all([1, 2].map(() => acceptInvitation(ctx, hanako, token)))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await roleOf('hanako')).toBe('packer')
    expect(await invite(email)).toEqual({ ok: false, error: 'already-there' })
    const audit = await auditOf(ctx.db, 'member:hanako')
    expect(audit.map(({ act, after }) => [act, after])).toEqual([
      ['desk.invite', { name: '花子', role: 'owner' }],
      ['desk.invite', { name: '花子', role: 'packer' }],
    ])
  })

  test('N78: an open link is there for whoever is not signed in, to be told to, and is not used up by it', async () => {
    const { ctx, invite } = await shop()
    const hanako = await addMember(ctx.db, { id: 'hanako' })
    const other = await addMember(ctx.db, { id: 'other' })
    await invite('hanako@mail.example', 'packer')
    const { token } = await mailTo(ctx.db, 'hanako@mail.example', 'desk_invitation')
    const visitor = { kind: 'visitor', address: '' } as const
    const isThere = async (actor: Requester, path = `/admin/join/${token}`) =>
      !(await isHiddenFrom(ctx, actor, path))
    for (const path of [`/admin/join/${token}`, `/admin/join/${token}.data`])
      expect(await isThere(visitor, path)).toBe(true)
    expect(await isThere({ kind: 'curator', address: '' })).toBe(true)
    expect(await isThere(hanako)).toBe(true)
    expect(await isThere(other)).toBe(false)
    for (const path of ['/admin', '/admin/join/x', '/admin/join/', '/admin/enter', `/admin/orders/${token}`])
      expect(await isThere(visitor, path)).toBe(false)
    expect(await isLinkToSignIn(ctx, other, token)).toBe(false)
    expect(await isLinkToSignIn(ctx, deskPersonForTests(ctx), token)).toBe(false)
    expect(await acceptInvitation(ctx, visitor, token)).toEqual({ ok: false, error: 'not-found' })
    await ctx.db.updateTable('member').set({ emailVerified: 0 }).where('id', '=', 'hanako').execute()
    expect(await isThere(visitor)).toBe(false)
    await ctx.db.updateTable('member').set({ emailVerified: 1 }).where('id', '=', 'hanako').execute()
    ctx.advance(24 * hour)
    expect(await isThere(visitor)).toBe(false)
    ctx.advance(-1)
    expect(await isThere(visitor)).toBe(true)
    expect(await acceptInvitation(ctx, hanako, token)).toMatchObject({ ok: true })
    expect(await isThere(visitor)).toBe(false)
  })

  test('N79: invitations that wait are listed and withdrawn, by screen and command, until they are used', async () => {
    const { ctx, invite } = await shop()
    const hanako = await addMember(ctx.db, { id: 'hanako' })
    const owner = await invitedForTests(ctx, 'owner')
    const actor = deskPersonForTests(ctx)
    const waiting = async () => (await deskPeoplePage(ctx, owner)).waiting
    const withdraw = (requestId: string, member = hanako.id) =>
      withdrawInvitation(ctx, actor, { requestId, member })
    await invite('hanako@mail.example', 'packer')
    const { token } = await mailTo(ctx.db, 'hanako@mail.example', 'desk_invitation')
    const shown = { id: 'hanako', name: '花子', email: 'hanako@mail.example', role: 'packer' }
    const expiresAt = ctx.now() + 24 * hour
    expect(await waiting()).toEqual([{ ...shown, isAgain: false, expiresAt }])
    expect(await nameOnSheet(ctx, owner, 'withdraw', 'hanako')).toBe('花子')
    expect((await runWords(deskCommand, ctx, ['list'])).lines.join()).toContain('花子　発送係　招待中')
    expect(await withdraw('1', memberId('desk-owner'))).toEqual({ ok: false, error: 'not-waiting' })
    expect(await withdraw('2')).toEqual({ ok: true, value: '花子' })
    expect(await waiting()).toEqual([])
    expect(await nameOnSheet(ctx, owner, 'withdraw', 'hanako')).toBeUndefined()
    expect(await invitationFor(ctx, hanako, token)).toBeUndefined()
    expect(await acceptInvitation(ctx, hanako, token)).toMatchObject({ ok: false })
    expect(await withdraw('3')).toEqual({ ok: false, error: 'not-waiting' })
    expect((await auditOf(ctx.db, 'member:hanako')).at(-1)).toMatchObject({
      act: 'desk.withdraw',
      before: { name: '花子', role: 'packer' },
    })
    await invite('hanako@mail.example')
    ctx.advance(24 * hour)
    expect(await waiting()).toEqual([])
    expect(await withdraw('4')).toMatchObject({ ok: false })
    await invite('hanako@mail.example')
    const withdrawn = await runWords(deskCommand, ctx, ['withdraw', 'hanako@mail.example'])
    expect(withdrawn).toMatchObject({ exitCode: 0 })
    expect((await runWords(deskCommand, ctx, ['withdraw', 'hanako@mail.example'])).lines.join()).toContain(
      'もう使われたか',
    )
    await runWords(deskCommand, ctx, ['reset-factor', 'desk-owner@mail.example'])
    expect(await waiting()).toMatchObject([{ id: 'desk-owner', role: 'owner', isAgain: true }])
  })

  test('N9: a link is void for an address that she has changed', async () => {
    const { ctx, invite } = await shop()
    const hanako = await addMember(ctx.db, { id: 'hanako' })
    await invite('hanako@mail.example')
    const { token } = await mailTo(ctx.db, 'hanako@mail.example', 'desk_invitation')
    await ctx.db.updateTable('member').set({ emailVerified: 0 }).execute()
    expect(await invitationFor(ctx, hanako, token)).toBeUndefined()
    await ctx.db.updateTable('member').set({ emailVerified: 1, email: 'new@mail.example' }).execute()
    expect(await invitationFor(ctx, hanako, token)).toBeUndefined()
  })

  test('N9: the last owner is neither ended nor deletes her account, also when two go at once', async () => {
    const { ctx, roleOf } = await shop()
    const owner = await invitedForTests(ctx, 'owner')
    const end = (id: string) => endAtDesk(ctx, machine, { requestId: ctx.newId(), member: memberId(id) })
    await invitedForTests(ctx, 'packer')
    expect(await end(owner.id)).toEqual({ ok: false, error: 'last-owner' })
    expect(await deleteAccount(ctx, owner, { password: 'present-1' })).toEqual({
      ok: false,
      error: 'last_owner',
    })
    expect(await roleOf(owner.id)).toBe('owner')
    await invitedForTests(ctx, 'owner', 'second')
    const setUp = (codesNotedAt: number | null) =>
      ctx.db.updateTable('deskPerson').set({ codesNotedAt }).where('memberId', '=', 'second').execute()
    await setUp(null)
    expect(await end(owner.id)).toEqual({ ok: false, error: 'last-owner' })
    await setUp(ctx.now())
    const both = await Promise.all([end(owner.id), end('second')])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await end('desk-packer')).toEqual({ ok: true, value: '名前 desk-packer' })
    expect(await end('desk-packer')).toEqual({ ok: false, error: 'not-at-desk' })
  })

  test('A17, N9: an owner who is not the last deletes her account, and with it her place', async () => {
    const { ctx, roleOf } = await shop()
    const owner = await invitedForTests(ctx, 'owner')
    await invitedForTests(ctx, 'owner', 'second')
    await endAtDesk(ctx, deskPersonForTests(ctx, { id: owner.id, name: '綿貫' }), {
      requestId: 'r',
      member: memberId('second'),
    })
    await invitedForTests(ctx, 'owner', 'third')
    expect(await deleteAccount(ctx, owner, { password: 'present-1' })).toEqual({ ok: true, value: null })
    expect(await roleOf(owner.id)).toBeUndefined()
    expect(await auditOf(ctx.db, 'member:second')).toMatchObject([{ actorName: '綿貫', act: 'desk.end' }])
  })

  test('N3, N9: a packer changes nothing of the desk, and an owner only after she has shown that it is she', async () => {
    const { ctx } = await shop()
    const packer = deskPersonForTests(ctx, { role: 'packer' })
    const late = deskPersonForTests(ctx, { confirmedAt: ctx.now() - 11 * 60_000 })
    const requestId = 'r'
    const member = memberId('nobody')
    const email = 'nobody@mail.example'
    for (const [actor, error] of [
      [packer, 'not-found'],
      [late, 'confirm'],
    ] as const) {
      const refused = { ok: false, error }
      expect(await inviteToDesk(ctx, actor, { requestId, email, role: 'owner' })).toEqual(refused)
      expect(await resetFactor(ctx, actor, { requestId, email })).toEqual(refused)
      expect(await endAtDesk(ctx, actor, { requestId, member })).toEqual(refused)
      expect(await newBackupCodes(ctx, actor, { requestId })).toEqual(refused)
      expect(await addPasskey(ctx, actor, { requestId, json: '', userAgent: '' })).toEqual(refused)
      expect(await takePasskeyAway(ctx, actor, { requestId, passkey: '' })).toEqual(refused)
      expect(await resetOwnFactor(ctx, actor, { requestId })).toEqual(refused)
    }
    expect(await endDevice(ctx, packer, { requestId, device: '' })).toEqual({ ok: false, error: 'not-found' })
    expect(await endDevice(ctx, late, { requestId, device: '' })).toEqual({ ok: false, error: 'not-at-desk' })
  })

  test('N9: whoever lost her phone sets everything up anew, by a link and not before', async () => {
    const { ctx } = await shop()
    const owner = await invitedForTests(ctx, 'owner')
    const email = 'desk-owner@mail.example'
    const actor = deskPersonForTests(ctx)
    const codes = await newBackupCodes(ctx, actor, { requestId: 'c' })
    if (!codes.ok) throw new Error(codes.error)
    const kept = JSON.stringify(await ctx.db.selectFrom('audit').selectAll().execute())
    for (const code of codes.value) expect(kept).not.toContain(code)
    expect(await newBackupCodes(ctx, actor, { requestId: 'c' })).toEqual({ ok: true, value: [] })
    expect(await runWords(deskCommand, ctx, ['reset-factor', email])).toMatchObject({ exitCode: 0 })
    expect(await doorFor(ctx, owner, null)).toMatchObject({ step: 'too-late' })
    expect(await ctx.db.selectFrom('backupCode').select('hash').execute()).toEqual([])
    const { token } = await mailTo(ctx.db, email, 'desk_reset')
    expect(await acceptInvitation(ctx, owner, token)).toMatchObject({ ok: true })
    expect(await doorFor(ctx, owner, null)).toMatchObject({ step: 'set-up' })
  })

  test('N9: her own passkeys and codes: the only way in stays, and all of it is drawn anew at once', async () => {
    const { ctx } = await shop()
    const owner = await invitedForTests(ctx, 'owner')
    const actor = deskPersonForTests(ctx)
    const passkey = {
      memberId: owner.id,
      credentialId: 'c',
      publicKey: '',
      counter: 0,
      label: 'iPhone',
      createdAt: 0,
    }
    await ctx.db
      .insertInto('passkey')
      .values({ id: 'p', ...passkey })
      .execute()
    await ctx.db.updateTable('secondFactor').set({ confirmedAt: null }).execute()
    const take = (requestId: string, of = 'p') => takePasskeyAway(ctx, actor, { requestId, passkey: of })
    expect(await take('1')).toEqual({ ok: false, error: 'last-factor' })
    await ctx.db.updateTable('secondFactor').set({ confirmedAt: 1 }).execute()
    expect(await take('2', 'another')).toEqual({ ok: false, error: 'not-at-desk' })
    expect(await nameOnSheet(ctx, owner, 'passkey-remove', 'p')).toBe('iPhone')
    expect(await take('3')).toEqual({ ok: true, value: null })
    expect(await addPasskey(ctx, actor, { requestId: '4', json: '{}', userAgent: '' })).toEqual({
      ok: false,
      error: 'no-passkey',
    })
    expect(await resetOwnFactor(ctx, actor, { requestId: '5' })).toEqual({ ok: true, value: null })
    expect(await doorFor(ctx, owner, null)).toMatchObject({ step: 'set-up' })
    expect((await deskPeoplePage(ctx, owner)).people).toMatchObject([
      { isReady: false, isMe: true, devices: [] },
    ])
  })

  test('A2: an owner of the desk is admin of the gallery, a packer and a former owner are not', async () => {
    const { ctx } = await shop()
    await invitedForTests(ctx, 'owner')
    await invitedForTests(ctx, 'packer')
    const settings = { adminEmails: [], postNeedsVerifiedEmail: false }
    const roleOf = async (id: string) =>
      (
        await memberOfSession(ctx.db, settings, {
          token: `token of session of ${id}`,
          address: '',
          now: ctx.now(),
        })
      )?.role
    expect(await roleOf('desk-owner')).toBe('admin')
    expect(await roleOf('desk-packer')).toBe('member')
    await ctx.db.updateTable('deskPerson').set({ endedAt: 1 }).execute()
    expect(await roleOf('desk-owner')).toBe('member')
  })

  test('N9: the owner’s command invites, lists, resets and ends, and says why it does not', async () => {
    const { ctx } = await shop()
    const desk = (words: readonly string[]) => runWords(deskCommand, ctx, words)
    expect((await desk(['list'])).lines.join()).toContain('まだいません')
    expect(await desk(['invite', 'queen', 'a@mail.example'])).toMatchObject({ exitCode: 2 })
    expect(await desk(['invite', 'owner', 'nobody'])).toMatchObject({ exitCode: 1 })
    expect(await desk(['invite', 'owner', 'nobody@mail.example'])).toMatchObject({ exitCode: 1 })
    await addMember(ctx.db, { id: 'hanako' })
    expect((await desk(['invite', 'packer', 'Hanako@mail.example'])).lines.join()).toContain('発送係')
    await invitedForTests(ctx, 'owner')
    expect((await desk(['list'])).lines.join()).toContain('desk-owner@mail.example')
    expect(await desk(['end', 'desk-owner@mail.example'])).toMatchObject({ exitCode: 1 })
    expect(await desk(['end', 'nobody@mail.example'])).toMatchObject({ exitCode: 1 })
    expect(await desk(['reset-factor', 'hanako@mail.example'])).toMatchObject({ exitCode: 1 })
    await invitedForTests(ctx, 'packer')
    expect(await desk(['end', 'desk-packer@mail.example'])).toMatchObject({ exitCode: 0 })
  })

  test('K21: an owner lets one who packs count, from her next request on, until she takes it back', async () => {
    const { ctx } = await shop()
    const packer = await invitedForTests(ctx, 'packer')
    const owner = deskPersonForTests(ctx)
    const lets = (may: boolean, actor = owner) =>
      allowCounting(ctx, actor, { requestId: ctx.newId(), member: packer.id, may })
    const counts = async () => (await invitedPerson(ctx.db, packer.id))?.mayCount
    expect(await counts()).toBe(false)
    expect(await lets(true)).toEqual({ ok: true, value: '名前 desk-packer' })
    expect(await counts()).toBe(true)
    expect((await deskPeoplePage(ctx, owner)).people).toMatchObject([{ role: 'packer', mayCount: true }])
    expect(await nameOnSheet(ctx, owner, 'no-count', packer.id)).toBe('名前 desk-packer')
    expect(await lets(false)).toMatchObject({ ok: true })
    expect(await counts()).toBe(false)
    expect(await auditOf(ctx.db, 'member:desk-packer')).toMatchObject([
      { act: 'desk.count', before: { counts: false }, after: { counts: true } },
      { act: 'desk.count', before: { counts: true }, after: { counts: false } },
    ])
    ctx.advance(11 * 60_000)
    expect(await lets(true)).toEqual({ ok: false, error: 'confirm' })
    expect(await counts()).toBe(false)
  })

  test('K21: nobody is let twice: an owner counts anyway, and who is invited anew begins without it', async () => {
    const { ctx, invite } = await shop()
    const [owner, packer] = [await invitedForTests(ctx), await invitedForTests(ctx, 'packer')]
    const lets = (member: typeof owner.id) =>
      allowCounting(ctx, machine, { requestId: ctx.newId(), member, may: true })
    expect(await lets(owner.id)).toEqual({ ok: false, error: 'is-owner' })
    expect(await lets(memberId('nobody'))).toEqual({ ok: false, error: 'not-at-desk' })
    expect(await lets(packer.id)).toMatchObject({ ok: true })
    await endAtDesk(ctx, machine, { requestId: ctx.newId(), member: packer.id })
    expect(await lets(packer.id)).toEqual({ ok: false, error: 'not-at-desk' })
    const { email } = await ctx.db
      .selectFrom('member')
      .select('email')
      .where('id', '=', packer.id)
      .executeTakeFirstOrThrow()
    await invite(email, 'packer')
    const { token } = await mailTo(ctx.db, email, 'desk_invitation')
    await acceptInvitation(ctx, packer, token)
    expect(await invitedPerson(ctx.db, packer.id)).toMatchObject({ mayCount: false })
  })

  test('K21: at the machine, too', async () => {
    const { ctx } = await shop()
    await invitedForTests(ctx, 'packer')
    const { email } = await ctx.db.selectFrom('member').select('email').executeTakeFirstOrThrow()
    const say = async (word: string) => (await runWords(deskCommand, ctx, [word, email])).lines.join()
    expect(await say('count')).toContain('在庫を数えられるようになりました')
    expect(await invitedPerson(ctx.db, memberId('desk-packer'))).toMatchObject({ mayCount: true })
    expect(await say('no-count')).toContain('見るだけになりました')
  })
})
