import { expect, test } from 'vitest'
import { checkoutOnBothEngines } from '../../../tests/support/checkout-on-both-engines.ts'
import { feedRow } from '../../../tests/support/feed-server.ts'
import { bodyFor, ordersOf, postCheckout, type Wanted } from '../../../tests/support/shopper-for-tests.ts'
import { chooseFeed, recordFeedUnchanged } from '../catalogue/feed.commands.server.ts'
import { storeFeed } from '../catalogue/feed-copy.commands.server.ts'
import { readRows } from '../catalogue/feed-rows.server.ts'

const owner = { kind: 'owner' } as const
const hour = 60 * 60_000
const uncertain = {
  code: 'prices_uncertain',
  message: 'ただいま商品の価格を確認できないため、ご購入いただけません。カートの中身はそのまま残っています。',
}

checkoutOnBothEngines('checkout of a feed’s goods', (shop) => {
  const answer = async (wanted: Wanted) => {
    const { status, body } = await postCheckout(shop(), JSON.stringify(await bodyFor(shop().ctx.db, wanted)))
    return { status, ...body }
  }
  const takeFeed = async (ctx = shop().ctx) => {
    await chooseFeed(ctx, owner, 'https://feed.example')
    await storeFeed(ctx, owner, await readRows([feedRow('S-1', { price: 1_100 })]), {
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
    await recordFeedUnchanged(shop().ctx, owner)
    expect(await answer(withKit)).toMatchObject({ status: 200 })
  })

  test('D2: own goods know no such age, and a clock set back closes nothing', async () => {
    const now = () => Date.now() + 48 * hour
    await takeFeed({ ...shop().ctx, now })
    expect(await answer(fabric)).toMatchObject({ status: 200 })
    await chooseFeed(shop().ctx, owner, undefined)
    await shop().advance(48 * hour)
    expect(await answer([['F-1100', 1]])).toMatchObject({ status: 200 })
  })
})
