import { expect, onTestFinished, test, vi } from 'vitest'
import { setPassword } from '~/server/auth/account-changes.ts'
import { createLink } from '~/server/auth/links.ts'
import {
  mailTo,
  memberForTests,
  openSession,
  sessionsOf,
  withPlainPasswords,
} from '../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { changePassword } from './password.commands.server.ts'

const done = { ok: true, value: null }
const refusal = (error: string) => ({ ok: false, error })

onBothEngines('a change of password', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = withPlainPasswords(contextForTests(db))
    const actor = await memberForTests(ctx)
    const change = (next: string, current = 'present-1') => changePassword(ctx, actor, { current, next })
    const passwordOf = async (id: string) =>
      (
        await db
          .selectFrom('memberAccount')
          .where('memberId', '=', id)
          .select('password')
          .executeTakeFirstOrThrow()
      ).password
    return { db, ctx, actor, change, passwordOf }
  }

  test('ASVS 6.3.7, A13: ends every session and reset link of hers, of nobody else, and a mail tells of it', async () => {
    const { db, ctx, actor, change, passwordOf } = await start()
    await openSession(ctx, 'hanako', 'tablet')
    const other = await memberForTests(ctx, { id: 'other' })
    for (const { id } of [actor, other])
      await db
        .transaction()
        .execute((trx) => createLink(ctx, trx, { memberId: id, purpose: 'reset', email: `${id}@x.example` }))
    expect(await change('a good one')).toEqual(done)
    expect(await passwordOf('hanako')).toBe('hash of a good one')
    expect(await passwordOf('other')).toBe('hash of present-1')
    expect(await sessionsOf(db, 'hanako')).toEqual([])
    expect(await sessionsOf(db, 'other')).toEqual(['session of other'])
    expect(await db.selectFrom('memberLink').select('memberId').execute()).toEqual([{ memberId: 'other' }])
    expect(await mailTo(db, 'hanako@mail.example', 'password_changed')).toMatchObject({ count: 1 })
  })

  test('A25: at an address that nobody proved at most five mails an hour tell of it', async () => {
    const { db, ctx, actor } = await start()
    for (let at = 0; at < 7; at += 1) {
      const changed = await changePassword(
        ctx,
        { ...actor, emailVerified: false },
        { current: at === 0 ? 'present-1' : `a good one ${at - 1}`, next: `a good one ${at}` },
      )
      expect(changed).toEqual(done)
    }
    expect(await mailTo(db, 'hanako@mail.example', 'password_changed')).toMatchObject({ count: 5 })
  })

  test.each([
    ['no present password', 'a good one', '', 'password_missing'],
    ['a wrong present password', 'a good one', 'wrong-1', 'wrong_password'],
    ['five characters', 'five5', 'present-1', 'password_too_short'],
    ['one that everybody has', 'password', 'present-1', 'password_weak'],
    ['her address', 'hanako@mail.example', 'present-1', 'password_weak'],
    ['one that is too long', 'x1'.repeat(101), 'present-1', 'password_too_long'],
  ])('A10: %s is refused, and nothing changes', async (_what, next, current, why) => {
    const { db, change, passwordOf } = await start()
    expect(await change(next, current)).toEqual(refusal(why))
    expect(await passwordOf('hanako')).toBe('hash of present-1')
    expect(await sessionsOf(db, 'hanako')).toEqual(['session of hanako'])
    expect(await db.selectFrom('mail').select('id').execute()).toEqual([])
  })

  test('ASVS 6.2.3, 7.5.1, A10: after five wrong ones the right one waits too', async () => {
    const { change, passwordOf } = await start()
    for (let tries = 0; tries < 5; tries += 1)
      expect(await change('a good one', 'wrong-1')).toEqual(refusal('wrong_password'))
    expect(await change('a good one', '')).toEqual(refusal('password_missing'))
    expect(await change('a good one')).toEqual(refusal('too_many_requests'))
    expect(await passwordOf('hanako')).toBe('hash of present-1')
  })

  test('A10: right ones are not counted, however often the new one is refused', async () => {
    const { change } = await start()
    for (let tries = 0; tries < 6; tries += 1)
      expect(await change('password')).toEqual(refusal('password_weak'))
    expect(await change('a good one')).toEqual(done)
  })

  test('A10: right ones are thirty in 15 minutes, whatever is done with them', async () => {
    const { ctx, change } = await start()
    const compared = vi.spyOn(ctx.passwords, 'matches')
    onTestFinished(() => compared.mockRestore())
    for (let tries = 0; tries < 30; tries += 1)
      expect(await change('password')).toEqual(refusal('password_weak'))
    expect(await change('password')).toEqual(refusal('too_many_requests'))
    expect(compared).toHaveBeenCalledTimes(30)
    ctx.advance(15 * 60_000)
    expect(await change('a good one')).toEqual(done)
  })

  test('A10: of right ones at once no more go through than there are', async () => {
    const { change } = await start()
    for (let tries = 0; tries < 28; tries += 1) await change('password')
    const answers = await Promise.all([1, 2, 3, 4].map(() => change('password')))
    expect(answers.filter((answer) => !answer.ok && answer.error === 'too_many_requests')).toHaveLength(2)
  })

  test('A13: of two changes from two devices at once one counts', async () => {
    const { change, passwordOf } = await start()
    const answers = await Promise.all([change('first new one'), change('second new one')])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers).toContainEqual(refusal('wrong_password'))
    expect(await passwordOf('hanako')).toBe(
      answers[0]?.ok ? 'hash of first new one' : 'hash of second new one',
    )
  })

  test('A13: is refused when a reset came between', async () => {
    const { db, ctx, actor, passwordOf } = await start()
    const hash = async (password: string) => {
      await db.transaction().execute((trx) => setPassword(ctx, trx, actor.id, 'hash of the reset'))
      return `hash of ${password}`
    }
    const slow = { ...ctx, passwords: { ...ctx.passwords, hash } }
    const changed = await changePassword(slow, actor, { current: 'present-1', next: 'a good one' })
    expect(changed).toEqual(refusal('wrong_password'))
    expect(await passwordOf('hanako')).toBe('hash of the reset')
  })

  test('A1: is refused to whoever has no session', async () => {
    const { ctx } = await start()
    for (const actor of [
      { kind: 'visitor', address: '' },
      { kind: 'curator', address: '' },
      { kind: 'owner' },
    ] as const)
      expect(await changePassword(ctx, actor, { current: 'present-1', next: 'a good one' })).toEqual(
        refusal('not_signed_in'),
      )
  })
})
