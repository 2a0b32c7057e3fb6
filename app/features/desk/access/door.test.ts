import { expect, test } from 'vitest'
import { openSession, withPlainPasswords } from '../../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { codeOf, invitedForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import type { Member } from '../../../kernel/actor.ts'
import { deleteMember, setPassword } from '../../../server/auth/account-changes.ts'
import { endDeskPerson, putDeskPerson } from '../../../server/auth/desk-people.ts'
import { deskPersonOf } from '../../../server/auth/desk-session.ts'
import { endSessions } from '../../../server/auth/sessions.ts'
import { enterDesk, noteBackupCodes } from './door.commands.server.ts'
import { doorFor } from './door.queries.server.ts'

const minute = 60_000
const hour = 60 * minute
const nothing = { code: '', password: '', passkey: '', newPasskey: '' }
const phone = { cookie: null, userAgent: 'a phone' }

onBothEngines('the door of the desk', (open) => {
  const shop = async (role: 'owner' | 'packer' = 'owner') => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    const person = await invitedForTests(ctx, role)
    const give = (proof: Partial<typeof nothing>, who: Member = person, cookie: string | null = null) =>
      enterDesk(ctx, who, { ...nothing, ...proof }, { ...phone, cookie })
    const enter = async (who = person) => {
      const entered = await give({ code: await codeOf(ctx, who), password: 'present-1' }, who)
      if (!entered.ok) throw new Error(entered.error)
      return entered.value.cookie.split(';', 1)[0] ?? ''
    }
    const who = (cookie: string, member: Member = person) => deskPersonOf(ctx, member, cookie)
    const wrong = async (times: number) => {
      for (let at = 0; at < times; at += 1) await give({ code: 'wrong-code' })
    }
    const mails = async () =>
      (await ctx.db.selectFrom('mail').select('recipient').where('kind', '=', 'desk_locked').execute()).length
    return { ctx, person, give, enter, who, wrong, mails }
  }

  test('N6: nobody but a desk person enters, and she with her code', async () => {
    const { ctx, person, give, enter, who } = await shop()
    const stranger = { ...person, id: (await invitedForTests(ctx, 'packer')).id, sessionId: 'another' }
    await ctx.db.deleteFrom('deskPerson').where('memberId', '=', stranger.id).execute()
    expect(await give({ code: '123456' }, stranger)).toEqual({ ok: false, error: 'not-found' })
    const cookie = await enter()
    expect(cookie).toMatch(/^__Host-desk-session=[\w-]{43}$/)
    expect(await who(cookie)).toEqual({
      kind: 'desk',
      id: person.id,
      name: '名前 desk-owner',
      role: 'owner',
      address: person.address,
      sessionId: person.sessionId,
      confirmedAt: ctx.now(),
      mayCount: false,
    })
    await ctx.db.updateTable('deskPerson').set({ mayCount: 1 }).execute()
    expect(await who(cookie)).toMatchObject({ mayCount: true })
    expect(await who('')).toBeUndefined()
    expect(await who(`__Host-desk-session=${'x'.repeat(43)}`)).toBeUndefined()
  })

  test('ASVS 6.5.1, N7: a code counts once, within its step and the ones beside it', async () => {
    const { ctx, person, give } = await shop()
    const code = await codeOf(ctx, person)
    expect(await give({ code })).toMatchObject({ ok: true })
    expect(await give({ code })).toEqual({ ok: false, error: 'wrong_code' })
    ctx.advance(30_000)
    expect(await give({ code })).toEqual({ ok: false, error: 'wrong_code' })
    const next = await codeOf(ctx, person)
    ctx.advance(30_000)
    expect(await give({ code: next })).toMatchObject({ ok: true })
    const late = await codeOf(ctx, person)
    ctx.advance(60_000)
    expect(await give({ code: late })).toEqual({ ok: false, error: 'wrong_code' })
  })

  test('N7: of eight who give one code at once one enters', async () => {
    const { ctx, person, give } = await shop()
    const code = await codeOf(ctx, person)
    await ctx.db.updateTable('secondFactor').set({ failures: '[]' }).execute()
    const answers = await Promise.all(Array.from({ length: 4 }, () => give({ code })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('ASVS 6.5.4, N6: the first code brings ten backup codes, and no page opens before they are noted', async () => {
    const { ctx, person, give, who } = await shop()
    await ctx.db.updateTable('deskPerson').set({ codesNotedAt: null }).execute()
    await ctx.db.updateTable('secondFactor').set({ confirmedAt: null }).execute()
    expect(await doorFor(ctx, person, null)).toMatchObject({
      step: 'set-up',
      app: { address: expect.stringMatching(/^otpauth:\/\/totp\//) },
    })
    const entered = await give({ code: await codeOf(ctx, person) })
    if (!entered.ok) throw new Error(entered.error)
    const cookie = entered.value.cookie.split(';', 1)[0] ?? ''
    expect(new Set(entered.value.backupCodes)).toHaveProperty('size', 10)
    expect(await who(cookie)).toBeUndefined()
    expect(await noteBackupCodes(ctx, person, { cookie: null })).toEqual({ ok: false, error: 'not-found' })
    expect(await noteBackupCodes(ctx, person, { cookie })).toEqual({ ok: true, value: null })
    expect(await who(cookie)).toBeDefined()
    expect(await doorFor(ctx, person, null)).not.toHaveProperty('app')
  })

  test('N6: a passkey that is made at the door takes her password as a code does, once she did not just sign in', async () => {
    const { ctx, give } = await shop()
    await ctx.db.updateTable('deskPerson').set({ codesNotedAt: null }).execute()
    await ctx.db.updateTable('secondFactor').set({ confirmedAt: null }).execute()
    expect(await give({ newPasskey: '{}' })).toEqual({ ok: false, error: 'wrong_passkey' })
    ctx.advance(13 * hour)
    for (const passkey of ['', '{}'])
      expect(await give({ newPasskey: '{}', passkey })).toEqual({ ok: false, error: 'password_missing' })
    expect(await give({ newPasskey: '{}', password: 'present-1' })).toEqual({
      ok: false,
      error: 'wrong_passkey',
    })
  })

  test('N6: what is shown for setting up is shown for a day, and to nobody who has set up', async () => {
    const { ctx, person, give } = await shop()
    await ctx.db.updateTable('secondFactor').set({ confirmedAt: null }).execute()
    ctx.advance(24 * hour)
    const door = await doorFor(ctx, person, null)
    expect(door).toMatchObject({ step: 'too-late' })
    expect(door).not.toHaveProperty('app')
    expect(await give({ code: await codeOf(ctx, person), password: 'present-1' })).toEqual({
      ok: false,
      error: 'wrong_code',
    })
    await ctx.db
      .insertInto('passkey')
      .values({
        id: 'p',
        memberId: person.id,
        credentialId: 'c',
        publicKey: '',
        counter: 0,
        label: '',
        createdAt: 0,
      })
      .execute()
    expect(await doorFor(ctx, person, null)).toMatchObject({ step: 'code', passkey: 'use' })
    expect(await give({ code: await codeOf(ctx, person), password: 'present-1' })).toMatchObject({
      ok: false,
    })
  })

  test('ASVS 6.5.1, N7: a backup code counts once, for its member alone', async () => {
    const { ctx, person, give } = await shop()
    await ctx.db.updateTable('deskPerson').set({ codesNotedAt: null }).execute()
    const entered = await give({ code: await codeOf(ctx, person) })
    const [first = '', second = ''] = (entered.ok && entered.value.backupCodes) || []
    expect(JSON.stringify(await ctx.db.selectFrom('backupCode').selectAll().execute())).not.toContain(
      first.replace('-', ''),
    )
    await ctx.db.updateTable('deskPerson').set({ codesNotedAt: 1 }).execute()
    const other = await invitedForTests(ctx, 'packer')
    expect(await give({ code: first }, other)).toEqual({ ok: false, error: 'wrong_code' })
    expect(await give({ code: ` ${first.toUpperCase()} ` })).toMatchObject({ ok: true })
    expect(await give({ code: first })).toEqual({ ok: false, error: 'wrong_code' })
    expect(await give({ code: second })).toMatchObject({ ok: true })
  })

  test('ASVS 6.3.1, N7: five wrong codes within 15 minutes lock the factor for 15 minutes, and are mailed once', async () => {
    const { ctx, person, give, wrong, mails } = await shop()
    await wrong(4)
    expect(await mails()).toBe(0)
    await wrong(1)
    expect(await mails()).toBe(1)
    expect(await give({ code: await codeOf(ctx, person) })).toEqual({ ok: false, error: 'locked' })
    await wrong(3)
    expect(await mails()).toBe(1)
    ctx.advance(15 * minute)
    expect(await give({ code: await codeOf(ctx, person) })).toMatchObject({ ok: true })
  })

  test('N7: wrong codes count for 15 minutes, whenever these began', async () => {
    const { ctx, wrong, mails } = await shop()
    await wrong(2)
    ctx.advance(14 * minute)
    await wrong(2)
    ctx.advance(2 * minute)
    await wrong(2)
    expect(await mails()).toBe(0)
    await wrong(1)
    expect(await mails()).toBe(1)
  })

  test('ASVS 7.3.1, 7.3.2, N8: an owner is asked for a code after 12 hours without a visit and after 30 days', async () => {
    const { ctx, give, enter, who, person } = await shop()
    const cookie = await enter()
    ctx.advance(11 * hour)
    expect(await who(cookie)).toBeDefined()
    ctx.advance(11 * hour)
    expect(await who(cookie)).toBeDefined()
    ctx.advance(12 * hour)
    expect(await who(cookie)).toBeUndefined()
    expect(await doorFor(ctx, person, cookie)).toMatchObject({ asksPassword: false })
    expect(await give({ code: await codeOf(ctx, person) }, person, cookie)).toMatchObject({ ok: true })
    const again = await enter()
    for (let hours = 0; hours < 30 * 24 - 11; hours += 11) {
      expect(await who(again)).toBeDefined()
      ctx.advance(11 * hour)
    }
    ctx.advance(11 * hour)
    expect(await who(again)).toBeUndefined()
    expect(await doorFor(ctx, person, again)).toMatchObject({ asksPassword: true })
  })

  test('ASVS 6.3.3, N8: a device that is not remembered gives the password as well, a packer’s after 12 hours', async () => {
    const { ctx, enter, give, who, person } = await shop('packer')
    const cookie = await enter()
    for (const passed of [6, 5]) {
      ctx.advance(passed * hour)
      expect(await who(cookie)).toBeDefined()
    }
    ctx.advance(hour)
    expect(await who(cookie)).toBeUndefined()
    ctx.advance(hour)
    const code = await codeOf(ctx, person)
    expect(await give({ code }, person, cookie)).toEqual({ ok: false, error: 'password_missing' })
    expect(await give({ code, password: 'present-1' }, person, cookie)).toMatchObject({ ok: true })
  })

  test.each<[string, (shop: Awaited<ReturnType<typeof deskOf>>) => Promise<unknown>]>([
    ['a sign-out elsewhere', ({ ctx, person }) => endSessions(ctx.db, person.id, 'all')],
    ['a new password', ({ ctx, person, trx }) => trx((each) => setPassword(ctx, each, person.id, 'new'))],
    [
      'the end of her place',
      ({ ctx, person, trx }) => trx((each) => endDeskPerson(each, person.id, ctx.now())),
    ],
    ['the end of her account', ({ person, trx }) => trx((each) => deleteMember(each, person.id))],
    [
      'another role',
      ({ ctx, person, trx }) =>
        trx((each) =>
          putDeskPerson(each, {
            id: person.id,
            role: 'packer',
            createdBy: null,
            now: ctx.now(),
            codesNotedAt: 1,
          }),
        ),
    ],
    [
      'a role that was changed in place',
      ({ ctx }) => ctx.db.updateTable('deskPerson').set({ role: 'packer' }).execute(),
    ],
  ])('ASVS 7.4.1, 7.4.2, 7.4.3, N8: %s ends the desk at the next request', async (_, ends) => {
    const desk = await deskOf()
    expect(await desk.who(desk.cookie)).toBeDefined()
    await ends(desk)
    expect(await desk.who(desk.cookie)).toBeUndefined()
  })

  const deskOf = async () => {
    const desk = await shop()
    const trx = (step: Parameters<ReturnType<typeof desk.ctx.db.transaction>['execute']>[0]) =>
      desk.ctx.db.transaction().execute(step)
    return { ...desk, trx, cookie: await desk.enter() }
  }

  test('N8: the cookie of one device opens nothing on another one', async () => {
    const { ctx, enter, who, person } = await shop()
    const cookie = await enter()
    await openSession(ctx, person.id, 'second')
    expect(await who(cookie, { ...person, sessionId: 'second' })).toBeUndefined()
    const other = await invitedForTests(ctx, 'packer')
    expect(await who(cookie, { ...other, sessionId: person.sessionId })).toBeUndefined()
  })
})
