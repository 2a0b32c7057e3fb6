import type { Insertable, Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { OrdersTable, Schema } from '#db/schema.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { orderRowForTests } from '../../../tests/support/order-row.ts'
import { orderBy, orderByToken, ordersOfMember } from './queries.server.ts'

const noon = Date.UTC(2026, 3, 1, 3)

const addOrder = async (db: Kysely<Schema>, id: string, parts: Partial<Insertable<OrdersTable>> = {}) => {
  const hers = {
    customerName: '山田花子',
    customerEmail: 'hanako@mail.example',
    createdAt: noon,
    paidAt: noon,
  }
  await db
    .insertInto('orders')
    .values(orderRowForTests(id, { ...hers, ...parts }))
    .execute()
}

onBothEngines('W46: what an order of before holds', (open) => {
  test('is read without the signs that nobody sees', async () => {
    const { db } = await open()
    const hidden = (text: string) => `${text.slice(0, 1)}\u{e0100}${text.slice(1)}\u200b`
    const address = {
      recipient: '葛城花子',
      postalCode: '790-0001',
      prefecture: '愛媛県',
      city: '松山市',
      line1: '一番町4',
      line2: '2階',
    }
    const stored = Object.fromEntries(Object.entries(address).map(([name, text]) => [name, hidden(text)]))
    await addOrder(db, 'old', { customerName: hidden('葛城花子'), shippingAddress: JSON.stringify(stored) })
    expect((await orderBy(db, 'id', 'old'))?.customer).toMatchObject({ name: '葛城花子', address })
    await addOrder(db, 'none', { customerName: null, shippingAddress: null })
    expect((await orderBy(db, 'id', 'none'))?.customer).toMatchObject({ name: null, address: null })
  })
})

onBothEngines("S23: a member's own orders", (open) => {
  const start = async (emailVerified = true) => {
    const { db } = await open()
    const hanako = await addMember(db, { email: 'hanako@mail.example', emailVerified })
    return {
      db,
      hanako,
      numbers: async () => (await ordersOfMember(db, hanako, 10)).orders.map((o) => o.number),
    }
  }

  test('are those of her verified address, however it was written at the payment', async () => {
    const { db, hanako, numbers } = await start()
    await addOrder(db, 'same')
    await addOrder(db, 'upper', { customerEmail: 'HANAKO@Mail.Example' })
    await addOrder(db, 'other', { customerEmail: 'jiro@mail.example' })
    await addOrder(db, 'longer', { customerEmail: 'xhanako@mail.example' })
    await addOrder(db, 'without', { customerEmail: null })
    expect((await numbers()).toSorted()).toEqual(['same', 'upper'])
    expect((await ordersOfMember(db, hanako, 1)).orders).toEqual([
      {
        number: 'same',
        accessToken: 'token of same',
        practice: false,
        createdAt: noon,
        total: 1400,
        hasReceipts: true,
        standing: 'お支払い済み・発送準備中',
      },
    ])
  })

  test('M11: one whose money went back says so', async () => {
    const { db, hanako } = await start()
    await addOrder(db, 'back')
    await db
      .insertInto('payment')
      .values({
        paymentIntent: 'pi_1',
        orderId: 'back',
        sessionId: 'cs_1',
        amount: 1400,
        currency: 'jpy',
        livemode: 0,
        receivedAt: noon,
        role: 'first',
      })
      .execute()
    await db
      .insertInto('refund')
      .values({
        id: 're-1',
        paymentIntent: 'pi_1',
        amount: 1400,
        state: 'pending',
        askedAt: noon,
        asOf: noon,
      })
      .execute()
    expect((await ordersOfMember(db, hanako, 1)).orders).toMatchObject([
      { number: 'back', standing: '取り消し（返金中）' },
    ])
  })

  test('are not shown for an address that is not verified', async () => {
    const { db, hanako } = await start(false)
    await addOrder(db, 'same')
    expect(await ordersOfMember(db, hanako, 10)).toEqual({ total: 0, orders: [] })
  })

  test('are not shown to the member of another address, nor for an address that she has left', async () => {
    const { db, numbers } = await start()
    const jiro = await addMember(db, { id: 'member-2', email: 'jiro@mail.example' })
    await addOrder(db, 'same')
    expect((await ordersOfMember(db, jiro, 10)).total).toBe(0)
    await db.updateTable('member').set({ email: 'new@mail.example' }).where('id', '=', 'member-1').execute()
    expect(await numbers()).toEqual([])
  })

  test('are those that were paid or wait for their payment or a look', async () => {
    const { db, numbers } = await start()
    for (const state of ['pending', 'awaiting_payment', 'paid', 'needs_review', 'failed', 'expired'] as const)
      await addOrder(db, state, { state })
    await addOrder(db, 'shipped', { shippedAt: noon })
    expect((await numbers()).toSorted()).toEqual(['awaiting_payment', 'needs_review', 'paid', 'shipped'])
  })

  test('R25: come newest first, as many as are asked for, and all are counted', async () => {
    const { db, hanako } = await start()
    for (const [id, createdAt] of [
      ['b', noon],
      ['old', noon - 1],
      ['new', noon + 1],
      ['a', noon],
    ] as const)
      await addOrder(db, id, { createdAt })
    const { total, orders } = await ordersOfMember(db, hanako, 3)
    expect([total, ...orders.map(({ number }) => number)]).toEqual([4, 'new', 'a', 'b'])
  })

  test('an order opens by its own token alone, and by none that could be guessed', async () => {
    const { db } = await start()
    await addOrder(db, 'A', { accessToken: 'sixteen-letters-' })
    await addOrder(db, 'B', { accessToken: 'fifteen-letters' })
    expect((await orderByToken(db, 'sixteen-letters-'))?.id).toBe('A')
    for (const token of ['fifteen-letters', 'Sixteen-letters-', 'sixteen-letters', ''])
      expect(await orderByToken(db, token)).toBeUndefined()
  })
})
