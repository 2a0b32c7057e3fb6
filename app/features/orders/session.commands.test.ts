import { expect, test } from 'vitest'
import { checkoutOnBothEngines } from '../../../tests/support/checkout-on-both-engines.ts'
import { openPaymentPage, ordersOf } from '../../../tests/support/shopper-for-tests.ts'
import { orderBy } from './queries.server.ts'
import {
  closeUnpaidOrder,
  nextAttempt,
  noteChecked,
  preferOrder,
  storeSession,
} from './session.commands.server.ts'
import type { Order } from './types.ts'

const actor = { kind: 'system', name: 'test' } as const
const page = { id: 'cs_test_new', url: 'https://checkout.stripe.com/c/pay/cs_test_new' }

/** Rows that each command must not change: every `where` has a test here that fails without it. */
checkoutOnBothEngines('the commands about payment pages', (shop) => {
  const db = () => shop().ctx.db
  /** A pending order without a payment page; `columns` overrides its values. */
  const placed = async (
    browserToken: string,
    columns: Partial<Awaited<ReturnType<typeof ordersOf>>[number]> = {},
  ): Promise<Order> => {
    const { token } = await openPaymentPage(shop(), [['F-1100', 1]], browserToken)
    const changes = { sessionId: null, sessionUrl: null, ...columns }
    await db().updateTable('orders').set(changes).where('accessToken', '=', token).execute()
    return reread({ accessToken: token })
  }
  const reread = async ({ accessToken }: Pick<Order, 'accessToken'>): Promise<Order> => {
    const order = await orderBy(db(), 'accessToken', accessToken)
    if (order === undefined) throw new Error('an order of this test is gone')
    return order
  }
  const events = async ({ id }: Order) =>
    (await db().selectFrom('orderEvent').select('what').where('orderId', '=', id).execute())
      .map(({ what }) => what)
      .filter((what) => what !== 'placed' && what !== 'session opened')
  const another = async () => {
    const other = await placed('browser-number-two')
    return { isAsItWas: async () => expect(await reread(other)).toEqual(other) }
  }

  test('M1: a line keeps its picture, or what the provider got of it; our own copy stands in its place', async () => {
    const order = await placed('browser-number-one')
    const keep = async (picture: string | null, imageUrl = 'https://shop.example/Image/a.jpg') => {
      await db().updateTable('orderLine').set({ picture, imageUrl }).execute()
      return (await reread(order)).lines[0]?.picture
    }
    expect(await keep('/Image/a.jpg')).toBe('/Image/a.jpg')
    expect(await keep(null)).toBe('https://shop.example/Image/a.jpg')
    const name = `${'a'.repeat(32)}-800x600`
    const tried = { failure: null, tries: 1, nextTryAt: null }
    await db()
      .insertInto('pictureSource')
      .values(
        ['/Image/a.jpg', 'https://a.example/b.jpg'].map((address) => ({
          address,
          name,
          ...tried,
          place: 0,
          shownBy: '',
          version: '1',
        })),
      )
      .execute()
    expect(await keep('/Image/a.jpg')).toBe(`/Image/uploads/${name}.jpg`)
    expect(await keep(null, 'https://a.example/b.jpg')).toBe(`/Image/uploads/${name}.jpg`)
  })

  test('S9: storeSession stores a page with its order, and with no other', async () => {
    const [order, other] = [await placed('browser-number-one'), await another()]
    expect(await storeSession(shop().ctx, actor, order, page)).toMatchObject({
      sessionId: page.id,
      sessionUrl: page.url,
    })
    await other.isAsItWas()
  })

  test.each([
    ['another page', { sessionId: 'cs_test_old', sessionUrl: null }],
    ['another page with its address', { sessionId: 'cs_test_old', sessionUrl: 'https://x.example' }],
    ['the same page with its address', { sessionId: page.id, sessionUrl: 'https://x.example' }],
  ])('S9: storeSession leaves %s in its place', async (_what, columns) => {
    const order = await placed('browser-number-one', columns)
    expect(await storeSession(shop().ctx, actor, order, page)).toEqual(order)
    expect(await events(order)).toEqual([])
  })

  test('S8: storeSession completes a page whose id an event has brought', async () => {
    const order = await placed('browser-number-one', { sessionId: page.id })
    expect(await storeSession(shop().ctx, actor, order, page)).toMatchObject({ sessionUrl: page.url })
  })

  test('M2: nextAttempt moves its order on by one, and no other', async () => {
    const [order, other] = [await placed('browser-number-one'), await another()]
    const failed = { why: 'broken', sessionExpiresAt: 1_800_000_000_000 }
    expect(await nextAttempt(shop().ctx, actor, order, failed)).toMatchObject({
      attempt: 2,
      sessionExpiresAt: 1_800_000_000_000,
    })
    expect(await nextAttempt(shop().ctx, actor, order, failed)).toMatchObject({ attempt: 2 })
    expect(await events(order)).toEqual(['session failed'])
    await other.isAsItWas()
  })

  test('M2: nextAttempt leaves an order alone that has got its page', async () => {
    const order = await placed('browser-number-one', { sessionId: page.id })
    const failed = { why: 'broken', sessionExpiresAt: 1_800_000_000_000 }
    expect(await nextAttempt(shop().ctx, actor, order, failed)).toEqual(order)
    expect(await events(order)).toEqual([])
  })

  test.each([null, page.id])('closeUnpaidOrder closes its order (page: %s), and no other', async (id) => {
    const order = await placed('browser-number-one', { sessionId: id })
    const other = await another()
    expect(await closeUnpaidOrder(shop().ctx, actor, order, 'expired')).toBe(true)
    expect(await reread(order)).toMatchObject({ state: 'expired', openKey: null })
    expect(await events(order)).toEqual(['expired'])
    await other.isAsItWas()
  })

  test.each(['awaiting_payment', 'paid', 'needs_review', 'failed', 'expired'] as const)(
    'S8: closeUnpaidOrder leaves an order alone that is %s',
    async (state) => {
      const order = await placed('browser-number-one', { state, sessionId: page.id })
      expect(await closeUnpaidOrder(shop().ctx, actor, order, 'replaced')).toBe(false)
      expect(await reread(order)).toEqual(order)
      expect(await events(order)).toEqual([])
    },
  )

  test.each([
    ['has another page', 'cs_test_old', page.id],
    ['has got a page', null, page.id],
    ['has lost its page', page.id, null],
  ])('S8: closeUnpaidOrder leaves an order alone that %s since', async (_what, seen, present) => {
    const order = await placed('browser-number-one', { sessionId: present })
    expect(await closeUnpaidOrder(shop().ctx, actor, { id: order.id, sessionId: seen }, 'expired')).toBe(
      false,
    )
    expect(await reread(order)).toEqual(order)
  })

  test('S9: preferOrder takes the key of this browser’s other open orders, and of nothing else', async () => {
    const other = await another()
    const browserToken = 'browser-number-one'
    const paid = await placed('browser-number-three', { browserToken, state: 'paid' })
    const former = await placed('browser-number-four', { browserToken })
    const latter = await placed('browser-number-five', { browserToken })
    expect(await preferOrder(shop().ctx, actor, latter)).toBe(true)
    expect(await reread(former)).toMatchObject({ state: 'pending', openKey: null })
    expect(await reread(latter)).toEqual(latter)
    expect(await reread(paid)).toEqual(paid)
    await other.isAsItWas()
  })

  test.each([
    ['pending', false],
    ['expired', false],
    ['paid', true],
    ['awaiting_payment', true],
  ] as const)(
    'S9: an order that was superseded and is %s is preferred: %s, and supersedes nobody',
    async (state, isPreferred) => {
      const former = await placed('browser-number-one', { openKey: null, state })
      const latter = await placed('browser-number-one')
      expect(await preferOrder(shop().ctx, actor, former)).toBe(isPreferred)
      expect(await reread(latter)).toEqual(latter)
    },
  )

  test('noteChecked notes the orders that were asked about, and no others', async () => {
    const [order, other] = [await placed('browser-number-one'), await another()]
    await shop().advance(60_000)
    await noteChecked(shop().ctx, [order.id])
    await noteChecked(shop().ctx, [])
    const checkedAt = (await ordersOf(db())).map(({ id, checkedAt }) => [
      id === order.id,
      checkedAt - order.createdAt,
    ])
    expect(checkedAt).toEqual([
      [true, expect.closeTo(60_000, -4)],
      [false, expect.closeTo(0, -4)],
    ])
    await other.isAsItWas()
  })
})
