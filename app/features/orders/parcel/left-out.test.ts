import type { Insertable } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { OrdersTable } from '#db/schema.ts'
import { shipOrder } from '~/features/orders/shipping.commands.server.ts'
import { type DeskPerson, memberId } from '~/kernel/actor.ts'
import { refused } from '~/kernel/result.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { cancelledNumber } from './cancelled-order.server.ts'
import { saveLabelTexts, saveTicks } from './commands.server.ts'
import { leftOut } from './texts.ts'

type Shop = ReturnType<typeof contextForTests>

const [here, other] = ['AAAA-2222', 'BBBB-2222'] as const
const hourMs = 3_600_000

const addOrder = async (ctx: Shop, number: string, parts: Partial<Insertable<OrdersTable>> = {}) => {
  await ctx.db
    .insertInto('orders')
    .values(orderRowForTests(number, { paidAt: 1, ...parts }))
    .execute()
  const line = { orderId: number, position: 0, number: 'F-1', type: 'fabric', name: '布' } as const
  const sold = { description: '', unitPrice: 100, quantity: 1, free: 0, imageUrl: null, picture: null }
  await ctx.db
    .insertInto('orderLine')
    .values({ ...line, ...sold })
    .execute()
  const payment = { paymentIntent: `pi ${number}`, orderId: number, sessionId: number, amount: 1400 }
  await ctx.db
    .insertInto('payment')
    .values({ ...payment, currency: 'jpy', livemode: 0, receivedAt: 1, role: 'first' })
    .execute()
}

const changed = (parts: (ctx: Shop) => Partial<Insertable<OrdersTable>>) => (ctx: Shop) =>
  addOrder(ctx, other, parts(ctx))

/** How an order stands that a form of before still has, and what owner and packer read of it. */
const left = {
  cancelled: [
    changed(({ now }) => ({ cancelledAt: now() })),
    '取り消されました。箱を出さないでください。',
    '取り消されました。箱を出さないでください。',
  ],
  'cancelled the day before': [
    changed(({ now }) => ({ cancelledAt: now() - 24 * hourMs })),
    '取り消されました。箱を出さないでください。',
    '見つかりません。箱を出さないでください。',
  ],
  'cancelled unpaid': [
    changed(({ now }) => ({ cancelledAt: now(), paidAt: null, state: 'pending' })),
    '取り消されました。箱を出さないでください。',
    '見つかりません。箱を出さないでください。',
  ],
  shipped: [
    changed(({ now }) => ({ shippedAt: now() })),
    '先に発送済みになりました。箱が2つになっていないか、確かめてください。',
    '先に発送済みになりました。箱が2つになっていないか、確かめてください。',
  ],
  'shipped two weeks ago': [
    changed(({ now }) => ({ shippedAt: now() - 14 * 24 * hourMs })),
    '先に発送済みになりました。箱が2つになっていないか、確かめてください。',
    '見つかりません。箱を出さないでください。',
  ],
  'given back': [
    async (ctx: Shop) => {
      await addOrder(ctx, other)
      const asked = { amount: 1400, askedAt: 1, asOf: 1, paymentIntent: `pi ${other}` }
      await ctx.db
        .insertInto('refund')
        .values({ ...asked, id: 'r', providerId: 'r', state: 'succeeded' })
        .execute()
    },
    '代金を全額お返ししました。箱を出さないでください。',
    '見つかりません。箱を出さないでください。',
  ],
  unpaid: [
    changed(() => ({ state: 'pending', paidAt: null })),
    'まだ支払われていません。箱を出さないでください。',
    '見つかりません。箱を出さないでください。',
  ],
  'to be checked': [
    changed(() => ({ reviewReason: 'paid-twice' })),
    'お店の確認が済んでいません。済むまで箱を出さないでください。',
    'お店の確認が済んでいません。済むまで箱を出さないでください。',
  ],
  contested: [
    async (ctx: Shop) => {
      await addOrder(ctx, other)
      const dispute = { id: 'd', reason: '', openedAt: 1, asOf: 1, amount: 1400 }
      await ctx.db
        .insertInto('dispute')
        .values({ ...dispute, paymentIntent: `pi ${other}`, status: 'needs_response' })
        .execute()
    },
    'カード会社から異議申し立てを受けています。それでも出すときは、その注文の「発送」で「それでも発送する」に印を付けてください。',
    'お店の確認が済んでいません。済むまで箱を出さないでください。',
  ],
  'of practice': [
    changed(({ now }) => ({ practice: 1, cancelledAt: now() })),
    '見つかりません。箱を出さないでください。',
    '見つかりません。箱を出さないでください。',
  ],
  'not there': [
    async () => {},
    '見つかりません。箱を出さないでください。',
    '見つかりません。箱を出さないでください。',
  ],
} as const

onBothEngines('what an act on several orders leaves out', (open) => {
  const shop = async () => {
    const ctx = contextForTests((await open()).db, { demo: false })
    const owner = deskPersonForTests(ctx)
    const packer = deskPersonForTests(ctx, { id: memberId('packer'), role: 'packer', name: '手伝い' })
    await addOrder(ctx, here)
    return { ctx, owner, packer }
  }
  const told = (refused: Parameters<typeof leftOut>[0]) =>
    leftOut(refused).map(({ what, why, whatToDo }) => `${what} は${why}。${whatToDo}`)

  const acts = {
    saveTicks: async (ctx: Shop, actor: DeskPerson) => {
      const on = [`${here}:0:packed`, `${other}:0:packed`]
      const kept = await saveTicks(ctx, actor, { requestId: 'r', on, off: [`${other}:0:cut`] })
      return kept.ok ? kept.value : expect.fail(kept.error)
    },
    saveLabelTexts: async (ctx: Shop, actor: DeskPerson) => {
      const text = { field: 'name', text: '吉' } as const
      const texts = [
        { ...text, number: here },
        { ...text, number: other },
        { ...text, field: 'address' as const, number: other },
      ]
      const kept = await saveLabelTexts(ctx, actor, { requestId: 'r', texts })
      return kept.ok ? kept.value : expect.fail(kept.error)
    },
  }

  describe.each(Object.entries(left))('%s', (standing, [put, toOwner, toPacker]) => {
    test('N90: saveTicks keeps the ticks of the others, and names it', async () => {
      const { ctx, owner, packer } = await shop()
      await put(ctx)
      for (const [actor, sentence] of [
        [owner, toOwner],
        [packer, toPacker],
      ] as const) {
        const { saved, refused } = await acts.saveTicks(ctx, actor)
        expect([saved, ...told(refused)]).toEqual([1, `${other} は${sentence}`])
        await ctx.db.deleteFrom('audit').execute()
      }
      expect(await ctx.db.selectFrom('packingTick').select('orderId').execute()).toEqual([{ orderId: here }])
    })

    test('N90: saveLabelTexts keeps the texts of the others, and names it', async () => {
      const { ctx, owner, packer } = await shop()
      await put(ctx)
      const { saved, refused } = await acts.saveLabelTexts(ctx, packer)
      expect([saved, ...told(refused)]).toEqual([1, `${other} は${toPacker}`])
      await ctx.db.deleteFrom('audit').execute()
      // An owner mends labels of any order that there is.
      const byOwner = await acts.saveLabelTexts(ctx, owner)
      expect([byOwner.saved, ...told(byOwner.refused)]).toEqual(
        standing === 'not there' ? [1, `${other} は${toOwner}`] : [3],
      )
    })
  })

  test('N90.2: for a day one who packs reads that an order was cancelled, and its number', async () => {
    const { ctx, owner, packer } = await shop()
    const cancelledAt = ctx.now()
    await addOrder(ctx, other, { cancelledAt, version: 1 })
    const ship = (requestId: string) =>
      shipOrder(ctx, packer, { requestId, number: other, version: 0, parcels: [] })
    expect(await cancelledNumber(ctx, packer, other.toLowerCase())).toBe(other)
    expect(await cancelledNumber(ctx, owner, other), 'an owner sees the order').toBeUndefined()
    expect(await cancelledNumber(ctx, packer, here)).toBeUndefined()
    expect(await cancelledNumber(ctx, packer, 'CCCC-2222')).toBeUndefined()
    expect(await cancelledNumber({ ...ctx, demo: true }, packer, other), 'of practice').toBeUndefined()
    ctx.advance(24 * hourMs - 1)
    expect(await cancelledNumber(ctx, packer, other)).toBe(other)
    expect(await ship('within a day')).toEqual(refused('cancelled'))
    ctx.advance(1)
    expect(await cancelledNumber(ctx, packer, other)).toBeUndefined()
    expect(await ship('a day later')).toEqual(refused('not-found'))
    const unseen = { shipped: { shippedAt: 1 }, unpaid: { paidAt: null } }
    for (const parts of Object.values(unseen)) {
      await ctx.db
        .updateTable('orders')
        .set({ paidAt: 1, shippedAt: null, cancelledAt: ctx.now(), ...parts })
        .where('id', '=', other)
        .execute()
      expect(await cancelledNumber(ctx, packer, other)).toBeUndefined()
    }
  })
})
