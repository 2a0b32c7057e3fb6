import { expect, test } from 'vitest'
import {
  type ContextForTests,
  contextForTests,
  onBothEngines,
} from '../../tests/support/database-for-tests.ts'
import { type DeskPerson, memberId } from '../kernel/actor.ts'
import { ok, refused } from '../kernel/result.ts'
import { type ActResult, actOnce, auditOf } from './audit.ts'
import type { AppTransaction } from './database/transaction.ts'

const owner: DeskPerson = {
  kind: 'desk',
  id: memberId('member-1'),
  name: '花子',
  role: 'owner',
  address: '',
  sessionId: 's',
  confirmedAt: 0,
  mayCount: false,
}

/** Counts its runs in a table. */
const step =
  (ctx: ContextForTests, answer = 'done') =>
  async (trx: AppTransaction): Promise<{ ok: true; value: ActResult<string> }> => {
    await trx.insertInto('shopState').values({ key: ctx.newId(), value: 'x' }).execute()
    return ok({ answer, subject: 'order:1', before: { a: 1 }, after: { a: 2 } })
  }

const form = { requestId: 'r1', content: { amount: 5 } }

onBothEngines('audit', (open) => {
  const times = async (ctx: ContextForTests) =>
    (await ctx.db.selectFrom('shopState').selectAll().where('value', '=', 'x').execute()).length

  test('N1: an act is written down with who, when, before and after', async () => {
    const ctx = contextForTests((await open()).db)
    expect(await actOnce(ctx, owner, 'order.ship', form, String, step(ctx))).toEqual(ok('done'))
    expect(await auditOf(ctx.db, 'order:1')).toMatchObject([
      {
        actorName: '花子',
        actorRole: 'owner',
        act: 'order.ship',
        happenedAt: ctx.now(),
        before: { a: 1 },
        after: { a: 2 },
      },
    ])
  })

  test('N2: the same form again is answered as the first time and does nothing', async () => {
    const ctx = contextForTests((await open()).db)
    await actOnce(ctx, owner, 'order.ship', form, String, step(ctx))
    expect(await actOnce(ctx, owner, 'order.ship', form, String, step(ctx, 'again'))).toEqual(ok('done'))
    expect(await times(ctx)).toBe(1)
  })

  test.each(['', ' '])(
    'N2: a form that lost its id (%j) does nothing, so that no other is taken for it',
    async (requestId) => {
      const ctx = contextForTests((await open()).db)
      const lost = { ...form, requestId }
      expect(await actOnce(ctx, owner, 'order.ship', lost, String, step(ctx))).toEqual(
        refused('other-content'),
      )
      expect(await times(ctx)).toBe(0)
    },
  )

  test('N2: the same form ten times at once is one act', async () => {
    const ctx = contextForTests((await open()).db)
    const all = await Promise.all(
      Array.from({ length: 10 }, () => actOnce(ctx, owner, 'order.ship', form, String, step(ctx))),
    )
    expect(all).toEqual(Array(10).fill(ok('done')))
    expect(await times(ctx)).toBe(1)
  })

  test.each([
    ['other content', owner, 'order.ship', { amount: 6 }],
    ['another act', owner, 'order.cancel', { amount: 5 }],
    ['somebody else', { ...owner, id: memberId('member-2') }, 'order.ship', { amount: 5 }],
  ] as const)('N2: under one id %s is refused', async (_, actor, act, content) => {
    const ctx = contextForTests((await open()).db)
    await actOnce(ctx, owner, 'order.ship', form, String, step(ctx))
    expect(await actOnce(ctx, actor, act, { requestId: 'r1', content }, String, step(ctx))).toEqual(
      refused('other-content'),
    )
    expect(await times(ctx)).toBe(1)
  })

  test.each([
    ['none', ''],
    ['one of blanks', ' '],
    ['one too long', 'x'.repeat(301)],
    ['one that no database keeps', 'a\0b'],
  ])('N2: a form without an id that was made for it is refused: %s', async (_, requestId) => {
    const ctx = contextForTests((await open()).db)
    for (let sent = 0; sent < 2; sent += 1)
      expect(await actOnce(ctx, owner, 'order.ship', { ...form, requestId }, String, step(ctx))).toEqual(
        refused('other-content'),
      )
    expect(await times(ctx)).toBe(0)
  })

  test('N2: what is refused writes nothing and uses no id', async () => {
    const ctx = contextForTests((await open()).db)
    const refusing = async (trx: AppTransaction) => {
      await step(ctx)(trx)
      return refused('too-late' as const)
    }
    expect(await actOnce(ctx, owner, 'order.ship', form, String, refusing)).toEqual(refused('too-late'))
    expect(await times(ctx)).toBe(0)
    expect(await actOnce(ctx, owner, 'order.ship', form, String, step(ctx))).toEqual(ok('done'))
  })

  test('N1: an act that fails leaves no row and throws', async () => {
    const ctx = contextForTests((await open()).db)
    const failing = () => Promise.reject(new Error('away'))
    await expect(actOnce(ctx, owner, 'order.ship', form, String, failing)).rejects.toThrow('away')
    expect(await auditOf(ctx.db, '')).toEqual([])
  })
})
