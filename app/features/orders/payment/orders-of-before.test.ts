import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { allMigrations } from '#db/migrations/all-migrations.ts'
import type { Schema } from '#db/schema.ts'
import { shopSettings } from '#settings'
import { fillOrders, keepFormerIssuer } from '~/features/orders/filling.commands.server.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { issuerToday } from '~/features/orders/rules.ts'
import type { OrderState } from '~/features/orders/types.ts'
import { rememberShopState } from '~/server/shop-state.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { placePaidOrder } from '../../../../tests/support/paid-order.ts'
import {
  bodyFor,
  openPaymentPage,
  ordersOf,
  postCheckout,
} from '../../../../tests/support/shopper-for-tests.ts'
import { migrate } from '../../../server/database/migrate.ts'
import { openDatabase } from '../../../server/database/open-database.ts'
import { idempotencyKey, sessionParameters } from './session-parameters.rules.ts'

const moved = { ...shopSettings, name: '新しい名', invoiceNumber: 'T9999999999999' }

onBothEngines('what was not kept with orders before', (_open, places) => {
  const addOrder = (db: Kysely<Schema>, id: string, state: OrderState, sessionId: string) =>
    db
      .insertInto('orders')
      .values(
        orderRowForTests(id, {
          state,
          sessionId,
          paymentIntent: state === 'pending' ? null : `pi_${id}`,
          paidAt: state === 'paid' ? 7 : null,
        }),
      )
      .execute()
  const before = async () => {
    const database = await openDatabase(await places.empty())
    onTestFinished(() => database.close())
    await migrate(
      database,
      Object.fromEntries(Object.entries(allMigrations).filter(([name]) => name < '0052')),
    )
    await addOrder(database.db, 'live', 'paid', 'cs_live_1')
    await addOrder(database.db, 'test', 'paid', 'cs_test_1')
    await addOrder(database.db, 'look', 'needs_review', 'cs_test_2')
    await addOrder(database.db, 'open', 'pending', 'cs_test_3')
    await addOrder(database.db, 'wait', 'awaiting_payment', 'cs_test_4')
    await migrate(database)
    return database.db
  }

  test('M10: the payments of paid orders are filled in; of what needs a look the sum is not known', async () => {
    const db = await before()
    const rows = await db.selectFrom('payment').selectAll().orderBy('orderId').execute()
    const same = { amount: 1400, currency: 'jpy', receivedAt: 7, role: 'first', fee: null, net: null }
    expect(rows).toEqual([
      { ...same, paymentIntent: 'pi_live', orderId: 'live', sessionId: 'cs_live_1', livemode: 1 },
      { ...same, paymentIntent: 'pi_test', orderId: 'test', sessionId: 'cs_test_1', livemode: 0 },
    ])
  })

  test('S22: the issuer of orders whose money came is filled once, by the first start', async () => {
    const db = await before()
    const issuers = async () =>
      (await db.selectFrom('orders').select(['id', 'issuer']).orderBy('id').execute()).map(
        ({ id, issuer }) => [id, issuer === null ? null : JSON.parse(issuer)],
      )
    await keepFormerIssuer(contextForTests(db))
    // The first process is killed before it fills them, and the owner moves.
    await keepFormerIssuer(contextForTests(db, { settings: moved }))
    await fillOrders(contextForTests(db, { settings: moved }))
    const first = issuerToday(shopSettings)
    const filled = [
      ['live', first],
      ['look', first],
      ['open', null],
      ['test', first],
      ['wait', null],
    ]
    expect(await issuers()).toEqual(filled)
    await keepFormerIssuer(contextForTests(db, { settings: moved }))
    await fillOrders(contextForTests(db, { settings: moved }))
    expect(await issuers()).toEqual(filled)
  })

  test('M2: an order of before says nothing new in its session', async () => {
    const order = await orderBy(await before(), 'id', 'open')
    expect(order && sessionParameters(order, 'https://shop.example').metadata).toEqual({
      from: 'header-cart',
      order_id: 'open',
    })
  })
})

checkoutOnBothEngines('what is kept with an order', (shop) => {
  const db = () => shop().ctx.db
  const pressedInVain = async () => {
    shop().provider.faults.calls({ kind: 'fail', status: 503 }, { only: 'create', times: 3 })
    await postCheckout(shop(), await bodyFor(db(), [['F-1100', 2]]))
    const [row] = await ordersOf(db())
    await db().updateTable('orders').set({ sessionNamesToken: 0 }).execute()
    const order = await orderBy(db(), 'id', row?.id ?? '')
    if (order === undefined) throw new Error('no order was placed')
    return order
  }

  test('M2: an attempt that began before the update is asked for again with its own parameters', async () => {
    const order = await pressedInVain()
    const asked = sessionParameters(order, shop().ctx.siteOrigin)
    const opened = await shop().ctx.gateway.open(asked, idempotencyKey(order), 5_000)
    expect(opened).toMatchObject({ kind: 'opened' })
    await openPaymentPage(shop())
    expect(shop().provider.sessions()).toHaveLength(1)
    expect(await ordersOf(db())).toMatchObject([{ attempt: order.attempt, sessionNamesToken: 0 }])
    expect(Object.keys(shop().provider.sessions()[0]?.metadata ?? {}).sort()).toEqual(['from', 'order_id'])
  })

  test('M2, D69: an attempt that began before sessions named their shop is asked for again without it, the next one names it', async () => {
    await rememberShopState(db(), 'shop_id', 'this-shop')
    const order = await pressedInVain()
    const begunWith = async (sessionNamesToken: number) => {
      await db().updateTable('orders').set({ sessionNamesToken }).execute()
      const stored = await orderBy(db(), 'id', order.id)
      return stored && sessionParameters(stored, shop().ctx.siteOrigin, 'this-shop').metadata
    }
    expect(await begunWith(1)).not.toHaveProperty('shop_id')
    expect(await begunWith(1)).toHaveProperty('order_number')
    expect(await begunWith(2)).toMatchObject({ shop_id: 'this-shop', order_number: order.number })
    await begunWith(1)
    shop().provider.faults.calls({ kind: 'fail', status: 500 }, { only: 'create' })
    await openPaymentPage(shop())
    expect(
      shop()
        .provider.sessions()
        .map(({ metadata }) => metadata?.shop_id),
    ).toEqual(['this-shop'])
  })

  test('S25: its next attempt, and each order from now on, names number and token', async () => {
    const before = await pressedInVain()
    shop().provider.faults.calls({ kind: 'fail', status: 500 }, { only: 'create' })
    const { token } = await openPaymentPage(shop())
    await openPaymentPage(shop(), [['F-330', 1]], 'browser-number-two')
    const [own, next] = await ordersOf(db())
    expect(own).toMatchObject({ attempt: before.attempt + 1, accessToken: token })
    const named = shop()
      .provider.sessions()
      .map(({ metadata }) => [metadata?.order_number, metadata?.token_sha256])
      .sort()
    const hashOf = (text = '') => createHash('sha256').update(text).digest('hex')
    expect(named).toEqual([own, next].map((order) => [order?.orderNumber, hashOf(order?.accessToken)]).sort())
    expect(JSON.stringify(shop().provider.sessions())).not.toContain(token)
  })

  test('S22: who sold is kept when the money comes, and stays when the shop moves', async () => {
    const { sessionId } = await openPaymentPage(shop())
    expect(await ordersOf(db())).toMatchObject([{ issuer: null }])
    await shop().provider.pay(sessionId)
    await shop().provider.settled()
    const kept = async () => (await orderBy(db(), 'sessionId', sessionId))?.issuer
    expect(await kept()).toEqual(issuerToday(shopSettings))
    await keepFormerIssuer({ ...shop().ctx, settings: moved })
    await fillOrders({ ...shop().ctx, settings: moved })
    expect(await kept()).toEqual(issuerToday(shopSettings))
  })

  test('S22: also of money that needs a look', async () => {
    shop().provider.faults.events({ kind: 'wrong_amount', amount: 1 })
    await placePaidOrder(shop())
    expect(await ordersOf(db())).toMatchObject([{ state: 'needs_review', issuer: expect.any(String) }])
  })
})
