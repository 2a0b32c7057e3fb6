import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Insertable, Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { OrdersTable, Schema } from '#db/schema.ts'
import { correctEmail } from '~/features/orders/desk/mails.commands.server.ts'
import { unitsNotShipped } from '~/features/orders/money.queries.server.ts'
import { saveParcel, unshipOrder } from '~/features/orders/parcel/correcting.commands.server.ts'
import { shipOrder } from '~/features/orders/parcel/shipping.commands.server.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { memberId } from '~/kernel/actor.ts'
import { ok, refused } from '~/kernel/result.ts'
import { auditOf } from '~/server/audit.ts'
import { inChunks } from '~/server/database/engine.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { saveLabelTexts, saveNumbers, saveTicks, shipPacked, undoShipping } from './commands.server.ts'
import { packedIn } from './form.server.ts'
import { labelPage, labelQuestion } from './labels.queries.server.ts'
import { matchedFile, numbersPage } from './numbers.queries.server.ts'
import { packingPage, printPage } from './queries.server.ts'
import { isPacked, pageNumber, tickOf } from './rules.ts'
import { parcelSheet } from './sheet.queries.server.ts'
import { waitingOrders } from './to-ship.queries.server.ts'

const dayMs = 24 * 3_600_000
const [first, second, third] = ['AAAA-2222', 'BBBB-2222', 'CCCC-2222'] as const

const addOrder = async (
  db: Kysely<Schema>,
  number: string,
  lines: readonly (readonly [number: string, quantity: number, type?: 'fabric' | 'kit'])[],
  parts: Partial<Insertable<OrdersTable>> = {},
) => {
  const address = { recipient: `${number} 様`, postalCode: '1500001', prefecture: '東京都', city: '渋谷区' }
  await db
    .insertInto('orders')
    .values(
      orderRowForTests(number, {
        paidAt: 1,
        customerEmail: 'a@example.com',
        shippingAddress: JSON.stringify({ ...address, line1: '1-2', line2: '' }),
        ...parts,
      }),
    )
    .execute()
  for (const [position, [product, quantity, type = 'fabric']] of lines.entries())
    await db
      .insertInto('orderLine')
      .values({
        orderId: number,
        position,
        number: product,
        type,
        name: '布',
        description: '',
        unitPrice: 100,
        quantity,
        free: 0,
        imageUrl: null,
        picture: null,
      })
      .execute()
}

const addPayment = (db: Kysely<Schema>, number: string) =>
  db
    .insertInto('payment')
    .values({
      paymentIntent: `pi ${number}`,
      orderId: number,
      sessionId: number,
      amount: 1400,
      currency: 'jpy',
      livemode: 0,
      receivedAt: 1,
      role: 'first',
    })
    .execute()

onBothEngines('parcels', (open) => {
  const shop = async () => {
    const ctx = contextForTests((await open()).db, { demo: false })
    const owner = deskPersonForTests(ctx)
    const packer = deskPersonForTests(ctx, { id: memberId('packer'), role: 'packer', name: '手伝い' })
    const numbers = async () => (await packingPage(ctx)).orders.map(({ number }) => number)
    return { ctx, owner, packer, numbers }
  }

  test('N16: orders stand in the order in which they are cut, longer pieces first, kits last', async () => {
    const { ctx, numbers } = await shop()
    await addOrder(ctx.db, third, [['K-1', 1, 'kit']])
    await addOrder(ctx.db, second, [
      ['K-1', 1, 'kit'],
      ['F-2', 2],
      ['F-1', 3],
    ])
    await addOrder(ctx.db, first, [['F-1', 7]])
    expect(await numbers()).toEqual([first, second, third])
    const { orders } = await packingPage(ctx)
    expect(orders[1]?.lines.map(({ number }) => number)).toEqual(['F-1', 'F-2', 'K-1'])
    expect(orders[1]?.lines.map(({ ticks }) => ticks.map(({ key }) => key))).toEqual([
      [`${second}:2:cut`, `${second}:2:packed`],
      [`${second}:1:cut`, `${second}:1:packed`],
      [`${second}:0:packed`],
    ])
    const { picks, notes } = await printPage(ctx, { page: null })
    expect(
      picks.map(({ number, units, pieces }) => [number, units, pieces.map(({ order }) => order)]),
    ).toEqual([
      ['F-1', 10, [first, second]],
      ['F-2', 2, [second]],
      ['K-1', 2, [second, third]],
    ])
    expect(notes.map(({ number }) => number)).toEqual([first, second, third])
  })

  test('N16: what cannot be shipped is counted and not listed, and nothing is cut silently', async () => {
    const { ctx } = await shop()
    for (let at = 0; at < 31; at += 1) await addOrder(ctx.db, `XXXX-22${at + 20}`, [['F-1', 1]])
    await addOrder(ctx.db, first, [['F-1', 1]], { reviewReason: 'paid-twice' })
    await addOrder(ctx.db, second, [['F-1', 1]], { state: 'needs_review' })
    await addOrder(ctx.db, third, [['F-1', 1]], { cancelledAt: 1 })
    await addOrder(ctx.db, 'DDDD-2222', [['F-1', 1]], { practice: 1 })
    await addOrder(ctx.db, 'EEEE-2222', [['F-1', 1]], { shippedAt: 1 })
    const page = await packingPage(ctx)
    expect([page.total, page.held, page.pages, page.orders.length]).toEqual([31, 2, 2, 30])
    const next = await packingPage(ctx, new URLSearchParams({ page: '2' }))
    expect([next.from, next.orders.length]).toEqual([30, 1])
    expect((await packingPage(ctx, new URLSearchParams({ page: '99' }))).page).toBe(2)
    const numbered = await numbersPage(ctx, { kind: 'owner' })
    expect([numbered.orders.length, numbered.total, numbered.pages]).toEqual([31, 31, 1])
  })

  test('N18, M46: units whose money went back or is owed stay in the shop', async () => {
    const { ctx, owner, packer } = await shop()
    await addOrder(ctx.db, first, [
      ['F-1', 3],
      ['K-1', 1, 'kit'],
    ])
    await addPayment(ctx.db, first)
    const refund = { amount: 100, askedAt: 1, asOf: 1, paymentIntent: `pi ${first}` }
    const part = { ordinal: 0, part: 'lines', amount: 100 } as const
    await ctx.db
      .insertInto('refund')
      .values([
        { ...refund, id: 'r1', providerId: 'r1', state: 'succeeded' },
        { ...refund, id: 'r2', providerId: 'r2', state: 'failed', droppedAt: 1 },
        { ...refund, id: 'r4', providerId: 'r4', state: 'failed', droppedAt: null },
      ])
      .execute()
    await ctx.db
      .insertInto('refundLine')
      .values([
        { ...part, refundId: 'r1', position: 0, units: 1 },
        { ...part, refundId: 'r4', position: 0, units: 1 },
        { ...part, refundId: 'r1', ordinal: 1, position: 1, units: 1 },
        { ...part, refundId: 'r2', position: 0, units: 1 },
      ])
      .execute()
    const { orders } = await packingPage(ctx)
    expect(orders[0]?.lines.map(({ quantity, taken, ticks }) => [quantity, taken, ticks.length])).toEqual([
      [1, 2, 2],
      [0, 1, 0],
    ])
    const { picks, notes } = await printPage(ctx, { page: null })
    expect(picks.map(({ number, units }) => [number, units])).toEqual([['F-1', 1]])
    expect(notes[0]?.lines.map(({ notShipped }) => notShipped)).toEqual([2, 1])
    const unshipped = await orderBy(ctx.db, 'orderNumber', first)
    expect(unshipped && (await unitsNotShipped(ctx.db, unshipped)), 'her buyer reads it too').toEqual([2, 1])
    const shipped = await shipPacked(ctx, packer, {
      requestId: 'request-of-units',
      orders: [{ number: first, version: orders[0]?.version ?? -1 }],
      on: [],
      off: [],
      carrier: '',
    })
    expect(shipped).toEqual(ok({ done: [first], refused: [] }))
    const mails = async (kind = 'order_shipped') =>
      (await ctx.db.selectFrom('mail').where('kind', '=', kind).select('text').execute()).map(({ text }) =>
        text
          .match(/お送りしない商品[\s\S]*?(?=\n\n)/)?.[0]
          .split('\n')
          .slice(1),
      )
    const kept = [expect.stringContaining('（F-1）× 2'), expect.stringContaining('（K-1）× 1')]
    expect(await mails()).toEqual([kept])
    // A refund after the shipping: its unit was sent, so the mail does not list it.
    await ctx.db
      .insertInto('refund')
      .values({ ...refund, id: 'r3', providerId: 'r3', state: 'succeeded', askedAt: ctx.now() + 1 })
      .execute()
    await ctx.db
      .insertInto('refundLine')
      .values({ ...part, refundId: 'r3', position: 0, units: 1 })
      .execute()
    const again = { number: first, version: null, requestId: 'request-again', shippedOn: '', mail: true }
    expect(
      await saveParcel(ctx, packer, { ...again, parcels: [{ carrier: 'yamato', tracking: '123456789012' }] }),
    ).toMatchObject({
      ok: true,
    })
    expect(await mails()).toEqual([kept])
    const form = { number: first, version: null }
    await correctEmail(ctx, owner, { ...form, requestId: 'request-of-email', email: 'b@example.com' })
    expect(await mails('order_confirmation')).toEqual([kept])
    ctx.advance(60 * 60_000)
    await unshipOrder(ctx, owner, { ...form, requestId: 'request-unship', note: 'まだ', mail: true })
    const all = [expect.stringContaining('（F-1）× 3'), expect.stringContaining('（K-1）× 1')]
    expect(await mails('order_not_shipped')).toEqual([all])
  })

  test('N12: one who packs reads what was noted, and nothing of a dispute, which she cannot pass over', async () => {
    const { ctx, owner, packer } = await shop()
    await addOrder(ctx.db, first, [['F-1', 1]])
    const note = { id: 'n', orderId: first, writtenAt: 1, writtenBy: '綿貫', text: '贈りもの' }
    await ctx.db.insertInto('orderNote').values(note).execute()
    expect((await packingPage(ctx)).orders[0]?.notes).toEqual(['贈りもの'])
    await addPayment(ctx.db, first)
    const dispute = { id: 'd', reason: '', openedAt: 1, asOf: 1, status: 'needs_response', amount: 1400 }
    await ctx.db
      .insertInto('dispute')
      .values({ ...dispute, paymentIntent: `pi ${first}` })
      .execute()
    expect(await parcelSheet(ctx, owner, first)).toMatchObject({ isContested: true, hindrance: null })
    const seen = await parcelSheet(ctx, packer, first)
    expect(seen).toMatchObject({ isContested: false, hindrance: expect.stringContaining('確認') })
    const form = {
      number: first,
      version: seen?.version ?? -1,
      parcels: [],
      despiteDispute: true,
    }
    expect(await shipOrder(ctx, packer, { ...form, requestId: 'request-packer' })).toEqual(
      refused('needs-review'),
    )
    expect(await shipOrder(ctx, owner, { ...form, requestId: 'request-owner' })).toMatchObject({ ok: true })
  })

  test('M11, N14: what was given back is not listed, and what is contested waits', async () => {
    const { ctx, numbers } = await shop()
    for (const number of [first, second, third]) {
      await addOrder(ctx.db, number, [['F-1', 1]])
      await addPayment(ctx.db, number)
    }
    const asked = { amount: 1400, askedAt: 1, asOf: 1 }
    await ctx.db
      .insertInto('refund')
      .values({ ...asked, id: 'r', providerId: 'r', paymentIntent: `pi ${first}`, state: 'pending' })
      .execute()
    const dispute = { amount: 1400, reason: '', openedAt: 1, asOf: 1 }
    await ctx.db
      .insertInto('dispute')
      .values([
        { ...dispute, id: 'd2', paymentIntent: `pi ${second}`, status: 'needs_response' },
        { ...dispute, id: 'd3', paymentIntent: `pi ${third}`, status: 'warning_needs_response' },
      ])
      .execute()
    expect(await numbers()).toEqual([third])
    const { total, held } = await packingPage(ctx)
    expect([total, held]).toEqual([1, 1])
  })

  test('N16: ticks are kept for all desk people, of orders to ship alone, each form once', async () => {
    const { ctx, owner, packer } = await shop()
    await addOrder(ctx.db, first, [['F-1', 1]])
    await addOrder(ctx.db, second, [['F-1', 1]], { shippedAt: 1 })
    const form = { requestId: 'r1', on: [`${first}:0:cut`, `${second}:0:cut`, 'x'], off: [] }
    expect(await saveTicks(ctx, packer, form)).toMatchObject({ ok: true })
    expect(await saveTicks(ctx, packer, form)).toMatchObject({ ok: true })
    expect(await saveTicks(ctx, owner, form)).toEqual({ ok: false, error: 'other-content' })
    const ticks = () => ctx.db.selectFrom('packingTick').select(['orderId', 'step']).execute()
    expect(await ticks()).toEqual([{ orderId: first, step: 'cut' }])
    expect((await packingPage(ctx)).orders[0]?.lines[0]?.ticks.map(({ isOn }) => isOn)).toEqual([true, false])
    await saveTicks(ctx, owner, { requestId: 'r2', on: [], off: [`${first}:0:cut`] })
    expect(await ticks()).toEqual([])
    expect((await auditOf(ctx.db, 'packing')).map(({ actorName }) => actorName)).toEqual(['手伝い', '綿貫'])
  })

  test('N14, N16: what is in its box is shipped, one that was cancelled hinders no other, and all is undone', async () => {
    const { ctx, packer, numbers } = await shop()
    await addOrder(ctx.db, first, [['F-1', 1]], { carrier: 'sagawa' })
    await addOrder(ctx.db, second, [['F-1', 1]])
    await addOrder(ctx.db, third, [
      ['F-1', 1],
      ['F-2', 1],
    ])
    const orders = [first, second].map((number) => ({ number, version: 0 }))
    await ctx.db
      .updateTable('orders')
      .set({ cancelledAt: ctx.now(), version: 1 })
      .where('id', '=', second)
      .execute()
    const form = { requestId: 'r1', orders, on: [], off: [], carrier: 'yamato' }
    const done = ok({ done: [first], refused: [{ number: second, why: 'cancelled' }] })
    expect(await shipPacked(ctx, packer, form)).toEqual(done)
    expect(await shipPacked(ctx, packer, form)).toEqual(done)
    expect(await ctx.db.selectFrom('orders').select('carrier').where('id', '=', first).execute()).toEqual([
      { carrier: 'sagawa' },
    ])
    expect(await numbers()).toEqual([third])
    const [press] = (await packingPage(ctx)).justShipped
    expect(press?.orders.map(({ number, version }) => [number, version])).toEqual([[first, 1]])
    await undoShipping(ctx, packer, { requestId: 'r2', orders: press?.orders ?? [] })
    expect(await numbers()).toEqual([first, third])
    expect(await ctx.db.selectFrom('mail').selectAll().execute()).toEqual([])
  })

  test('N85: a press ships the orders of whose boxes all that were drawn are ticked, whatever is packed elsewhere', async () => {
    const form = new FormData()
    for (const number of [first, second, third]) form.set(`version:${number}`, '3')
    form.set(`boxes:${first}`, '0 2')
    form.set(`boxes:${second}`, '0 1')
    // Nothing of it is to be packed.
    form.set(`boxes:${third}`, '')
    for (const key of [`${first}:0`, `${first}:2`, `${second}:0`, `${third}:0`])
      form.set(`tick:${key}:packed`, 'on')
    form.set(`tick:${second}:1:cut`, 'on')
    expect(packedIn(form)).toEqual([{ number: first, version: 3, usesOldNumber: false }])
    form.delete(`boxes:${first}`)
    expect(packedIn(form)).toEqual([])

    const { ctx, packer } = await shop()
    for (const number of [first, second]) await addOrder(ctx.db, number, [['F-1', 1]])
    const ticks = { on: [`${first}:0:packed`, `${second}:0:packed`], off: [] }
    await saveTicks(ctx, packer, { requestId: 'ticks', ...ticks })
    const named = { orders: [{ number: first, version: 0 }], on: [], off: [], carrier: '' }
    expect(await shipPacked(ctx, packer, { requestId: 'ship', ...named })).toEqual(
      ok({ done: [first], refused: [] }),
    )
    expect((await packingPage(ctx)).orders.map(({ number }) => number)).toEqual([second])
  })

  test('N85.2: undoing takes the tick 入れた away, and 裁った stays', async () => {
    const { ctx, packer } = await shop()
    await addOrder(ctx.db, first, [['F-1', 1]])
    await addOrder(ctx.db, second, [['F-1', 1]])
    const keys = (number: string) => [`${number}:0:cut`, `${number}:0:packed`]
    await saveTicks(ctx, packer, { requestId: 'ticks', on: [first, second].flatMap(keys), off: [] })
    const ticks = async () =>
      (await ctx.db.selectFrom('packingTick').select(['orderId', 'step']).orderBy('orderId').execute()).map(
        ({ orderId, step }) => `${orderId} ${step}`,
      )
    const ship = async (requestId: string) =>
      shipOrder(ctx, packer, { requestId, number: first, version: null, parcels: [] })
    const whole = [`${second} cut`, `${second} packed`]
    for (const note of ['', '戻ってきました']) {
      await saveTicks(ctx, packer, { requestId: `ticks ${note.length}`, on: [`${first}:0:packed`], off: [] })
      await ship(`ship ${note.length}`)
      const undo = { requestId: `undo ${note.length}`, number: first, version: null, note, mail: false }
      expect(await unshipOrder(ctx, packer, undo)).toMatchObject({ ok: true })
      expect((await ticks()).sort()).toEqual([`${first} cut`, ...whole])
    }
  })

  test('N15: what was shipped just now tells of a number that is odd, where she still sees it', async () => {
    const { ctx } = await shop()
    const shippedAt = ctx.now()
    await addOrder(ctx.db, first, [['F-1', 1]], { shippedAt, carrier: 'yamato', tracking: '123456789012' })
    await addOrder(ctx.db, second, [['F-1', 1]], { shippedAt, carrier: 'other', tracking: '1' })
    const presses = (await packingPage(ctx)).justShipped
    expect(presses.flatMap((press) => press.orders)).toMatchObject([
      { parcel: 'ヤマト 1234-5678-9012', warning: expect.stringContaining('最後の数字が合いません') },
      { warning: null },
    ])
  })

  test('N15: numbers are kept, or shipped with', async () => {
    const { ctx, packer, numbers } = await shop()
    await addOrder(ctx.db, first, [['F-1', 1]])
    await addOrder(ctx.db, second, [['F-1', 1]])
    const of = (number: string, tracking: string, version = 0, ships = false) => ({
      number,
      parcels: [{ carrier: 'yamato', tracking }],
      version,
      ships,
    })
    const save = { requestId: 'r1', isAsked: false }
    const kept = await saveNumbers(ctx, packer, { ...save, orders: [of(first, '1'), of(second, '番')] })
    expect(kept).toEqual(ok({ done: [first], refused: [{ number: second, why: 'bad-tracking' }] }))
    expect(await numbers()).toEqual([first, second])
    await saveNumbers(ctx, packer, {
      ...save,
      requestId: 'r2',
      orders: [of(first, '12', 1, true), of(second, '3', 0, true)],
    })
    expect(await numbers()).toEqual([])
    expect(await ctx.db.selectFrom('orders').select(['carrier', 'tracking']).orderBy('id').execute()).toEqual(
      [
        { carrier: 'yamato', tracking: '12' },
        { carrier: 'yamato', tracking: '3' },
      ],
    )
  })

  test('N64: a file of クリックポスト finds an order by what its label says, and no number of an earlier order', async () => {
    const { ctx, packer } = await shop()
    await addOrder(ctx.db, first, [['F-1', 1]])
    await addOrder(ctx.db, second, [['F-1', 1]], {
      shippedAt: ctx.now() - dayMs,
      carrier: 'japanpost',
      tracking: '1',
    })
    await addOrder(ctx.db, third, [['F-1', 1]], { shippedAt: ctx.now() - 61 * dayMs, tracking: '3' })
    const further = { position: 1, carrier: 'japanpost' }
    await ctx.db
      .insertInto('furtherParcel')
      .values([
        { ...further, orderId: second, tracking: '2' },
        { ...further, orderId: third, tracking: '4' },
      ])
      .execute()
    const rows = ['1', '2', '3', '4', '5'].map((tracking) => ({
      order: '',
      tracking,
      postalCode: '150-0001',
      name: '吉',
    }))
    const file = { carrier: 'japanpost', namesOrders: false, rows } as const
    expect((await matchedFile(ctx, file)).byAddress).toEqual([])
    const texts = [{ number: first, field: 'name', text: '吉' }] as const
    await saveLabelTexts(ctx, packer, { requestId: 'r1', texts })
    const found = await matchedFile(ctx, file)
    expect(found.matched).toEqual({ [first]: ['3', '4', '5'] })
    expect(found.unmatched.map(({ tracking, why }) => [tracking, why])).toEqual([
      ['1', `この番号は、もう注文 ${second} に入っています`],
      ['2', `この番号は、もう注文 ${second} に入っています`],
    ])
    const named = rows.slice(0, 1).map((row) => ({ ...row, order: second }))
    const [told] = (await matchedFile(ctx, { ...file, namesOrders: true, rows: named })).unmatched
    expect(told?.why).toContain('もう発送済み')
  })

  test('N64: an order behind those on the screen is said to be there', async () => {
    const { ctx } = await shop()
    for (let at = 0; at < 300; at += 1) {
      // Without a fabric they are packed first.
      await ctx.db
        .insertInto('orders')
        .values(orderRowForTests(`id-${at}`, { paidAt: at }))
        .execute()
    }
    await addOrder(ctx.db, first, [['K-1', 1, 'kit']])
    await addOrder(ctx.db, second, [], { cancelledAt: 1 })
    const { orders, total, page, pages, from } = await numbersPage(ctx, { kind: 'owner' })
    expect([orders.length, total, page, pages, from]).toEqual([300, 301, 1, 2, 0])
    const rest = await numbersPage(ctx, { kind: 'owner' }, '2')
    expect([rest.orders.map(({ number }) => number), rest.page, rest.from]).toEqual([[first], 2, 300])
    for (const typed of ['99', '3']) expect((await numbersPage(ctx, { kind: 'owner' }, typed)).page).toBe(2)
    expect((await numbersPage(ctx, { kind: 'owner' }, 'x')).page).toBe(1)
    const row = { tracking: '1', postalCode: '', name: '' }
    const rows = [first, second].map((order) => ({ ...row, order }))
    const { unmatched } = await matchedFile(ctx, { carrier: null, namesOrders: true, rows })
    expect(unmatched.map(({ why }) => why)).toEqual([
      expect.stringContaining('ほかのページ'),
      expect.stringContaining('発送待ちの注文にない'),
    ])
    const there = { carrier: null, namesOrders: true, rows: [{ ...row, order: first }] }
    expect((await matchedFile(ctx, there, '2')).matched).toEqual({ [first]: ['1'] })
  })

  test('N63: numbers of a form stand in place of those before, each with its own carrier', async () => {
    const { ctx, packer } = await shop()
    await addOrder(ctx.db, first, [['F-1', 1]], { carrier: 'yamato', tracking: '1' })
    const parcels = [
      { carrier: 'yamato', tracking: '1' },
      { carrier: 'japanpost', tracking: '2' },
    ]
    await saveNumbers(ctx, packer, {
      requestId: 'r1',
      isAsked: false,
      orders: [{ number: first, version: 0, parcels, ships: false }],
    })
    expect((await numbersPage(ctx, { kind: 'owner' })).orders[0]?.parcels).toEqual(parcels)
    expect((await packingPage(ctx)).orders[0]?.parcels).toEqual(parcels)
    expect(await parcelSheet(ctx, packer, first)).toMatchObject({ parcels, parcel: 'ヤマト 1、日本郵便 2' })
  })

  test('N17: what a label says instead is kept with the order, until its address is another one', async () => {
    const { ctx, packer } = await shop()
    await addOrder(ctx.db, first, [['F-1', 1]], { customerName: '𠮷', shippingAddress: null })
    const question = { format: 'clickpost', date: '2026-04-01', days: null, asksAgain: false } as const
    const bad = async () =>
      (await labelPage(ctx, question)).bad.map(({ problems }) => problems.map((each) => each.field))
    expect(await bad()).toEqual([['name', 'postalCode', 'address']])
    const texts = [
      { number: first, field: 'name', text: '吉' },
      { number: first, field: 'postalCode', text: '1500001' },
      { number: first, field: 'address', text: '東京都渋谷' },
    ] as const
    await saveLabelTexts(ctx, packer, { requestId: 'r1', texts })
    expect(await bad()).toEqual([])
    expect((await labelPage(ctx, question)).total).toBe(1)
    await ctx.db.updateTable('orders').set({ customerName: '𠮷田' }).execute()
    expect(await bad()).toEqual([['name']])
    expect((await auditOf(ctx.db, 'packing'))[0]?.after).not.toContain('渋谷')
  })

  test('N61: an address whose prefecture cannot be read is asked for and mended, and counts until one of its parts is another', async () => {
    const { ctx, packer } = await shop()
    const parts = { recipient: '山', postalCode: '1500001', prefecture: 'Tokio', line2: '' }
    const address = (city: string, line1: string) => JSON.stringify({ ...parts, city, line1 })
    await addOrder(ctx.db, first, [['F-1', 1]], { shippingAddress: address('渋谷1', '2-3') })
    const question = { format: 'clickpost', date: '2026-04-01', days: null, asksAgain: false } as const
    const bad = async () => (await labelPage(ctx, question)).bad.map(({ label }) => label.address)
    expect(await bad()).toEqual(['Tokio渋谷1 2-3'])
    const mend = (requestId: string, text: string) =>
      saveLabelTexts(ctx, packer, { requestId, texts: [{ number: first, field: 'address', text }] })
    await mend('r1', '東京 渋谷1')
    expect(await bad(), 'still no prefecture').toEqual(['東京 渋谷1'])
    await mend('r2', '東京都渋谷1 2-3')
    expect(await bad()).toEqual([])
    const move = (city: string, line1: string) =>
      ctx.db
        .updateTable('orders')
        .set({ shippingAddress: address(city, line1) })
        .execute()
    await move('渋谷', '12-3')
    expect(await bad(), 'the same signs, another house').toEqual(['Tokio渋谷12-3'])
    await move('渋谷1', '2-3')
    await ctx.db.updateTable('labelText').set({ original: 'Tokio渋谷12-3' }).execute()
    expect(await bad(), 'kept by the former release').toEqual([])
    await ctx.db.updateTable('labelText').set({ original: 'Tokio渋谷12-4' }).execute()
    expect(await bad()).toEqual(['Tokio渋谷1 2-3'])
  })

  test('D66: more orders than labels at once have pages in the order of cutting, and others are answered meanwhile', async () => {
    const { ctx } = await shop()
    const ids = Array.from({ length: 1_003 }, (_, at) => `L-${String(at).padStart(4, '0')}`)
    for (const some of inChunks(ids))
      await ctx.db
        .insertInto('orders')
        .values(some.map((id, at) => orderRowForTests(id, { paidAt: 5_000 - at, customerName: '山' })))
        .execute()
    await addOrder(ctx.db, first, [['F-1', 1]])
    const { toShip } = await waitingOrders(ctx.db, false)
    expect([toShip.length, toShip.at(-1)]).toEqual([1_004, first])
    // One for each portion of orders that is read, and one for each hundred labels of the page.
    let [turns, isOver] = [0, false]
    const counted = (async () => {
      for (; !isOver; turns += 1) await nextTurn()
    })()
    const question = { format: 'clickpost', date: '2026-04-01', days: null, asksAgain: false } as const
    expect(await labelPage(ctx, question)).toMatchObject({ total: 1_004, pages: 4, isTooMany: false })
    isOver = true
    await counted
    expect(turns).toBeGreaterThanOrEqual(7)
    await ctx.db.updateTable('orders').set({ shippedAt: 10 }).execute()
    const days = { from: 0, until: 20 }
    expect(await labelPage(ctx, { ...question, days })).toMatchObject({ total: 0, isTooMany: true })
  })

  test('N17: one who packs mends what she is packing alone', async () => {
    const { ctx, owner, packer } = await shop()
    await addOrder(ctx.db, first, [['F-1', 1]], { shippedAt: 1 })
    const texts = [{ number: first, field: 'name', text: '吉' }] as const
    const kept = () => ctx.db.selectFrom('labelText').selectAll().execute()
    await saveLabelTexts(ctx, packer, { requestId: 'r1', texts })
    expect(await kept()).toEqual([])
    await saveLabelTexts(ctx, owner, { requestId: 'r2', texts })
    expect(await kept()).toHaveLength(1)
  })

  test('N3, N17: labels of earlier days', async () => {
    const { ctx, owner, packer } = await shop()
    const ask = (query: string, actor = owner) => labelQuestion(new URLSearchParams(query), actor, ctx.now())
    const late = { ...owner, confirmedAt: ctx.now() - 600_001 }
    expect(ask('')).toMatchObject({ days: null, asksAgain: false, date: '2026-04-01' })
    expect(ask('from=2026-03-01&to=2026-03-31')).toMatchObject({ asksAgain: false })
    expect(ask('from=2026-03-01&to=2026-03-31', late)).toMatchObject({ asksAgain: true })
    expect(ask('from=2026-03-01', late)).toMatchObject({ asksAgain: false })
    expect(ask('from=2026-03-31', packer)).toMatchObject({ asksAgain: false })
    expect(ask('from=2026-03-28', packer)).toBeNull()
    expect(ask('from=2026-03-31&to=2026-04-01', packer)).toBeNull()
    expect(ask('from=2026-03-31&to=2026-03-01')).toBeNull()
    expect(ask('from=x')).toBeNull()
    await addOrder(ctx.db, first, [], { shippedAt: Date.UTC(2026, 2, 30, 15) })
    await addOrder(ctx.db, second, [], { shippedAt: Date.UTC(2026, 2, 31, 15) })
    const question = ask('from=2026-03-31')
    expect(question === null ? 0 : (await labelPage(ctx, question)).total).toBe(1)
  })

  test('N14: the sheet of a parcel is there for whoever may see the order', async () => {
    const { ctx, owner, packer } = await shop()
    await addOrder(ctx.db, first, [], { shippedAt: ctx.now() - 14 * dayMs - 1 })
    await addOrder(ctx.db, second, [], { state: 'pending' })
    await addOrder(ctx.db, third, [], { reviewReason: 'paid-twice' })
    expect(await parcelSheet(ctx, packer, first)).toBeUndefined()
    expect(await parcelSheet(ctx, owner, first)).toMatchObject({ number: first, canUndo: false })
    expect(await parcelSheet(ctx, owner, second)).toBeUndefined()
    expect((await parcelSheet(ctx, packer, third))?.hindrance).toContain('確認')
    await addOrder(ctx.db, 'DDDD-2222', [], { cancelledAt: 1 })
    await addOrder(ctx.db, 'EEEE-2222', [], { state: 'awaiting_payment' })
    for (const number of ['DDDD-2222', 'EEEE-2222']) {
      expect(await parcelSheet(ctx, packer, number)).toBeUndefined()
      expect((await parcelSheet(ctx, owner, number))?.hindrance).toContain('発送しないで')
    }
    await ctx.db.updateTable('orders').set({ version: 2 }).execute()
    const ship = (number: string, version: number) =>
      shipOrder(ctx, packer, {
        requestId: `${number} ${version}`,
        number,
        version,
        parcels: [],
      })
    for (const version of [2, 3, -1])
      expect(await ship('DDDD-2222', version), 'what she may not see is not there').toEqual(
        refused('not-found'),
      )
    const cancelledAt = ctx.now()
    await ctx.db.updateTable('orders').set({ cancelledAt }).where('id', '=', 'DDDD-2222').execute()
    expect(await ship('DDDD-2222', 1), 'who was slower is told who was faster').toEqual(refused('cancelled'))
    expect(await ship('EEEE-2222', 2)).toEqual(refused('not-found'))
    expect(await ship(first, 1)).toEqual(refused('not-found'))
  })
})

test('N16: boxes and pages as they are typed', () => {
  expect(tickOf('AAAA-2222:3:cut')).toEqual({ number: 'AAAA-2222', position: 3, step: 'cut' })
  for (const key of ['AAAA:x:cut', 'AAAA:1:x', `${'A'.repeat(21)}:1:cut`, ''])
    expect(tickOf(key)).toBeUndefined()
  expect(isPacked({ lines: [] }, new Set())).toBe(false)
  expect([null, '0', '2', '3', 'x', '-1'].map((typed) => pageNumber(typed, 31, 30))).toEqual([
    1, 1, 2, 2, 1, 1,
  ])
})
