import { expect, test } from 'vitest'
import { checkoutOnBothEngines } from '../../../tests/support/checkout-on-both-engines.ts'
import { bodyFor, openPaymentPage, ordersOf, postCheckout } from '../../../tests/support/shopper-for-tests.ts'
import { statusForPage } from './checkout-endpoint.server.ts'

checkoutOnBothEngines('the endpoint of checkout', (shop) => {
  const nothingWritten = async () => {
    expect(await ordersOf(shop().ctx.db)).toEqual([])
    expect(shop().provider.requests()).toEqual([])
  }

  test('wrong type, no JSON and too many bytes get their status and a sentence', async () => {
    const text = JSON.stringify(await bodyFor(shop().ctx.db, [['F-1100', 1]]))
    expect((await postCheckout(shop(), text, { type: 'text/plain' })).status).toBe(415)
    expect((await postCheckout(shop(), text, { type: 'application/x-www-form-urlencoded' })).status).toBe(415)
    expect((await postCheckout(shop(), '{"line_items":')).status).toBe(400)
    expect((await postCheckout(shop(), 'null')).status).toBe(400)
    expect((await postCheckout(shop(), '[]')).status).toBe(400)
    expect((await postCheckout(shop(), `${text.slice(0, -1)},"x":"${'あ'.repeat(334_000)}"}`)).status).toBe(
      413,
    )
    await nothingWritten()
    expect((await postCheckout(shop(), text, { type: 'application/json; charset=utf-8' })).status).toBe(200)
  })

  test('a database that fails is answered with the named text of a call that throws', async () => {
    const db = shop().ctx.db.withTables<{ nothing: object }>()
    await expect(db.selectFrom('nothing').execute()).rejects.toThrow()
    const failing = { ...shop().ctx, now: () => Number.NaN }
    const { status, body } = await postCheckout({ ctx: failing }, '{}')
    expect([status, body.message]).toEqual([500, '決済処理でエラーが発生しました'])
  })

  test('S17: too many requests of one client are refused with the named text; others go on', async () => {
    const ask = (address: string) => postCheckout(shop(), '{}', { address })
    for (let count = 0; count < 30; count += 1) expect((await ask('2001:db8::1')).status).toBe(400)
    const refused = await ask('2001:db8::ffff')
    expect([refused.status, refused.body.message]).toEqual([429, 'Stripeの決済ページの生成に失敗しました'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask('203.0.113.9')).status).toBe(400)
    await shop().advance(10 * 60_000)
    expect((await ask('2001:db8::1')).status).toBe(400)
  })

  test('S17: /success, too, asks the provider no oftener than the limit; beyond it a pending order is waiting', async () => {
    const { sessionId } = await openPaymentPage(shop())
    const asked = () => shop().provider.requests().length
    const before = asked()
    const at = shop().ctx.now()
    const look = () => statusForPage({ ...shop().ctx, now: () => at }, sessionId, '203.0.113.50')
    for (let count = 0; count < 120; count += 1) expect(await look()).toBe('unpaid')
    for (let count = 0; count < 5; count += 1) expect(await look()).toBe('waiting')
    expect(asked() - before).toBe(120)
    await shop().provider.pay(sessionId)
    await shop().provider.settled()
    expect(await look()).toBe('paid')
  })
})
