import { expect, test } from 'vitest'
import { setPassword } from '~/server/auth/account-changes.ts'
import { createLink } from '~/server/auth/links.ts'
import {
  mailTo,
  memberForTests,
  sessionsOf,
  withPlainPasswords,
} from '../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deleteAccount } from './commands.server.ts'

const done = { ok: true, value: null }
const refusal = (error: string) => ({ ok: false, error })

onBothEngines('the deletion of an account', (open) => {
  /** Two members with all that an account has, and an order of one of them. */
  const start = async () => {
    const { db } = await open()
    const ctx = withPlainPasswords(contextForTests(db))
    const actor = await memberForTests(ctx)
    const other = await memberForTests(ctx, { id: 'other' })
    for (const { id } of [actor, other]) {
      await db
        .insertInto('memberProfile')
        .values({ memberId: id, joinDate: '2026年4月', updatedAt: ctx.now() })
        .execute()
      await db
        .transaction()
        .execute((trx) =>
          createLink(ctx, trx, { memberId: id, purpose: 'revert', email: `old-${id}@x.example` }),
        )
    }
    const left = async () => {
      const [members, accounts, sessions, links, profiles] = await Promise.all([
        db.selectFrom('member').select('id as of').execute(),
        db.selectFrom('memberAccount').select('memberId as of').execute(),
        db.selectFrom('memberSession').select('memberId as of').execute(),
        db.selectFrom('memberLink').select('memberId as of').execute(),
        db.selectFrom('memberProfile').select('memberId as of').execute(),
      ])
      return [members, accounts, sessions, links, profiles].map((rows) => rows.map((row) => row.of).sort())
    }
    return { db, ctx, actor, left }
  }
  const both = ['hanako', 'other']

  test('ASVS 7.4.2, A17: takes account, sessions, links and profile of hers and of nobody else, and a mail tells of it', async () => {
    const { db, ctx, actor, left } = await start()
    const steps: string[] = []
    const gone = async (_trx: unknown, member: string) => {
      steps.push(member)
    }
    const watched = { ...ctx, memberSteps: { ...ctx.memberSteps, gone } }
    expect(await deleteAccount(watched, actor, { password: 'present-1' })).toEqual(done)
    expect(await left()).toEqual(Array(5).fill(['other']))
    expect(steps).toEqual(['hanako'])
    expect(await mailTo(db, 'hanako@mail.example', 'account_deleted')).toMatchObject({ count: 1 })
  })

  test('A17, R16: what the features changed is told to open pages once it is committed, and nothing of a deletion that failed', async () => {
    const { db, ctx, actor } = await start()
    const told: unknown[] = []
    const notices = {
      subscribe: () => () => {},
      publish: (topic: string, version: number) => told.push([topic, version]),
      topics: () => [],
      missed: () => {},
      missesOthers: false,
    }
    const gone: typeof ctx.memberSteps.gone = async (trx, _member, { notices }) =>
      trx.onCommit(() => notices.publish('comments:recipe', 3))
    const changing = { ...ctx, notices, memberSteps: { ...ctx.memberSteps, gone } }
    const newId = () => {
      throw new Error('no number for the mail')
    }
    await expect(deleteAccount({ ...changing, newId }, actor, { password: 'present-1' })).rejects.toThrow()
    expect(told).toEqual([])
    expect(await deleteAccount(changing, actor, { password: 'present-1' })).toEqual(done)
    expect(told).toEqual([['comments:recipe', 3]])
    expect(await db.selectFrom('member').where('id', '=', actor.id).select('id').execute()).toEqual([])
  })

  test('ASVS 2.3.3, A17: is all or nothing: a step that fails leaves the account as it was', async () => {
    const { db, ctx, actor, left } = await start()
    const gone = async (trx: Parameters<typeof ctx.memberSteps.gone>[0]) => {
      await trx.deleteFrom('memberProfile').execute()
      throw new Error('a feature failed')
    }
    const failing = { ...ctx, memberSteps: { ...ctx.memberSteps, gone } }
    await expect(deleteAccount(failing, actor, { password: 'present-1' })).rejects.toThrow('a feature failed')
    expect(await left()).toEqual(Array(5).fill(both))
    expect(await db.selectFrom('mail').select('id').execute()).toEqual([])
    expect(await deleteAccount(ctx, actor, { password: 'present-1' })).toEqual(done)
  })

  test('A17: a mail that cannot be queued keeps the account', async () => {
    const { ctx, actor, left } = await start()
    const newId = () => {
      throw new Error('no number for the mail')
    }
    await expect(deleteAccount({ ...ctx, newId }, actor, { password: 'present-1' })).rejects.toThrow()
    expect(await left()).toEqual(Array(5).fill(both))
  })

  test('ASVS 7.5.1, A17: a wrong password, one that another device changed, and five wrong ones are refused', async () => {
    const { db, ctx, actor, left } = await start()
    const matches = async () => {
      await db.transaction().execute((trx) => setPassword(ctx, trx, actor.id, 'hash of another'))
      return true
    }
    const changed = { ...ctx, passwords: { ...ctx.passwords, matches } }
    expect(await deleteAccount(changed, actor, { password: 'present-1' })).toEqual(refusal('wrong_password'))
    for (let tries = 0; tries < 5; tries += 1)
      expect(await deleteAccount(ctx, actor, { password: 'wrong-1' })).toEqual(refusal('wrong_password'))
    expect(await deleteAccount(ctx, actor, { password: 'another' })).toEqual(refusal('too_many_requests'))
    expect((await left())[0]).toEqual(both)
    expect(await sessionsOf(db, 'other')).toEqual(['session of other'])
  })

  test('A1: is refused to whoever has no session', async () => {
    const { ctx, left } = await start()
    for (const actor of [{ kind: 'visitor', address: '' }, { kind: 'owner' }] as const)
      expect(await deleteAccount(ctx, actor, { password: 'present-1' })).toEqual(refusal('not_signed_in'))
    expect((await left())[0]).toEqual(both)
  })
})
