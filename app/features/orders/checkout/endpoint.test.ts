import { expect, test } from 'vitest'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import {
  bodyFor,
  openPaymentPage,
  ordersOf,
  postCheckout,
} from '../../../../tests/support/shopper-for-tests.ts'
import { countForTests } from '../../../../tests/support/stock-for-tests.ts'
import { waitBeforeCostlyCall } from '../../../server/call-limits.ts'
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
    // With a page it would be given without the order's lock (S31).
    await ctx.db.updateTable('orders').set({ sessionId: null, sessionUrl: null }).execute()
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

  test('S31: pressing again for her own open page costs nothing of any limit, and asks the provider seldom', async () => {
    const { db } = shop().ctx
    const text = JSON.stringify(await bodyFor(db, [['F-1100', 1]], 'browser-of-her-own'))
    const first = await postCheckout(shop(), text)
    const counts = () => db.selectFrom('rateLimit').selectAll().orderBy('subject').execute()
    const before = await counts()
    const asked = shop().provider.requests().length
    for (let press = 0; press < 340; press += 1) {
      const again = await postCheckout(shop(), text)
      expect([again.status, again.body.url]).toEqual([200, first.body.url])
    }
    expect(await counts()).toEqual(before)
    expect(shop().provider.requests().length - asked).toBeLessThanOrEqual(12)
    expect(await ordersOf(db)).toHaveLength(1)
    const other = JSON.stringify(await bodyFor(db, [['F-330', 1]], 'browser-of-her-own'))
    expect((await postCheckout(shop(), other)).status).toBe(200)
  })

  test('S31: her own page stays open to her where her client, her network or the whole shop has no call left', async () => {
    const { db } = shop().ctx
    const text = JSON.stringify(await bodyFor(db, [['F-1100', 1]], 'browser-of-her-own'))
    const { body } = await postCheckout(shop(), text)
    for (let count = 0; count < 60; count += 1) await postCheckout(shop(), '{}')
    await db.updateTable('rateLimit').set({ count: 1_500 }).execute()
    const again = await postCheckout(shop(), text)
    expect([again.status, again.body.url]).toEqual([200, body.url])
    const another = JSON.stringify(await bodyFor(db, [['F-330', 1]], 'browser-of-her-own'))
    expect((await postCheckout(shop(), another)).status).toBe(429)
    expect(
      (await postCheckout(shop(), text.replace('browser-of-her-own', 'browser-of-another'))).status,
    ).toBe(429)
  })

  test('S31: what is no page of its own is read three hundred times', async () => {
    for (let count = 0; count < 300; count += 1) await postCheckout(shop(), '{}')
    const text = JSON.stringify(await bodyFor(shop().ctx.db, [['F-1100', 1]]))
    const refused = await postCheckout(shop(), text)
    expect(refused.status).toBe(429)
    expect((await postCheckout(shop(), text, { address: '203.0.113.8' })).status).toBe(200)
  })

  test('S31: a page that ended, or lost its cloth, is no open page: the press goes the usual way', async () => {
    const { db } = shop().ctx
    await countForTests(shop().ctx, 'F-1100', [4])
    const body = await bodyFor(db, [['F-1100', 1]], 'browser-of-her-own')
    const first = await postCheckout(shop(), body)
    await db.updateTable('stockClaim').set({ pieceId: null }).execute()
    expect((await postCheckout(shop(), body)).body.url).toBe(first.body.url)
    expect(
      await db.selectFrom('stockClaim').select('id').where('pieceId', 'is not', null).execute(),
    ).toHaveLength(1)
    shop().provider.faults.events({ kind: 'lose' }, { times: 9 })
    await shop().provider.expire(first.body.url?.split('/').at(-1) ?? '')
    const second = await postCheckout(shop(), body)
    expect(second.status).toBe(200)
    expect(second.body.url).not.toBe(first.body.url)
  })

  test('S31: a page with too little time left is no open page: where the provider is silent, too, the press counts', async () => {
    const { ctx } = shop()
    const text = JSON.stringify(await bodyFor(ctx.db, [['F-1100', 1]], 'browser-of-her-own'))
    await postCheckout(shop(), text)
    const silent = { ...ctx.gateway, session: () => Promise.reject(new Error('no answer')) }
    const counted = async (left: number) => {
      await ctx.db.deleteFrom('rateLimit').execute()
      await ctx.db
        .updateTable('orders')
        .set({ sessionExpiresAt: ctx.now() + left * 60_000 })
        .execute()
      await postCheckout({ ctx: { ...ctx, gateway: silent } }, text)
      return (await ctx.db.selectFrom('rateLimit').selectAll().execute()).length > 0
    }
    expect([await counted(12), await counted(9)]).toEqual([false, true])
  })

  test('S31, S9: where another cart of the browser is open beside it the press goes the usual way, and closes that one', async () => {
    const { db } = shop().ctx
    const text = JSON.stringify(await bodyFor(db, [['F-1100', 1]], 'browser-of-her-own'))
    const first = await postCheckout(shop(), text)
    await openPaymentPage(shop(), [['F-330', 1]], 'browser-of-another')
    await db.updateTable('orders').set({ browserToken: 'browser-of-her-own' }).execute()
    expect((await postCheckout(shop(), text)).body.url).toBe(first.body.url)
    const open = db.selectFrom('orders').select('id').where('openKey', 'is not', null)
    expect(await open.execute()).toHaveLength(1)
  })

  test('S30: ten networks that press 1,500 times do not close checkout: a shopper elsewhere gets her page', async () => {
    const at = shop().ctx.now()
    const ctx = { ...shop().ctx, now: () => at }
    const limits = { name: 'checkout', spanMs: 600_000, perClient: 30, perNetwork: 150, together: 1_500 }
    let admitted = 0
    for (let round = 0; round < 150; round += 1) {
      const ofTen = Array.from({ length: 10 }, (_, network) =>
        waitBeforeCostlyCall(ctx, at, limits, `198.51.${network}.${round}`),
      )
      admitted += (await Promise.all(ofTen)).filter((wait) => wait === 0).length
    }
    expect(admitted).toBeGreaterThan(1_100)
    expect(admitted).toBeLessThan(1_500)
    const text = JSON.stringify(await bodyFor(ctx.db, [['F-1100', 1]]))
    const press = (address: string) =>
      postCheckout({ ctx }, text.replace('browser', address.replaceAll(/[.:]/g, '-')), { address })
    for (const address of ['203.0.113.9', '2001:db8:5::1', '192.0.2.1'])
      expect((await press(address)).status).toBe(200)
    expect((await press('198.51.3.250')).status).toBe(429)
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
