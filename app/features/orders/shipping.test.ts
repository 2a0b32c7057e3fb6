import type { Insertable, Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { OrdersTable, Schema } from '#db/schema.ts'
import { shopSettings } from '#settings'
import { auditOf } from '~/server/audit.ts'
import type { Sent } from '~/server/desk-act.ts'
import { claimMail } from '~/server/mail/mail-queue.ts'
import { contextForTests, onBothEngines, untilOneWaits } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../tests/support/order-row.ts'
import { noMoney } from './money.rules.ts'
import { saveParcel, unshipOrder } from './parcel/correcting.commands.server.ts'
import { type ParcelForm, shipOrder } from './parcel/shipping.commands.server.ts'
import { orderBy } from './queries.server.ts'
import { orderView } from './rules.ts'
import { undoShippingMs } from './shipping.rules.ts'

const number = 'K7P4-9WXD'
const dayMs = 24 * 3_600_000
const paidAt = Date.UTC(2026, 2, 30, 3)

const ownerOfTests = deskPersonForTests({ now: () => 0 }, { name: '店主' })
const packerOfTests = deskPersonForTests({ now: () => 0 }, { role: 'packer', name: '手伝い' })

const add = (db: Kysely<Schema>, parts: Partial<Insertable<OrdersTable>> = {}) =>
  db
    .insertInto('orders')
    .values(
      orderRowForTests('o1', { orderNumber: number, customerEmail: 'hanako@example.com', paidAt, ...parts }),
    )
    .execute()

let sent = 0
const form = (parts: Partial<Sent<ParcelForm>> = {}): Sent<ParcelForm> => {
  sent += 1
  return { requestId: `r${sent}`, number, version: null, parcels: [], ...parts }
}

onBothEngines('shipping an order', (open) => {
  const shop = async (parts: Partial<Insertable<OrdersTable>> = {}) => {
    const ctx = contextForTests((await open()).db)
    await add(ctx.db, parts)
    const order = async () => {
      const found = await orderBy(ctx.db, 'id', 'o1')
      if (found === undefined) throw new Error('the order of this test is gone')
      return found
    }
    const mails = () => ctx.db.selectFrom('mail').selectAll().orderBy('createdAt').orderBy('id').execute()
    const pay = (parts: { refunded?: number; dispute?: string }) =>
      addMoney(ctx.db, { refunded: 0, ...parts })
    const due = () => claimMail(ctx, [])
    return { ctx, order, mails, pay, due }
  }

  test('N14: it is a date, a carrier, a number and a mail that waits ten minutes, written down once', async () => {
    const { ctx, order, mails, due } = await shop()
    const sentForm = form({ parcels: [{ carrier: 'yamato', tracking: '１２３４-5678-9010' }], version: 0 })
    const done = await shipOrder(ctx, packerOfTests, sentForm)
    expect(done).toEqual({ ok: true, value: { number, shippedAt: ctx.now() } })
    expect(await order()).toMatchObject({
      shippedAt: ctx.now(),
      parcels: [{ carrier: 'yamato', tracking: '123456789010' }],
      version: 1,
    })
    expect(await shipOrder(ctx, packerOfTests, sentForm)).toEqual(done)
    expect(await auditOf(ctx.db, 'order:o1')).toMatchObject([
      {
        act: 'order.ship',
        actorName: '手伝い',
        after: { parcels: [{ carrier: 'yamato', tracking: '123456789010' }] },
      },
    ])
    const [mail] = await mails()
    expect(mail?.text).toContain('number01=123456789010')
    expect(mail?.html).toMatch(
      /<a href="https:\/\/toi\.kuronekoyamato[^"]*number01=123456789010">1234-5678-9010<\/a>/,
    )
    expect(await mails()).toHaveLength(1)
    expect(await due()).toBeUndefined()
    ctx.advance(undoShippingMs - 1)
    expect(await due()).toBeUndefined()
    ctx.advance(1)
    expect(await due()).toMatchObject({ kind: 'order_shipped', subjectKey: 'o1' })
  })

  test.each([
    ['unpaid', { state: 'pending' }, {}],
    ['unpaid', { state: 'awaiting_payment' }, {}],
    ['needs-review', { state: 'needs_review', reviewReason: 'amount' }, {}],
    ['needs-review', { reviewReason: 'paid-twice' }, {}],
    ['cancelled', { cancelledAt: 1 }, {}],
    ['shipped', { shippedAt: Date.UTC(2026, 3, 1) }, {}],
    ['refunded', {}, { refunded: 1400 }],
    ['disputed', {}, { dispute: 'needs_response' }],
    ['disputed', {}, { dispute: 'under_review' }],
    ['refunded', {}, { dispute: 'lost' }],
  ] as const)('M5, M11, N14: %s is not shipped: %j %j', async (why, parts, money) => {
    const { ctx, order, mails, pay } = await shop(parts)
    await pay(money)
    const before = await order()
    expect(await shipOrder(ctx, ownerOfTests, form())).toEqual({ ok: false, error: why })
    expect(await order()).toEqual(before)
    expect(await mails()).toEqual([])
    expect(await auditOf(ctx.db, 'order:o1')).toEqual([])
  })

  test.each([
    [{ reviewReason: 'paid-twice', settledAt: 1 }, {}],
    [{}, { refunded: 1399 }],
    [{}, { dispute: 'warning_needs_response' }],
    [{}, { dispute: 'won' }],
  ] as const)('N14: %j %j is shipped', async (parts, money) => {
    const { ctx, pay } = await shop(parts)
    await pay(money)
    expect(await shipOrder(ctx, packerOfTests, form())).toMatchObject({ ok: true })
  })

  test('N14: one whose money is contested is shipped by whoever says so', async () => {
    const { ctx, pay } = await shop()
    await pay({ dispute: 'needs_response' })
    expect(await shipOrder(ctx, ownerOfTests, { ...form(), despiteDispute: true })).toMatchObject({
      ok: true,
    })
  })

  test('N14: a form that shows an older order is told who was faster', async () => {
    const { ctx } = await shop({ version: 3 })
    const late = () => shipOrder(ctx, ownerOfTests, form({ version: 2 }))
    expect(await late()).toEqual({ ok: false, error: 'stale' })
    await ctx.db.updateTable('orders').set({ cancelledAt: 1 }).execute()
    expect(await late()).toEqual({ ok: false, error: 'cancelled' })
    await ctx.db.updateTable('orders').set({ cancelledAt: null, shippedAt: ctx.now() }).execute()
    expect(await late()).toEqual({ ok: false, error: 'shipped' })
  })

  test('a carrier or a number that there cannot be is refused, and nothing is kept', async () => {
    const { ctx, order } = await shop()
    expect(
      await shipOrder(ctx, ownerOfTests, form({ parcels: [{ carrier: 'X', tracking: '' }] })),
    ).toMatchObject({ error: 'bad-carrier' })
    const ofNobody = form({ parcels: [{ carrier: '', tracking: '123456789012' }] })
    expect(await shipOrder(ctx, ownerOfTests, ofNobody)).toMatchObject({ error: 'bad-carrier' })
    expect(
      await shipOrder(ctx, ownerOfTests, form({ parcels: [{ carrier: '', tracking: '番号' }] })),
    ).toMatchObject({
      error: 'bad-tracking',
    })
    expect(await shipOrder(ctx, ownerOfTests, form({ number: 'none' }))).toMatchObject({ error: 'not-found' })
    expect(await order()).toMatchObject({ shippedAt: null, version: 0 })
  })

  test('N14: undone within ten minutes there is neither date nor mail, and it can be shipped anew', async () => {
    const { ctx, order, mails, due } = await shop()
    await shipOrder(ctx, packerOfTests, form({ parcels: [{ carrier: 'sagawa', tracking: '' }] }))
    ctx.advance(undoShippingMs - 1)
    const undo = { requestId: 'undo', number, version: 1, note: '', mail: false }
    expect(await unshipOrder(ctx, packerOfTests, undo)).toEqual({ ok: true, value: { number } })
    expect(await order()).toMatchObject({ shippedAt: null, parcels: [], version: 2 })
    expect(await mails()).toEqual([])
    expect(await unshipOrder(ctx, packerOfTests, undo)).toMatchObject({ ok: true })
    expect(await shipOrder(ctx, packerOfTests, form())).toMatchObject({ ok: true })
    ctx.advance(undoShippingMs)
    expect(await due()).toMatchObject({ subjectKey: 'o1' })
    expect((await auditOf(ctx.db, 'order:o1')).map(({ act }) => act)).toEqual([
      'order.ship',
      'order.unship',
      'order.ship',
    ])
  })

  test('N14: undoing loses against a sender that has begun, also with a clock set back', async () => {
    const { ctx, order, mails, due } = await shop()
    await shipOrder(ctx, packerOfTests, form())
    ctx.advance(undoShippingMs)
    expect(await due()).toBeDefined()
    ctx.advance(-1)
    expect(await unshipOrder(ctx, ownerOfTests, { ...form(), note: '', mail: false })).toEqual({
      ok: false,
      error: 'mail-begun',
    })
    expect((await order()).shippedAt).not.toBeNull()
    expect(await mails()).toHaveLength(1)
  })

  test('N14: later it needs a note, and tells the buyer by choice; shipped again she is told anew', async () => {
    const { ctx, order, mails, due } = await shop()
    await shipOrder(ctx, ownerOfTests, form())
    ctx.advance(undoShippingMs)
    await due()
    const unship = (note: string, mail = false) => unshipOrder(ctx, ownerOfTests, { ...form(), note, mail })
    expect(await unship(' \n')).toEqual({ ok: false, error: 'note-missing' })
    expect(await unship('あ'.repeat(1001))).toEqual({ ok: false, error: 'note-too-long' })
    expect(await unship('箱をまちがえた', true)).toMatchObject({ ok: true })
    expect(await unship('もう一度')).toEqual({ ok: false, error: 'not-shipped' })
    expect((await order()).shippedAt).toBeNull()
    expect((await mails()).map(({ kind }) => kind)).toEqual(['order_shipped', 'order_not_shipped'])
    expect(await ctx.db.selectFrom('orderNote').selectAll().execute()).toMatchObject([
      { orderId: 'o1', text: '箱をまちがえた', writtenBy: '店主' },
    ])
    ctx.advance(1)
    await shipOrder(ctx, ownerOfTests, form())
    expect((await mails()).map(({ kind, subjectKey }) => [kind, subjectKey])).toEqual([
      ['order_shipped', 'o1'],
      ['order_not_shipped', 'o1'],
      ['order_shipped', 'o1 again 1'],
    ])
    expect(await unship('')).toMatchObject({ ok: true })
    expect(await mails()).toHaveLength(2)
  })

  describe('N14: what is known of the parcel', () => {
    const correction = { shippedOn: '', mail: false }

    test('is kept before shipping, and shipping without a word of it leaves it', async () => {
      const { ctx, order, mails } = await shop()
      const kept = { ...form({ parcels: [{ carrier: 'sagawa', tracking: '123456789012' }] }), ...correction }
      expect(await saveParcel(ctx, packerOfTests, kept)).toMatchObject({ ok: true })
      expect(await order()).toMatchObject({
        parcels: [{ carrier: 'sagawa', tracking: '123456789012' }],
        shippedAt: null,
        version: 1,
      })
      expect(await mails()).toEqual([])
      await shipOrder(ctx, packerOfTests, form({ version: 1 }))
      expect(await order()).toMatchObject({ parcels: [{ carrier: 'sagawa', tracking: '123456789012' }] })
    })

    test('corrected while the mail waits changes the mail, and not when it comes', async () => {
      const { ctx, mails, due } = await shop()
      await shipOrder(
        ctx,
        packerOfTests,
        form({ parcels: [{ carrier: 'yamato', tracking: '123456789010' }] }),
      )
      ctx.advance(undoShippingMs / 2)
      const corrected = { ...form({ parcels: [{ carrier: '', tracking: '999999999999' }] }), ...correction }
      await saveParcel(ctx, packerOfTests, corrected)
      expect(await mails()).toHaveLength(1)
      ctx.advance(undoShippingMs / 2 - 1)
      expect(await due()).toBeUndefined()
      ctx.advance(1)
      expect((await due())?.text).toContain('9999-9999-9999')
    })

    test('with another day is undone within ten minutes of the press all the same, and later only with a note', async () => {
      const { ctx, mails } = await shop()
      const undo = () => unshipOrder(ctx, packerOfTests, { ...form(), note: '', mail: false })
      const otherDay = () => ({ ...form(), ...correction, shippedOn: '2026-03-31' })
      await shipOrder(ctx, packerOfTests, form())
      await saveParcel(ctx, ownerOfTests, otherDay())
      ctx.advance(undoShippingMs - 1)
      expect(await undo()).toMatchObject({ ok: true })
      expect(await mails()).toEqual([])
      await shipOrder(ctx, packerOfTests, form())
      await saveParcel(ctx, ownerOfTests, otherDay())
      ctx.advance(undoShippingMs)
      expect(await undo()).toEqual({ ok: false, error: 'note-missing' })
    })

    test('corrected later is mailed when it is asked for alone', async () => {
      const { ctx, order, mails, due } = await shop()
      await shipOrder(ctx, packerOfTests, form({ parcels: [{ carrier: 'yamato', tracking: '' }] }))
      ctx.advance(undoShippingMs)
      await due()
      await saveParcel(ctx, ownerOfTests, {
        ...form({ parcels: [{ carrier: '', tracking: '1' }] }),
        ...correction,
      })
      expect(await mails()).toHaveLength(1)
      const asked = {
        ...form({ parcels: [{ carrier: '', tracking: '2' }] }),
        shippedOn: '2026-03-31',
        mail: true,
      }
      await saveParcel(ctx, ownerOfTests, asked)
      const [, again] = await mails()
      expect(again).toMatchObject({ subjectKey: 'o1 again 1' })
      expect(again?.text).toContain('発送日 2026/3/31')
      expect(await order()).toMatchObject({
        shippedAt: Date.UTC(2026, 2, 30, 15),
        parcels: [{ carrier: 'yamato', tracking: '2' }],
      })
    })

    test('P15: with its own day, typed otherwise, keeps its time', async () => {
      const { ctx, order } = await shop()
      await shipOrder(ctx, packerOfTests, form())
      const before = (await order()).shippedAt
      expect(
        await saveParcel(ctx, ownerOfTests, { ...form(), ...correction, shippedOn: 'R8.4.1' }),
      ).toMatchObject({ ok: true })
      expect(await order()).toMatchObject({ shippedAt: before })
      await saveParcel(ctx, ownerOfTests, { ...form(), ...correction, shippedOn: '令和8年3月31日' })
      expect(await order()).toMatchObject({ shippedAt: Date.UTC(2026, 2, 30, 15) })
    })

    test.each(['2026-04-02', '2026-03-29', '昨日'])('was not shipped on %s', async (shippedOn) => {
      const { ctx } = await shop()
      await shipOrder(ctx, packerOfTests, form())
      expect(await saveParcel(ctx, ownerOfTests, { ...form(), ...correction, shippedOn })).toEqual({
        ok: false,
        error: 'bad-date',
      })
    })

    test.each([
      ['cancelled', { cancelledAt: 1 }],
      ['unpaid', { state: 'pending' }],
    ] as const)('is not kept of an order that is %s', async (error, parts) => {
      const { ctx } = await shop(parts)
      expect(await saveParcel(ctx, ownerOfTests, { ...form(), ...correction })).toEqual({ ok: false, error })
    })
  })

  describe('N63: an order of several parcels', () => {
    const yamato = { carrier: 'yamato', tracking: '123456789013' }
    const post = { carrier: 'japanpost', tracking: '112233445566' }
    const further = { carrier: 'japanpost', tracking: '112233445567' }
    const correction = { shippedOn: '', mail: false }

    test('is stored, mailed and shown with the carrier and the link of each', async () => {
      const { ctx, order, mails } = await shop()
      const parcels = [
        { carrier: 'yamato', tracking: '1234-5678-9013' },
        { carrier: 'japanpost', tracking: '1122-3344-5566 1122-3344-5567' },
      ]
      await shipOrder(ctx, packerOfTests, form({ parcels }))
      expect((await order()).parcels).toEqual([yamato, post, further])
      const [mail] = await mails()
      expect(mail?.text).toContain('3個の荷物に分けて')
      for (const link of ['number01=123456789013', 'reqCodeNo1=112233445566&', 'reqCodeNo1=112233445567&'])
        expect(mail?.text).toContain(link)
      expect(mail?.text).toContain('荷物 3／3')
      const shown = orderView(await order(), noMoney, shopSettings).parcels
      expect(shown.map(({ tracking }) => tracking)).toEqual([
        '1234-5678-9013',
        '1122-3344-5566',
        '1122-3344-5567',
      ])
      expect(await auditOf(ctx.db, 'order:o1')).toMatchObject([
        { before: { parcels: [] }, after: { parcels: [yamato, post, further] } },
      ])
      const events = await ctx.db.selectFrom('orderEvent').select('detail').execute()
      expect(events).toEqual([
        { detail: 'ヤマト 1234-5678-9013、日本郵便 1122-3344-5566、日本郵便 1122-3344-5567' },
      ])
    })

    test('the first stands where the former release reads it, and what that changes is kept', async () => {
      const { ctx, order } = await shop()
      await shipOrder(ctx, packerOfTests, form({ parcels: [yamato, post] }))
      const row = () => ctx.db.selectFrom('orders').select(['carrier', 'tracking']).executeTakeFirst()
      expect(await row()).toEqual(yamato)
      await ctx.db.updateTable('orders').set({ tracking: '1' }).execute()
      expect((await order()).parcels).toEqual([{ carrier: 'yamato', tracking: '1' }, post])
    })

    test('has a number once that the former release wrote into the first', async () => {
      const { ctx, order } = await shop()
      const parcel = (tracking: string) => ({ carrier: 'japanpost', tracking })
      await shipOrder(ctx, ownerOfTests, form({ parcels: [parcel('11'), parcel('22'), parcel('33')] }))
      await ctx.db.updateTable('orders').set({ tracking: '22' }).execute()
      expect((await order()).parcels).toEqual([parcel('22'), parcel('33')])
      await saveParcel(ctx, ownerOfTests, {
        ...form({ parcels: (await order()).parcels.map(({ tracking }) => parcel(tracking ?? '')) }),
        shippedOn: '',
        mail: false,
      })
      expect(await ctx.db.selectFrom('furtherParcel').select('tracking').execute()).toEqual([
        { tracking: '33' },
      ])
    })

    test('is corrected by what the form shows: one is changed, one added, one taken away', async () => {
      const { ctx, order, mails } = await shop()
      await shipOrder(ctx, packerOfTests, form({ parcels: [yamato, post] }))
      const save = (parcels: Sent<ParcelForm>['parcels']) =>
        saveParcel(ctx, packerOfTests, { ...form({ parcels }), ...correction })
      await save([yamato, further, post])
      expect((await order()).parcels).toEqual([yamato, further, post])
      await save([{ carrier: 'yamato', tracking: '' }, post])
      expect((await order()).parcels).toEqual([post])
      const [mail, ...others] = await mails()
      expect(others).toEqual([])
      expect(mail?.text).toContain('1122-3344-5566')
      expect(mail?.text).not.toContain('1234-5678-9013')
      expect(mail?.text).not.toContain('荷物に分けて')
      await save([{ carrier: 'sagawa', tracking: '' }])
      expect((await order()).parcels).toEqual([{ carrier: 'sagawa', tracking: null }])
    })

    test('keeps them all without a word of them, through undoing and shipping anew', async () => {
      const { ctx, order, mails } = await shop()
      await saveParcel(ctx, packerOfTests, { ...form({ parcels: [yamato, post] }), ...correction })
      await shipOrder(ctx, packerOfTests, { ...form(), carrierUnlessKept: 'other' })
      await unshipOrder(ctx, packerOfTests, { ...form(), note: '', mail: false })
      expect(await order()).toMatchObject({ shippedAt: null, parcels: [yamato, post] })
      expect(await mails()).toEqual([])
      await shipOrder(ctx, packerOfTests, form())
      expect((await order()).parcels).toEqual([yamato, post])
    })

    test('has each number once, twenty at most, and nothing of it is stored where one is refused', async () => {
      const { ctx, order } = await shop()
      const save = (parcels: Sent<ParcelForm>['parcels']) =>
        saveParcel(ctx, packerOfTests, { ...form({ parcels }), ...correction })
      await save([post, { carrier: 'yamato', tracking: '1122 3344 5566' }])
      expect((await order()).parcels).toEqual([post])
      const many = (count: number) =>
        Array.from({ length: count }, (_, at) => ({ carrier: 'yamato', tracking: String(at + 100) }))
      expect(await save(many(21))).toEqual({ ok: false, error: 'too-many-parcels' })
      expect(await save([yamato, { carrier: 'X', tracking: '1' }])).toEqual({
        ok: false,
        error: 'bad-carrier',
      })
      expect(await save([yamato, { carrier: 'yamato', tracking: '番号' }])).toEqual({
        ok: false,
        error: 'bad-tracking',
      })
      expect(await save([yamato, { carrier: 'yamato', tracking: '4.90715E+11' }])).toEqual({
        ok: false,
        error: 'shortened-tracking',
      })
      expect((await order()).parcels).toEqual([post])
      expect(await save(many(20))).toMatchObject({ ok: true })
      expect((await order()).parcels).toHaveLength(20)
    })
  })

  test('one who packs sees what was shipped for two weeks', async () => {
    const { ctx } = await shop()
    await shipOrder(ctx, packerOfTests, form())
    ctx.advance(14 * dayMs + 1)
    const late = { ...form(), note: 'x', mail: false }
    expect(await unshipOrder(ctx, packerOfTests, late)).toEqual({ ok: false, error: 'not-found' })
    expect(await unshipOrder(ctx, ownerOfTests, late)).toMatchObject({ ok: true })
  })

  test('N14: who ships while somebody cancels waits, and reads that she was late', async () => {
    const { ctx, order } = await shop()
    const shipping = Promise.withResolvers<Awaited<ReturnType<typeof shipOrder>>>()
    await ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('orders').set({ cancelledAt: ctx.now(), version: 1 }).execute()
      shipOrder(ctx, packerOfTests, form({ version: 0 })).then(shipping.resolve, shipping.reject)
      await untilOneWaits(ctx.db)
    })
    expect(await shipping.promise).toEqual({ ok: false, error: 'cancelled' })
    expect((await order()).shippedAt).toBeNull()
  })
})

const addMoney = async (
  db: Kysely<Schema>,
  { refunded, dispute }: { readonly refunded: number; readonly dispute?: string },
) => {
  await db
    .insertInto('payment')
    .values({
      paymentIntent: 'pi_1',
      orderId: 'o1',
      sessionId: 'cs_1',
      amount: 1400,
      currency: 'jpy',
      livemode: 0,
      receivedAt: paidAt,
      role: 'first',
    })
    .execute()
  if (refunded > 0)
    await db
      .insertInto('refund')
      .values({
        id: 'r1',
        paymentIntent: 'pi_1',
        amount: refunded,
        state: 'pending',
        providerId: 're_1',
        askedAt: 1,
        asOf: 1,
      })
      .execute()
  if (dispute !== undefined)
    await db
      .insertInto('dispute')
      .values({
        id: 'd1',
        paymentIntent: 'pi_1',
        amount: 1400,
        reason: '',
        status: dispute,
        openedAt: 1,
        asOf: 1,
      })
      .execute()
}
