import { expect, test, vi } from 'vitest'
import { withPlainPasswords } from '../../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { codeOf, invitedForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { deskPersonOf } from '../../../server/auth/desk-session.ts'
import { confirmAgain, enterDesk } from './door.commands.server.ts'

const minute = 60_000

onBothEngines('N3: once more before money', (open) => {
  const shop = async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    const member = await invitedForTests(ctx)
    const code = await codeOf(ctx, member)
    const proof = { code, password: '', passkey: '', newPasskey: '' }
    const entered = await enterDesk(ctx, member, proof, { cookie: null, userAgent: '' })
    if (!entered.ok) throw new Error(entered.error)
    const now = async () => {
      const actor = await deskPersonOf(ctx, member, entered.value.cookie.split(';', 1)[0])
      if (actor === undefined) throw new Error('no desk session')
      return actor
    }
    const give = async (fields: Record<string, string>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      return confirmAgain(ctx, await now(), form)
    }
    return { ctx, member, code, now, give }
  }

  test('ASVS 7.5.3: for ten minutes nothing is asked, then it is', async () => {
    const { ctx, now, give } = await shop()
    ctx.advance(10 * minute)
    expect(await give({})).toEqual({ ok: true, value: await now() })
    ctx.advance(1)
    expect(await give({})).toEqual({ ok: false, error: 'needed' })
    expect(await give({ confirmCode: ' ' })).toEqual({ ok: false, error: 'needed' })
  })

  test('the password is enough, and holds for the next ten minutes', async () => {
    const { ctx, now, give } = await shop()
    ctx.advance(11 * minute)
    expect(await give({ confirmPassword: 'wrong' })).toEqual({ ok: false, error: 'wrong_password' })
    expect(await give({ confirmPassword: 'present-1' })).toMatchObject({ ok: true })
    expect((await now()).confirmedAt).toBe(ctx.now())
    expect(await give({})).toMatchObject({ ok: true })
    ctx.advance(11 * minute)
    for (let tries = 0; tries < 5; tries += 1) await give({ confirmPassword: 'wrong' })
    expect(await give({ confirmPassword: 'present-1' })).toEqual({ ok: false, error: 'too_many_requests' })
  })

  test('N7: wrong passwords of forty networks are five, lock for 15 minutes on each, and bring one mail', async () => {
    const { ctx, member, now, give } = await shop()
    ctx.advance(11 * minute)
    const judged = vi.spyOn(ctx.passwords, 'matches')
    const tryAt = async (address: string, password: string) => {
      const form = new FormData()
      form.set('confirmPassword', password)
      return confirmAgain(ctx, { ...(await now()), address }, form)
    }
    const addresses = Array.from({ length: 40 }, (_, at) => `198.51.${at}.7`)
    const answers = await Promise.all(addresses.map((address) => tryAt(address, 'wrong')))
    expect(judged).toHaveBeenCalledTimes(5)
    expect(answers.filter((each) => !each.ok && each.error === 'wrong_password')).toHaveLength(5)
    const mails = () =>
      ctx.db.selectFrom('mail').select('recipient').where('kind', '=', 'password_locked').execute()
    expect(await mails()).toHaveLength(1)
    ctx.advance(14 * minute)
    expect(await tryAt('192.0.2.1', 'present-1')).toEqual({ ok: false, error: 'too_many_requests' })
    expect(await give({ confirmCode: await codeOf(ctx, member) })).toMatchObject({ ok: true })
    await ctx.db.updateTable('deskSession').set({ confirmedAt: 0 }).execute()
    ctx.advance(minute)
    expect(await tryAt('192.0.2.1', 'present-1')).toMatchObject({ ok: true })
    expect(await mails()).toHaveLength(1)
  })

  test('N7: five wrong passwords lock only within 15 minutes, and a right one between them takes none away', async () => {
    const { ctx, give } = await shop()
    ctx.advance(11 * minute)
    const wrong = async (times: number) => {
      for (let tries = 0; tries < times; tries += 1)
        expect(await give({ confirmPassword: 'wrong' })).toEqual({ ok: false, error: 'wrong_password' })
    }
    await wrong(2)
    ctx.advance(10 * minute)
    await wrong(2)
    ctx.advance(5 * minute)
    await wrong(1)
    expect(await give({ confirmPassword: 'present-1' })).toMatchObject({ ok: true })
    ctx.advance(9 * minute)
    await ctx.db.updateTable('deskSession').set({ confirmedAt: 0 }).execute()
    await wrong(2)
    expect(await give({ confirmPassword: 'present-1' })).toEqual({ ok: false, error: 'too_many_requests' })
  })

  test('ASVS 6.5.1, N7: a code that was used at the door is refused, a new one is taken once', async () => {
    const { ctx, member, code, now, give } = await shop()
    const { confirmedAt } = await now()
    ctx.setNow(confirmedAt - 1)
    await ctx.db.updateTable('deskSession').set({ confirmedAt: 0 }).execute()
    ctx.setNow(confirmedAt)
    expect(await give({ confirmCode: code })).toEqual({ ok: false, error: 'wrong_code' })
    const next = await codeOf(ctx, member)
    expect(await give({ confirmCode: next })).toMatchObject({ ok: true, value: { confirmedAt: ctx.now() } })
    await ctx.db.updateTable('deskSession').set({ confirmedAt: 0 }).execute()
    expect(await give({ confirmCode: next })).toEqual({ ok: false, error: 'wrong_code' })
  })

  test('N7: wrong ones count with those of the door, and a passkey that proves nothing as well', async () => {
    const { ctx, member, give } = await shop()
    ctx.advance(11 * minute)
    const proof = { code: 'wrong', password: '', passkey: '', newPasskey: '' }
    for (let tries = 0; tries < 3; tries += 1)
      await enterDesk(ctx, member, proof, { cookie: null, userAgent: '' })
    expect(await give({ confirmPasskey: '{}' })).toEqual({ ok: false, error: 'wrong_passkey' })
    expect(await give({ confirmCode: 'wrong' })).toEqual({ ok: false, error: 'locked' })
    const code = await codeOf(ctx, member)
    expect(await give({ confirmCode: code })).toEqual({ ok: false, error: 'locked' })
    const right = { ...proof, code }
    expect(await enterDesk(ctx, member, right, { cookie: null, userAgent: '' })).toEqual({
      ok: false,
      error: 'locked',
    })
  })

  test('N7: wrong passkeys lock once, and neither lengthen the lock nor bring a mail each', async () => {
    const { ctx, member, give } = await shop()
    ctx.advance(11 * minute)
    for (let tries = 0; tries < 12; tries += 1) {
      await give({ confirmPasskey: '{}' })
      ctx.advance(minute)
    }
    const mails = await ctx.db.selectFrom('mail').select('id').where('kind', '=', 'desk_locked').execute()
    expect(mails).toHaveLength(1)
    ctx.advance(7 * minute)
    expect(await give({ confirmCode: await codeOf(ctx, member) })).toMatchObject({ ok: true })
  })
})
