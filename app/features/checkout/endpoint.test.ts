import { expect, test } from 'vitest'
import { checkoutOnBothEngines } from '../../../tests/support/checkout-on-both-engines.ts'
import { bodyFor, openPaymentPage, ordersOf, postCheckout } from '../../../tests/support/shopper-for-tests.ts'
import { handleStatus, statusForPage } from './endpoint.server.ts'

checkoutOnBothEngines('the endpoint of checkout', (shop, engine) => {
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
    const text = JSON.stringify(await bodyFor(shop().ctx.db, [['F-1100', 1]]))
    const failing = { ...shop().ctx, now: () => Number.NaN }
    const { status, body } = await postCheckout({ ctx: failing }, text)
    expect([status, body.message]).toEqual([500, '決済処理でエラーが発生しました'])
  })

  test('S9: a press that others keep from its order goes on when they are done, or gets the named refusal', async ({
    skip,
  }) => {
    skip(engine === 'sqlite', 'on SQLite writers take turns')
    const { ctx } = shop()
    const text = JSON.stringify(await bodyFor(ctx.db, [['F-1100', 1]]))
    await postCheckout(shop(), text)
    const held = Promise.withResolvers<void>()
    const letGo = Promise.withResolvers<void>()
    const holding = ctx.db.transaction().execute(async (trx) => {
      await trx.selectFrom('orders').select('id').forUpdate().execute()
      held.resolve()
      await letGo.promise
    })
    await held.promise
    const { status, body } = await postCheckout(shop(), text)
    expect([status, body.code, body.message]).toEqual([
      502,
      'payment_page_failed',
      'Stripeの決済ページの生成に失敗しました',
    ])
    const waiting = postCheckout(shop(), text)
    letGo.resolve()
    await holding
    expect((await waiting).status).toBe(200)
    expect(await ordersOf(ctx.db)).toHaveLength(1)
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

  test('S17: what is no cart, or cannot be bought, counts against its caller only and writes nothing', async () => {
    const { db } = shop().ctx
    const hidden = JSON.stringify(await bodyFor(db, [['F-1100', 1]])).replaceAll('F-1100', 'F-HIDDEN')
    for (const text of ['', '{}', '[]', hidden])
      for (let count = 0; count < 450; count += 1)
        await postCheckout(shop(), text, { address: `203.0.113.${count % 150}` })
    expect(await db.selectFrom('rateLimit').selectAll().execute()).toEqual([])
    const text = JSON.stringify(await bodyFor(db, [['F-1100', 1]]))
    expect((await postCheckout(shop(), text, { address: '203.0.113.200' })).status).toBe(200)
    const counted = await db.selectFrom('rateLimit').select('count').execute()
    expect(counted).toEqual([{ count: 1 }, { count: 1 }, { count: 1 }])
  })

  test('S17: a neighbourhood that asks for 150 pages is refused with the named text; others go on', async () => {
    const { db } = shop().ctx
    const text = JSON.stringify(await bodyFor(db, [['F-1100', 1]]))
    const span = { spanStart: 0, spanEnd: 600_000 }
    const at = { ...shop().ctx, now: () => 1_000 }
    await db
      .insertInto('rateLimit')
      .values({ ...span, subject: 'checkout:203.0.113/24', count: 150 })
      .execute()
    const refused = await postCheckout({ ctx: at }, text, { address: '203.0.113.9' })
    expect([refused.status, refused.body.message]).toEqual([429, 'Stripeの決済ページの生成に失敗しました'])
    expect(refused.headers.get('retry-after')).toBe('599')
    await nothingWritten()
  })

  test('S17: a status that is asked for again and again costs no write and, beyond the limits, no question', async () => {
    const { sessionId } = await openPaymentPage(shop())
    const { db } = shop().ctx
    const now = () => 1_000
    const written = await db.selectFrom('rateLimit').selectAll().execute()
    const before = shop().provider.requests().length
    const status = async (address: string, id = sessionId) => {
      const url = new URL(`https://shop.example/api/checkout-status?session_id=${id}`)
      const answer = await handleStatus({ ...shop().ctx, now }, { kind: 'visitor', address }, url)
      return answer.status === 200 ? (await answer.json()).status : answer.status
    }
    for (let count = 0; count < 120; count += 1) expect(await status('203.0.113.1', 'cs_no')).toBe('unknown')
    expect(await status('203.0.113.1')).toBe(429)
    for (let count = 0; count < 600; count += 1) await status(`203.0.113.${2 + (count % 50)}`)
    expect(shop().provider.requests().length - before).toBe(600)
    expect(await status('203.0.113.99')).toBe('waiting')
    expect(await status('203.0.114.1')).toBe('unpaid')
    expect(await db.selectFrom('rateLimit').selectAll().execute()).toEqual(written)
  })

  test('S17: /success, too, asks the provider no oftener than the limit; beyond it a pending order is waiting', async () => {
    const { sessionId } = await openPaymentPage(shop())
    const asked = () => shop().provider.requests().length
    const before = asked()
    const at = shop().ctx.now()
    const look = () =>
      statusForPage({ ...shop().ctx, now: () => at }, { kind: 'visitor', address: '203.0.113.50' }, sessionId)
    for (let count = 0; count < 120; count += 1) expect(await look()).toBe('unpaid')
    for (let count = 0; count < 5; count += 1) expect(await look()).toBe('waiting')
    expect(asked() - before).toBe(120)
    await shop().provider.pay(sessionId)
    await shop().provider.settled()
    expect(await look()).toBe('paid')
  })
})
