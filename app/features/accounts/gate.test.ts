import { expect, test, vi } from 'vitest'
import { memberId, type Requester } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { requesterAfterGate } from '~/server/auth/gate.ts'
import { withPlainPasswords } from '../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { passAdminGate } from './sign-in.commands.server.ts'

const visitor: Requester = { kind: 'visitor', address: '203.0.113.7' }
const member: Requester = {
  kind: 'member',
  id: memberId('m'),
  address: '203.0.113.7',
  sessionId: 's',
  emailVerified: true,
  role: 'member',
  canUpload: true,
  canComment: true,
}
const password = 'よい布を選ぶ'
const path = '/gallery/admin'

onBothEngines('the admin gate', (open) => {
  const start = async () => {
    const ctx = withPlainPasswords(contextForTests((await open()).db))
    const gatePasswordHash = await ctx.passwords.hash(password)
    const warn = vi.fn()
    const info = vi.fn()
    return {
      ...ctx,
      log: { ...ctx.log, warn, info },
      memberSettings: { ...ctx.memberSettings, gatePasswordHash },
    }
  }
  const passed = async (ctx: AppContext) => {
    const cookies = await passAdminGate(ctx, visitor, password)
    if (!cookies.ok) throw new Error(cookies.error)
    return { cookies: cookies.value, cookie: cookies.value[0]?.split(';')[0] ?? '' }
  }

  test('A3: the right password makes a curator of a visitor and of a member, on the admin page alone', async () => {
    const ctx = await start()
    const { cookies, cookie } = await passed(ctx)
    expect(cookie).toMatch(/^__Host-admin-gate=/)
    expect(cookies.map((each) => each.split('; ').slice(1))).toEqual([
      ['Path=/', 'HttpOnly', 'SameSite=Strict', 'Secure'],
    ])
    const asked = (who: Requester, at: string) =>
      requesterAfterGate(who, ctx, { cookie: `a=b; ${cookie}`, path: at, now: ctx.now() })
    expect(asked(visitor, path)).toEqual({ kind: 'curator', address: visitor.address })
    const former = cookie.replace('__Host-', '__Secure-')
    expect(requesterAfterGate(visitor, ctx, { cookie: former, path, now: ctx.now() }).kind).toBe('curator')
    expect(asked(visitor, '/gallery/admin.data').kind).toBe('curator')
    expect(asked(visitor, '/gallery/admin/picture').kind).toBe('curator')
    expect(asked(member, path)).toMatchObject({ kind: 'curator', signedInAs: 'm' })
    for (const elsewhere of ['/gallery', '/gallery/administrators', '/gallery/admin/x', '/gallery/upload'])
      expect(asked(visitor, elsewhere)).toBe(visitor)
    const admin: Requester = { ...member, role: 'admin' }
    expect(asked(admin, path)).toBe(admin)
  })

  test('A3: a cookie ends after 12 hours, with another password or secret, and when it was tampered with', async () => {
    const ctx = await start()
    const { cookie } = await passed(ctx)
    const kindWith = (given: Partial<typeof ctx.memberSettings>, now = ctx.now(), sent = cookie) => {
      const parts = { ...ctx, memberSettings: { ...ctx.memberSettings, ...given } }
      return requesterAfterGate(visitor, parts, { cookie: sent, path, now }).kind
    }
    const twelveHours = 12 * 3_600_000
    expect(kindWith({}, ctx.now() + twelveHours - 1)).toBe('curator')
    expect(kindWith({}, ctx.now() + twelveHours)).toBe('visitor')
    expect(kindWith({ gatePasswordHash: await ctx.passwords.hash('別の布を選ぶ') })).toBe('visitor')
    expect(kindWith({ gatePasswordHash: undefined })).toBe('visitor')
    expect(kindWith({ secret: 'another secret, as long as the first one' })).toBe('visitor')
    const later = cookie.replace(/=(\d+)/, (_, end: string) => `=${Number(end) + 1}`)
    for (const sent of [later, `${cookie.slice(0, -2)}AA`, `${cookie.split('=')[0]}=x`, ''])
      expect(kindWith({}, ctx.now(), sent)).toBe('visitor')
  })

  test('ASVS 16.3.1, 16.3.2, A3: five wrong tries close it for that client for 15 minutes, for nobody else; each is logged', async () => {
    const ctx = await start()
    const attempt = (typed: string, address = visitor.address) =>
      passAdminGate(ctx, { ...visitor, address }, typed)
    for (let time = 0; time < 5; time++)
      expect(await attempt('x')).toEqual({ ok: false, error: 'wrong_password' })
    for (let time = 0; time < 60; time++)
      expect(await attempt(password)).toEqual({ ok: false, error: 'too_many_requests' })
    expect(ctx.log.warn).toHaveBeenCalledTimes(65)
    expect((await attempt(password, '203.0.113.8')).ok).toBe(true)
    expect(ctx.log.info).toHaveBeenCalledTimes(1)
    ctx.advance(15 * 60_000)
    expect((await attempt(password)).ok).toBe(true)
  })

  test('A3: right passwords use up no tries, and a network has its own limit', async () => {
    const ctx = await start()
    for (let time = 0; time < 7; time++) expect((await passAdminGate(ctx, visitor, password)).ok).toBe(true)
    for (let host = 0; host < 50; host++)
      await passAdminGate(ctx, { ...visitor, address: `198.51.100.${host}` }, 'x')
    expect(await passAdminGate(ctx, { ...visitor, address: '198.51.100.99' }, password)).toEqual({
      ok: false,
      error: 'too_many_requests',
    })
  })

  test('ASVS 6.3.4, A3: without the setting it is off; who may curate already needs no password', async () => {
    const ctx = await start()
    const off = { ...ctx, memberSettings: { ...ctx.memberSettings, gatePasswordHash: undefined } }
    expect(await passAdminGate(off, visitor, password)).toEqual({ ok: false, error: 'gate_off' })
    expect(await passAdminGate(off, { ...member, role: 'admin' }, '')).toEqual({ ok: true, value: [] })
  })
})
