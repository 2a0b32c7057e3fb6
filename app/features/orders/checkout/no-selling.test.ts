import { expect, test } from 'vitest'
import { removeProducts } from '~/features/products/commands.server.ts'
import { chooseFeed, recordFeedUnchanged } from '~/features/products/feed/feed.commands.server.ts'
import { storeFeed } from '~/features/products/feed/feed-copy.commands.server.ts'
import { readRows } from '~/features/products/feed/feed-rows.server.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { feedRow } from '../../../../tests/support/feed-server.ts'
import { ownerWords } from '../../../../tests/support/owner-words.ts'
import {
  bodyFor,
  openPaymentPage,
  ordersOf,
  postCheckout,
  type Wanted,
} from '../../../../tests/support/shopper-for-tests.ts'

const shopCommand = ownerWords('shop')

const hour = 60 * 60_000
const uncertain = {
  code: 'prices_uncertain',
  message: 'ただいま商品の価格を確認できないため、ご購入いただけません。カートの中身はそのまま残っています。',
  hint: 'キットだけでしたら、いまもご購入いただけます。',
}

checkoutOnBothEngines('checkout of a feed’s products', (shop) => {
  const answer = async (wanted: Wanted) => {
    const { status, body } = await postCheckout(shop(), JSON.stringify(await bodyFor(shop().ctx.db, wanted)))
    return { status, ...body }
  }
  const takeFeed = async (ctx = shop().ctx) => {
    await chooseFeed(ctx, 'https://feed.example')
    await storeFeed(ctx, await readRows([feedRow('S-1', { price: 1_100 })]), {
      etag: null,
      lastModified: null,
    })
  }
  const fabric: Wanted = [['S-1', 1]]
  const withKit: Wanted = [...fabric, ['K-1', 1]]

  test('D2: is refused by name once the copy is older than 24 hours, and kits go on', async () => {
    await takeFeed()
    await shop().advance(23 * hour)
    expect(await answer(fabric)).toMatchObject({ status: 200, url: expect.any(String) })
    const before = (await ordersOf(shop().ctx.db)).length
    await shop().advance(hour + 1_000)
    for (const wanted of [fabric, withKit]) {
      const refusal = await answer(wanted)
      expect(refusal).toEqual({ status: 409, ...uncertain })
    }
    expect(await ordersOf(shop().ctx.db)).toHaveLength(before)
    expect(await answer([['K-1', 1]])).toMatchObject({ status: 200 })
    await recordFeedUnchanged(shop().ctx)
    expect(await answer(withKit)).toMatchObject({ status: 200 })
  })

  test('D2: own products know no such age, and a clock set back closes nothing', async () => {
    const now = () => Date.now() + 48 * hour
    await takeFeed({ ...shop().ctx, now })
    expect(await answer(fabric)).toMatchObject({ status: 200 })
    await chooseFeed(shop().ctx, undefined)
    await shop().advance(48 * hour)
    expect(await answer([['F-1100', 1]])).toMatchObject({ status: 200 })
  })
})

checkoutOnBothEngines('checkout of a closed shop', (shop) => {
  const post = async (wanted: Wanted) => JSON.stringify(await bodyFor(shop().ctx.db, wanted))
  const run = async (...words: string[]) => (await shopCommand(shop().ctx, words)).lines.join('\n')

  test('is refused by name at once, nothing is written, and it opens again', async () => {
    const body = await post([
      ['F-1100', 1],
      ['K-1', 1],
    ])
    await run('close')
    const { status, body: refusal } = await postCheckout(shop(), body)
    expect([status, refusal]).toEqual([
      409,
      {
        code: 'shop_closed',
        message:
          'ただいまお休みをいただいているため、ご購入いただけません。カートの中身はそのまま残っています。',
      },
    ])
    expect(await ordersOf(shop().ctx.db)).toEqual([])
    await run('open')
    expect((await postCheckout(shop(), body)).status).toBe(200)
  })

  test('S1: one closed item is a difference, as if it were not for sale', async () => {
    const body = await post([
      ['F-1100', 1],
      ['F-330', 1],
    ])
    await run('close', 'F-330')
    expect((await postCheckout(shop(), body)).body).toMatchObject({
      code: 'price_changed',
      lines: expect.arrayContaining([
        expect.objectContaining({ managementNumber: 'F-330', reason: 'unavailable', newUnitAmount: null }),
      ]),
    })
  })

  test('S1: kits that were taken away stand in open carts without harm, and in orders as they were bought', async () => {
    const body = await post([
      ['F-1100', 1],
      ['K-1', 1],
    ])
    const { sessionId } = await openPaymentPage(shop(), [
      ['F-330', 1],
      ['K-1', 1],
    ])
    await shop()
      .ctx.db.transaction()
      .execute((trx) => removeProducts(trx, ['K-1', 'K-2', 'K-3']))
    expect((await postCheckout(shop(), body)).body).toMatchObject({
      code: 'price_changed',
      lines: expect.arrayContaining([
        expect.objectContaining({ managementNumber: 'K-1', newUnitAmount: null }),
      ]),
    })
    await shop().provider.pay(sessionId)
    await shop().provider.settled()
    expect(await ordersOf(shop().ctx.db)).toMatchObject([{ state: 'paid' }])
    const lines = await shop().ctx.db.selectFrom('orderLine').select(['number', 'name']).execute()
    expect(lines).toContainEqual({ number: 'K-1', name: 'キット K-1' })
  })

  test('status counts those who may still pay, and whoever does has ordered', async () => {
    const { sessionId } = await openPaymentPage(shop())
    expect(await run('close')).toContain('お支払いの途中のお客様：1人')
    await shop().provider.pay(sessionId)
    await shop().provider.settled()
    expect(await ordersOf(shop().ctx.db)).toMatchObject([{ state: 'paid' }])
    expect(await run('status')).toContain('お支払いの途中のお客様：いません')
    await run('open')
    await openPaymentPage(shop(), [['F-330', 3]])
    expect(await run('status')).toContain('お支払いの途中のお客様：1人')
    const later = { ...shop().ctx, now: () => Date.now() + hour + 1_000 }
    expect((await shopCommand(later, ['status'])).lines).toContain('お支払いの途中のお客様：いません。')
    await shop().ctx.db.updateTable('orders').set({ sessionId: null }).execute()
    expect(await run('status')).toContain('お支払いの途中のお客様：いません')
  })
})
