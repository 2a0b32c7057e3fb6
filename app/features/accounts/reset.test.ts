import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { memberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { mayAskForMail } from '~/server/mail/asked-mails.ts'
import { withPlainPasswords } from '../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { requestPasswordReset, resetPassword } from './password.commands.server.ts'
import { isResetLinkGood } from './queries.server.ts'

const at = (address: string) => ({ kind: 'visitor', address }) as const
const here = at('203.0.113.7')
const nobody = { known: undefined }
const hana = { name: 'はなこ', email: 'hana@mail.example', password: 'kiku-7-ume' }
const phone = { address: here.address, userAgent: '' }
const fresh = 'sakura-mochi-2'

const mail = {
  delivers: true,
  domain: 'shop.example',
  send: async () => {},
  tryOut: async () => null,
  close: () => {},
}

onBothEngines('reset of a password', (open) => {
  const withHana = async (parts: Partial<AppContext> = {}) => {
    const ctx = withPlainPasswords(
      contextForTests((await open()).db, { mail, pause: async () => {}, ...parts }),
    )
    const signedUp = await ctx.accounts.signUp(hana, phone)
    if (!signedUp.ok) throw new Error(signedUp.error)
    const ask = (
      email = hana.email,
      from = here,
      browser: Parameters<typeof requestPasswordReset>[3] = nobody,
    ) => requestPasswordReset(ctx, from, email, browser)
    const mails = () =>
      ctx.db.selectFrom('mail').select(['kind', 'recipient', 'text']).orderBy('createdAt').execute()
    const tokenOfMail = async () =>
      /\/gallery\/reset\/([\w-]+)/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? ''
    const id = signedUp.value.memberId
    return { ctx, db: ctx.db, id, ask, mails, tokenOfMail }
  }
  const set = (ctx: AppContext, token: string, password = fresh) =>
    resetPassword(ctx, here, { token, password }, nobody)
  const canSignIn = async (ctx: AppContext, password: string) =>
    (await ctx.accounts.signIn({ email: hana.email, password }, phone)).ok
  const unrevealing = (ctx: AppContext) => ({ ...ctx.memberSettings, revealUnknownEmail: false })

  test('ASVS 6.4.3, A13: the link of the mail sets a password once, verifies the address and ends every session', async () => {
    const { ctx, db, id, ask, mails, tokenOfMail } = await withHana()
    expect(await ask()).toEqual({ ok: true, value: null })
    expect(await mails()).toMatchObject([{ kind: 'password_reset', recipient: hana.email }])
    const token = await tokenOfMail()
    // Whoever reads the table cannot use its links.
    expect(JSON.stringify(await db.selectFrom('memberLink').selectAll().execute())).not.toContain(token)
    for (const _ of [1, 2]) expect(await isResetLinkGood(ctx, token)).toBe(true)
    expect(await set(ctx, token)).toEqual({ ok: true, value: expect.stringContaining(`.${id}.`) })
    expect(await db.selectFrom('memberSession').select('id').execute()).toEqual([])
    expect(await db.selectFrom('member').select('emailVerified').execute()).toEqual([{ emailVerified: 1 }])
    expect(await mails()).toMatchObject([
      { kind: 'password_reset' },
      { kind: 'password_changed', recipient: hana.email },
    ])
    expect(await canSignIn(ctx, hana.password)).toBe(false)
    expect(await canSignIn(ctx, fresh)).toBe(true)
    expect(await isResetLinkGood(ctx, token)).toBe(false)
    expect(await set(ctx, token, 'another-one-3')).toEqual({ ok: false, error: 'link_gone' })
    expect(await canSignIn(ctx, fresh)).toBe(true)
  })

  test('ASVS 6.4.3, A13: of two at once one sets the password; an hour later nobody does', async () => {
    const { ctx, ask, tokenOfMail } = await withHana()
    await ask()
    const token = await tokenOfMail()
    const both = await Promise.all([set(ctx, token), set(ctx, token, 'another-one-3')])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    await ask()
    const second = await tokenOfMail()
    ctx.advance(3_600_000)
    expect(await isResetLinkGood(ctx, second)).toBe(false)
    expect(await set(ctx, second)).toEqual({ ok: false, error: 'link_gone' })
    expect(await set(ctx, 'made-up')).toEqual({ ok: false, error: 'link_gone' })
  })

  test('A10: a weak password is refused, and the link stays good', async () => {
    const { ctx, ask, tokenOfMail } = await withHana()
    await ask()
    const token = await tokenOfMail()
    expect(await set(ctx, token, 'abc12')).toEqual({ ok: false, error: 'password_too_short' })
    expect(await set(ctx, token, 'password1')).toEqual({ ok: false, error: 'password_weak' })
    expect(await set(ctx, token, hana.email)).toEqual({ ok: false, error: 'password_weak' })
    expect((await set(ctx, token)).ok).toBe(true)
  })

  test('a member whom a crash left without a password gets one', async () => {
    const { ctx, db, ask, tokenOfMail } = await withHana()
    await db.deleteFrom('memberAccount').execute()
    await ask()
    expect((await set(ctx, await tokenOfMail())).ok).toBe(true)
    expect(await canSignIn(ctx, fresh)).toBe(true)
  })

  test('a link that was sent to an address she no longer has sets nothing', async () => {
    const { ctx, db, ask, tokenOfMail } = await withHana()
    await ask()
    const token = await tokenOfMail()
    await db.updateTable('member').set({ email: 'new@mail.example' }).execute()
    // Nor the password of the address's present owner.
    await ctx.accounts.signUp(hana, phone)
    expect(await isResetLinkGood(ctx, token)).toBe(false)
    expect(await set(ctx, token)).toEqual({ ok: false, error: 'link_gone' })
    expect(await canSignIn(ctx, hana.password)).toBe(true)
    expect(await ctx.accounts.signIn({ ...hana, email: 'new@mail.example' }, phone)).toMatchObject({
      ok: true,
    })
  })

  test('ASVS 6.3.8, A11: an unknown address is named as such, or not, by the setting, and gets no mail', async () => {
    const { ctx, ask, mails } = await withHana()
    expect(await ask('x@mail.example')).toEqual({ ok: false, error: 'unknown' })
    const quiet = { ...ctx, memberSettings: unrevealing(ctx) }
    const answers = Array.from({ length: 7 }, (_, other) =>
      requestPasswordReset(quiet, here, `x${other}@mail.example`, nobody),
    )
    expect(await Promise.all(answers)).toEqual(Array(7).fill({ ok: true, value: null }))
    expect(await mails()).toEqual([])
    expect(await requestPasswordReset(quiet, here, hana.email, nobody)).toEqual({ ok: true, value: null })
    expect(await mails()).toHaveLength(1)
  })

  test('A11: known and unknown addresses are answered after the same time', async () => {
    const { ask } = await withHana({ pause: setTimeout })
    for (const email of [hana.email, 'x@mail.example']) {
      const from = performance.now()
      await ask(email)
      expect(performance.now() - from).toBeGreaterThan(395)
    }
  })

  test('A11: after five tries for one account no mail and the text; elsewhere too no sixth mail, but no word of it', async () => {
    const { ctx, ask, mails } = await withHana()
    const six = await Promise.all(Array.from({ length: 6 }, () => ask()))
    expect(six.filter(({ ok }) => ok)).toHaveLength(5)
    expect(six).toContainEqual({ ok: false, error: 'too_many_requests' })
    expect(await mails()).toHaveLength(5)
    expect(await ask(hana.email, at('198.51.100.1'))).toEqual({ ok: true, value: null })
    expect(await mails()).toHaveLength(5)
    ctx.advance(3_600_000)
    expect(await ask()).toEqual({ ok: true, value: null })
    expect(await mails()).toHaveLength(6)
  })

  test('A25: nothing but resets counts against resets, and who is told that all are used up gets no link', async () => {
    const { ctx, db, ask, mails } = await withHana()
    await db.transaction().execute(async (trx) => {
      for (let at = 0; at < 6; at += 1)
        await mayAskForMail(ctx, trx, { address: here.address, recipients: [hana.email] })
    })
    expect(await ask()).toEqual({ ok: true, value: null })
    expect(await mails()).toHaveLength(1)
    const all = db.updateTable('rateLimit').set({ count: 3_000 }).where('subject', '=', 'reset-mails:*')
    await all.execute()
    expect(await ask()).toEqual({ ok: false, error: 'too_many_requests' })
    expect(await mails()).toHaveLength(1)
    expect(await db.selectFrom('memberLink').select('id').execute()).toHaveLength(1)
  })

  test('A11: who asked for five unknown addresses learns of none more; a member there still gets her mail', async () => {
    const { ctx, id, ask, mails } = await withHana()
    const unknown = Array.from({ length: 5 }, (_, other) => ask(`x${other}@mail.example`))
    expect(await Promise.all(unknown)).toEqual(Array(5).fill({ ok: false, error: 'unknown' }))
    const tooMany = { ok: false, error: 'too_many_requests' }
    expect(await ask('x6@mail.example')).toEqual(tooMany)
    expect(await ask()).toEqual(tooMany)
    expect(await mails()).toHaveLength(1)
    const known = { id: 'A'.repeat(22), memberId: id }
    expect(await ask(hana.email, here, { known })).toEqual({ ok: true, value: null })
    const stranger = { known: { ...known, memberId: memberId('another') } }
    expect(await ask(hana.email, here, stranger)).toEqual(tooMany)
    expect(await ask('x7@mail.example', at('198.51.100.1'))).toEqual({ ok: false, error: 'unknown' })
    ctx.advance(15 * 60_000)
    expect(await ask('x8@mail.example')).toEqual({ ok: false, error: 'unknown' })
  })

  test('known addresses of a class behind one address are no tries', async () => {
    const { ctx, ask, mails } = await withHana()
    const others = Array.from({ length: 6 }, (_, other) => `m${other}@mail.example`)
    for (const email of others) await ctx.accounts.signUp({ ...hana, email }, phone)
    expect(await Promise.all([hana.email, ...others].map((email) => ask(email)))).toEqual(
      Array(7).fill({ ok: true, value: null }),
    )
    expect(await mails()).toHaveLength(7)
  })

  test('ASVS 2.4.1: one address has mails sent to a hundred members an hour', async () => {
    const { db, ctx, ask, mails } = await withHana()
    await ask('x@mail.example')
    await db
      .updateTable('rateLimit')
      .set({ count: 100 })
      .where('subject', '=', `resets:${here.address}`)
      .execute()
    expect(await ask()).toEqual({ ok: false, error: 'too_many_requests' })
    expect(await mails()).toEqual([])
    ctx.advance(3_600_000)
    expect(await ask()).toEqual({ ok: true, value: null })
  })

  test('when no mail can be sent the reset is off, and leaves no link', async () => {
    const { ctx, db, ask } = await withHana()
    const silent = { ...ctx, mail: { ...mail, delivers: false } }
    const off = { ok: false, error: 'mail_off' }
    expect(await requestPasswordReset(silent, here, hana.email, nobody)).toEqual(off)
    expect(await requestPasswordReset({ ...silent, demo: true }, here, hana.email, nobody)).toMatchObject({
      ok: true,
    })
    await db.deleteFrom('memberLink').execute()
    await db.schema.dropTable('mail').execute()
    expect(await ask()).toEqual(off)
    expect(await db.selectFrom('memberLink').select('id').execute()).toEqual([])
  })
})
