import type { Insertable } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { OrdersTable } from '#db/schema.ts'
import { type DeskPerson, memberId } from '~/kernel/actor.ts'
import { ok, refused } from '~/kernel/result.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { cancelledNumber } from './cancelled-order.server.ts'
import { saveLabelTexts, saveNumbers, saveTicks, shipPacked, undoShipping } from './commands.server.ts'
import { goneIn } from './form.server.ts'
import { mostPerPage } from './rules.ts'
import { shipOrder } from './shipping.commands.server.ts'
import { leftOut, numbersLeft, undoLeft } from './texts.ts'

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
    changed(({ now }) => ({ cancelledAt: now(), version: 1 })),
    '取り消されました。箱を出さないでください。',
    '取り消されました。箱を出さないでください。',
  ],
  'cancelled the day before': [
    changed(({ now }) => ({ cancelledAt: now() - 24 * hourMs, version: 1 })),
    '取り消されました。箱を出さないでください。',
    '見つかりません。箱を出さないでください。',
  ],
  'cancelled unpaid': [
    changed(({ now }) => ({ cancelledAt: now(), paidAt: null, state: 'pending', version: 1 })),
    '取り消されました。箱を出さないでください。',
    '見つかりません。箱を出さないでください。',
  ],
  shipped: [
    changed(({ now }) => ({ shippedAt: now(), version: 1 })),
    '先に発送済みになりました。箱が2つになっていないか、確かめてください。',
    '先に発送済みになりました。箱が2つになっていないか、確かめてください。',
  ],
  'shipped two weeks ago': [
    changed(({ now }) => ({ shippedAt: now() - 14 * 24 * hourMs, version: 1 })),
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
  'not there': [
    async () => {},
    '見つかりません。箱を出さないでください。',
    '見つかりません。箱を出さないでください。',
  ],
} as const

/** The same for the press that takes a shipping back. */
const notTakenBack = {
  'taken back by somebody else': [
    (ctx: Shop) => set(ctx, { shippedAt: null, version: 2 }),
    'ほかの画面で先に変わりました。いまの内容を確かめてから、もう一度押してください。',
  ],
  'taken back under its version': [
    (ctx: Shop) => set(ctx, { shippedAt: null }),
    'まだ発送済みではありません。元に戻すものはありません。',
  ],
  'ten minutes ago': [
    async (ctx: Shop) => {
      const recorded = { happenedAt: ctx.now() - 10 * 60_000 }
      await ctx.db.updateTable('orderEvent').set(recorded).where('orderId', '=', other).execute()
    },
    '発送から10分たちました。取り消すときは、その注文の「発送」で理由を書いてください。',
  ],
  'its mail being sent': [
    async (ctx: Shop) => {
      const of = ctx.db.updateTable('mail').set({ attempts: 1 })
      await of.where('subjectKey', 'like', `%${other}%`).execute()
    },
    '発送のメールをもう送り始めています。取り消すときは、その注文の「発送」で理由を書いてください。',
  ],
  'not there': [
    async (ctx: Shop) => {
      await ctx.db.updateTable('orders').set({ orderNumber: 'ZZZZ-2222' }).where('id', '=', other).execute()
    },
    '見つかりません。箱を出さないでください。',
  ],
} as const

const set = async (ctx: Shop, parts: Partial<Insertable<OrdersTable>>) => {
  await ctx.db.updateTable('orders').set(parts).where('id', '=', other).execute()
}

test('N90: what left while a page was open is read from its form, each once and no more than a page has', () => {
  const form = new FormData()
  for (const value of ['K7P4-22AA', 'K7P4-22AA', 'x', '../admin']) form.append('gone', value)
  expect(goneIn(form)).toEqual(['K7P4-22AA'])
  for (const a of 'ABCDEFGHJKL') for (const b of 'ABCDEFGHJKL') form.append('gone', `K7P4-22${a}${b}`)
  expect(goneIn(form)).toHaveLength(mostPerPage)
})

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

  const orders = [here, other].map((number) => ({ number, version: 0 }))
  const packed = { orders, on: [], off: [], carrier: '' }
  const numbered = orders.map((order) => ({
    ...order,
    parcels: [{ carrier: 'other', tracking: '1' }],
    ships: false,
  }))

  describe.each(Object.entries(left))('%s', (standing, [put, toOwner, toPacker]) => {
    const pressed = {
      shipPacked: async (ctx: Shop, actor: DeskPerson) => {
        const shipped = await shipPacked(ctx, actor, { ...packed, requestId: 'r' })
        return shipped.ok ? shipped.value : expect.fail(shipped.error)
      },
      saveNumbers: async (ctx: Shop, actor: DeskPerson) => {
        const shipped = numbered.map((order) => ({ ...order, ships: true }))
        const saved = await saveNumbers(ctx, actor, { requestId: 'r', orders: shipped, isAsked: false })
        return saved.ok ? saved.value : expect.fail(saved.error)
      },
    }
    // Titles name each act, so that a new one without a test is found.
    test.each([
      ['N90: shipPacked ships the others, and names it', 'shipPacked', 'owner', toOwner],
      ['N90: shipPacked of one who packs', 'shipPacked', 'packer', toPacker],
      ['N90: saveNumbers ships the others, and names it', 'saveNumbers', 'owner', toOwner],
      ['N90: saveNumbers of one who packs', 'saveNumbers', 'packer', toPacker],
    ] as const)('%s', async (_, act, who, sentence) => {
      const all = await shop()
      await put(all.ctx)
      const { done, refused } = await pressed[act](all.ctx, all[who])
      expect([done, ...told(refused)]).toEqual([[here], `${other} は${sentence}`])
      const leaves = await all.ctx.db
        .selectFrom('orders')
        .select('id')
        .where('shippedAt', '=', all.ctx.now())
        .where('id', '=', here)
        .execute()
      expect(leaves).toHaveLength(1)
    })

    test.each([
      ['N90: shipPacked names what left while its page was open', 'owner', toOwner],
      ['N90: shipPacked of one who packs names what left meanwhile', 'packer', toPacker],
    ] as const)('%s, but what others shipped', async (_, who, sentence) => {
      const all = await shop()
      await put(all.ctx)
      const mine = { ...packed, orders: orders.slice(0, 1), gone: [here, other], requestId: 'r' }
      const shipped = await shipPacked(all.ctx, all[who], mine)
      const { done, refused } = shipped.ok ? shipped.value : expect.fail(shipped.error)
      const isShipped = sentence.startsWith('先に発送済み')
      expect([done, ...told(refused)]).toEqual([[here], ...(isShipped ? [] : [`${other} は${sentence}`])])
    })

    test('N90: shipPacked names nothing of what is to be shipped again', async () => {
      const { ctx, owner } = await shop()
      await addOrder(ctx, other)
      const mine = { ...packed, orders: orders.slice(0, 1), gone: [other], requestId: 'r' }
      expect(await shipPacked(ctx, owner, mine)).toEqual(ok({ done: [here], refused: [] }))
    })

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

  describe.each(Object.entries(notTakenBack))('a shipping %s', (_, [put, sentence]) => {
    test.each(['owner', 'packer'] as const)(
      'N90: undoShipping takes the others back, and names it to the %s',
      async (who) => {
        const all = await shop()
        await addOrder(all.ctx, other)
        await shipPacked(all.ctx, all.packer, { ...packed, requestId: 'ships' })
        await put(all.ctx)
        const shipped = orders.map((order) => ({ ...order, version: 1 }))
        const undone = await undoShipping(all.ctx, all[who], { requestId: 'undoes', orders: shipped })
        const { done, refused } = undone.ok ? undone.value : expect.fail(undone.error)
        expect([done, ...told(refused)]).toEqual([[here], `${other} は${sentence}`])
      },
    )
  })

  test('N90: an order that was changed meanwhile is named by all that write to it', async () => {
    const { ctx, packer } = await shop()
    await addOrder(ctx, other, { version: 1 })
    const sentence = `${other} はほかの画面で先に変わりました。いまの内容を確かめてから、もう一度押してください。`
    const kept = await saveNumbers(ctx, packer, { requestId: 'n', orders: numbered, isAsked: false })
    const { done, refused } = kept.ok ? kept.value : expect.fail(kept.error)
    expect([done, ...told(refused)]).toEqual([[here], sentence])
    const again = orders.map((order) => ({ ...order, version: order.number === here ? 1 : 0 }))
    const shipped = await shipPacked(ctx, packer, { ...packed, orders: again, requestId: 's' })
    expect(shipped).toMatchObject({ value: { done: [here], refused: [{ number: other, why: 'stale' }] } })
  })

  test('N163: 番号を入れる names what it shipped and what it saved before what it left out', async () => {
    const { ctx, packer } = await shop()
    const third = 'CCCC-2222'
    await addOrder(ctx, third)
    await addOrder(ctx, other, { version: 1 })
    const orders = [here, other, third].map((number, at) => ({
      number,
      version: 0,
      parcels: [{ carrier: 'other', tracking: `${at + 5}` }],
      ships: number !== third,
    }))
    const kept = await saveNumbers(ctx, packer, { requestId: 'n', orders, isAsked: false })
    const done = kept.ok ? kept.value : expect.fail(kept.error)
    const { doneText, left } = numbersLeft(done, orders)
    expect(doneText).toBe(`${here} は発送済みにしました。${third} の番号は保存しました。`)
    expect(left.map(({ what }) => what)).toEqual([other])
    expect(numbersLeft({ ...done, done: [] }, orders).doneText, 'none').toBeUndefined()
    expect(undoLeft(done).doneText).toBe(`${here}、${third} の発送を取り消しました。`)
  })

  test('N90: saveNumbers says of each number that cannot be kept why', async () => {
    const { ctx, packer } = await shop()
    const many = Array.from({ length: 21 }, (_, at) => `${1_000 + at}`).join('、')
    const typed = { 番: '読めません', '1.23E+11': '縮められています', [many]: '20個より多く' }
    for (const [at, [tracking, why]] of Object.entries(typed).entries()) {
      const parcels = [{ carrier: 'other', tracking }]
      const order = { number: here, version: 0, parcels, ships: false }
      const kept = await saveNumbers(ctx, packer, { requestId: `r${at}`, orders: [order], isAsked: false })
      expect(told(kept.ok ? kept.value.refused : []).join()).toContain(why)
    }
  })

  test('N90: shipPacked names an order whose ticks it could not keep, once', async () => {
    const { ctx, packer } = await shop()
    await addOrder(ctx, other, { cancelledAt: ctx.now(), version: 1 })
    const ticks = { on: [`${other}:0:cut`], off: [] }
    const shipped = await shipPacked(ctx, packer, { ...packed, ...ticks, orders: [], requestId: 'a' })
    expect(shipped).toMatchObject({ value: { done: [], refused: [{ number: other, why: 'cancelled' }] } })
    const named = await shipPacked(ctx, packer, { ...packed, ...ticks, requestId: 'b' })
    expect(named).toMatchObject({ value: { refused: [{ number: other, why: 'cancelled' }] } })
    const used = await shipPacked(ctx, packer, {
      ...packed,
      on: [`${here}:0:cut`],
      orders: [],
      requestId: 'b',
    })
    expect(used).toMatchObject({ value: { refused: [{ number: here, why: 'other-content' }] } })
  })

  test('N90: what is practice is named by ticks as not there', async () => {
    const { ctx, owner } = await shop()
    await addOrder(ctx, other, { practice: 1, cancelledAt: ctx.now() })
    expect(told((await acts.saveTicks(ctx, owner)).refused)).toEqual([
      `${other} は見つかりません。箱を出さないでください。`,
    ])
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
    const unseen = {
      shipped: { shippedAt: 1 },
      unpaid: { paidAt: null },
      'not to be packed': { state: 'needs_review' },
    } as const
    for (const parts of Object.values(unseen)) {
      await ctx.db
        .updateTable('orders')
        .set({ state: 'paid', paidAt: 1, shippedAt: null, cancelledAt: ctx.now(), ...parts })
        .where('id', '=', other)
        .execute()
      expect(await cancelledNumber(ctx, packer, other)).toBeUndefined()
    }
  })
})
