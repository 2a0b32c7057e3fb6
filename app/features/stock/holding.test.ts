import { CompiledQuery, type RootOperationNode } from 'kysely'
import { describe, expect, test } from 'vitest'
import { reconcileOrders } from '~/features/orders/payment/jobs.server.ts'
import { endPaymentPage } from '~/features/orders/payment/page.commands.server.ts'
import type { CheckoutShop } from '../../../tests/support/checkout-for-tests.ts'
import { checkoutOnBothEngines } from '../../../tests/support/checkout-on-both-engines.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { bodyFor, openPaymentPage, ordersOf, postCheckout } from '../../../tests/support/shopper-for-tests.ts'
import { countForTests, expectBooksAgree, leftOfPieces } from '../../../tests/support/stock-for-tests.ts'
import { ok } from '../../kernel/result.ts'
import { actOnce } from '../../server/audit.ts'
import { putProducts } from '../products/commands.server.ts'
import { recountPieces } from './counting.commands.server.ts'
import { deskStock } from './desk/desk.queries.server.ts'
import { stockLists } from './desk/lists.queries.server.ts'
import { releaseHoldsJob } from './jobs.server.ts'
import { stockForBrowser } from './queries.server.ts'

const minute = 60_000

/** An act of another form under this id. */
const noteRow = (ctx: CheckoutShop['ctx'], requestId: string) =>
  actOnce(ctx, { kind: 'owner' }, 'shop.open', { requestId, content: '' }, String, async () =>
    ok({ answer: '', subject: 'shop' }),
  )
const never = new AbortController().signal
const number = 'F-1100'

checkoutOnBothEngines('cloth for orders', (shop, engine) => {
  const left = () => leftOfPieces(shop().ctx.db, number)
  const count = (...pieces: number[]) => countForTests(shop().ctx, number, pieces)
  const press = async (units: number, browser: string, address = '203.0.113.7') =>
    postCheckout(shop(), await bodyFor(shop().ctx.db, [[number, units]], `browser-${browser}-of-test`), {
      address,
    })
  const open = (units: number, browser: string, at: Pick<CheckoutShop, 'ctx'> = shop()) =>
    openPaymentPage(at, [[number, units]], `browser-${browser}-of-test`)
  const claims = () =>
    shop()
      .ctx.db.selectFrom('stockClaim')
      .select(['state', 'units', 'until', 'client'])
      .orderBy('claimedAt')
      .orderBy('id')
      .execute()
  const pay = async (sessionId: string) => {
    await shop().provider.pay(sessionId)
    await shop().provider.settled()
  }

  describe('placing', () => {
    test.each([[[3, 4, 7]], [[7, 3, 4]], [[4, 7, 3]]])(
      'K3: pieces 7, 4, 3 promise orders of %j',
      async (order) => {
        await count(7, 4, 3)
        for (const units of order)
          expect((await press(units, `b${units}`, `203.0.113.${units}`)).status).toBe(200)
        expect(await left()).toEqual([0, 0, 0])
        await expectBooksAgree(shop().ctx.db)
      },
    )

    test('C22, K4: more than one piece holds is refused with what there is, and nothing is written', async () => {
      await count(7, 7)
      const answer = await press(8, 'one')
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({
        code: 'stock_short',
        lines: [{ managementNumber: number, reason: 'stock', most: 7, waits: false, newUnitAmount: 1100 }],
      })
      expect(await ordersOf(shop().ctx.db)).toEqual([])
      expect(await left()).toEqual([7, 7])
      expect((await press(7, 'one', '203.0.113.1')).status).toBe(200)
      expect((await press(7, 'two', '203.0.113.2')).status).toBe(200)
      expect((await press(1, 'three', '203.0.113.3')).body).toMatchObject({
        lines: [{ most: 0, waits: true, newUnitAmount: null }],
      })
      await expectBooksAgree(shop().ctx.db)
    })

    test('C23: a dearer, a stopped and a short line, and the fee, are told at once; her own hold counts as hers', async () => {
      const { db } = shop().ctx
      await count(4, 2)
      expect((await press(3, 'one')).status).toBe(200)
      const body = await bodyFor(
        db,
        [
          [number, 5],
          ['F-330', 1],
          ['F-4400', 1],
        ],
        'browser-one-of-test',
      )
      await db
        .updateTable('product')
        .set({ price: 600, priceText: '600' })
        .where('number', '=', 'F-330')
        .execute()
      await db.updateTable('product').set({ status: '非公開' }).where('number', '=', 'F-4400').execute()
      const differing = await postCheckout(shop(), body, { address: '203.0.113.7' })
      expect(differing.status).toBe(409)
      expect(differing.body).toMatchObject({
        code: 'price_changed',
        lines: [
          { managementNumber: 'F-330', reason: 'price', newUnitAmount: 600 },
          { managementNumber: 'F-4400', reason: 'unavailable' },
          { managementNumber: number, reason: 'stock', most: 4, waits: false, newUnitAmount: 1100 },
        ],
      })
      const others = await bodyFor(db, [[number, 5]], 'browser-two-of-test')
      await db
        .updateTable('product')
        .set({ price: 900, priceText: '900' })
        .where('number', '=', number)
        .execute()
      expect((await postCheckout(shop(), others, { address: '203.0.113.8' })).body).toMatchObject({
        lines: [
          {
            managementNumber: number,
            reason: 'stock',
            most: 2,
            waits: true,
            oldUnitAmount: 1100,
            newUnitAmount: 900,
          },
        ],
      })
    })

    test('K31: what a browser could have counts its own unpaid holds as free, and no other ones', async () => {
      const { db } = shop().ctx
      await count(7, 4)
      const of = (browser: string | null) => stockForBrowser(db, [number, 'F-330'], browser)
      expect(await of('browser-one-of-test')).toEqual([{ number, most: 7, waits: false }])
      expect((await press(7, 'one')).status).toBe(200)
      expect(await of('browser-one-of-test')).toEqual([{ number, most: 7, waits: false }])
      expect((await press(3, 'two', '203.0.113.9')).status).toBe(200)
      expect(await of('browser-one-of-test')).toEqual([{ number, most: 7, waits: true }])
      expect(await of('browser-two-of-test')).toEqual([{ number, most: 4, waits: true }])
      expect(await of(null)).toEqual([{ number, most: 1, waits: true }])
      await db.updateTable('stockClaim').set({ state: 'promised' }).where('units', '=', 3).execute()
      expect(await of('browser-two-of-test')).toEqual([{ number, most: 1, waits: true }])
      await db
        .updateTable('orders')
        .set({ state: 'paid' })
        .where('browserToken', '=', 'browser-one-of-test')
        .execute()
      expect(await of('browser-one-of-test')).toEqual([{ number, most: 1, waits: true }])
    })

    test('K31: what a browser holds of one product is none of another one', async () => {
      const { ctx } = shop()
      await count(7)
      await countForTests(ctx, 'F-330', [2])
      expect((await press(7, 'one')).status).toBe(200)
      expect(await stockForBrowser(ctx.db, ['F-330'], 'browser-one-of-test')).toEqual([
        { number: 'F-330', most: 2, waits: false },
      ])
    })

    test('K9, K31, K5: a hold for which a count found no place is no cloth to its browser, and goes with its next cart', async () => {
      const { db } = shop().ctx
      await count(7)
      expect((await press(7, 'one')).status).toBe(200)
      const pieces = [{ units: 3, lengthCm: null, widthCm: null }]
      await recountPieces(shop().ctx, { kind: 'owner' }, { requestId: 'r', number, version: null, pieces })
      expect(await stockForBrowser(db, [number], 'browser-one-of-test')).toEqual([
        { number, most: 3, waits: false },
      ])
      expect((await press(2, 'one')).status).toBe(200)
      expect((await claims()).map(({ state, units }) => `${state} ${units}`).toSorted()).toEqual([
        'held 2',
        'released 7',
      ])
      await expectBooksAgree(db)
    })

    test('K1: a product without a count sells without limit', async () => {
      await countForTests(shop().ctx, 'F-330', [1])
      expect((await press(99, 'one')).status).toBe(200)
      expect(await claims()).toEqual([])
      const [order] = await ordersOf(shop().ctx.db)
      expect(Number(order?.sessionExpiresAt) - Number(order?.createdAt)).toBeGreaterThan(59 * minute)
    })

    test('K6: the page of an order that holds cloth lives 40 minutes', async () => {
      await count(7)
      await open(2, 'one')
      const [order] = await ordersOf(shop().ctx.db)
      const life = Number(order?.sessionExpiresAt) - Number(order?.createdAt)
      expect(life).toBeGreaterThan(39 * minute)
      expect(life).toBeLessThanOrEqual(40 * minute)
      expect(await claims()).toMatchObject([{ state: 'held', units: 2, until: order?.sessionExpiresAt }])
    })

    test('K5: the same cart keeps its hold, another cart of the same browser is not refused by it', async () => {
      await count(7)
      const first = await open(7, 'one')
      expect((await open(7, 'one')).token).toBe(first.token)
      expect(await left()).toEqual([0])
      expect((await press(6, 'two')).status).toBe(409)
      expect((await press(6, 'one')).status).toBe(200)
      expect(await left()).toEqual([1])
      await expectBooksAgree(shop().ctx.db)
    })

    test('K5: a refused cart leaves the former hold as it was', async () => {
      await count(7)
      await open(7, 'one')
      expect((await press(8, 'one')).status).toBe(409)
      expect(await left()).toEqual([0])
    })

    test('K8: one address holds cloth for six orders, also when it asks for twenty at once; others go on', async () => {
      await count(...Array.from({ length: 40 }, () => 1))
      const all = await Promise.all(Array.from({ length: 20 }, (_, at) => press(1, `b${at}`)))
      expect(all.filter(({ status }) => status === 200)).toHaveLength(6)
      expect(all.find(({ status }) => status !== 200)?.body).toMatchObject({ code: 'too_many_holds' })
      expect((await press(1, 'other', '198.51.100.9')).status).toBe(200)
      expect((await claims()).filter(({ state }) => state === 'held')).toHaveLength(7)
      await expectBooksAgree(shop().ctx.db)
    })

    test('K8: a network of 256 addresses holds cloth for eighteen', async () => {
      await count(...Array.from({ length: 40 }, () => 1))
      const statuses: number[] = []
      for (let at = 0; at < 21; at += 1)
        statuses.push((await press(1, `b${at}`, `203.0.113.${Math.floor(at / 5) + 10}`)).status)
      expect(statuses).toEqual([...Array.from({ length: 18 }, () => 200), 429, 429, 429])
    })

    test('K8: where all clients share one address nobody is limited', async () => {
      await count(...Array.from({ length: 10 }, () => 1))
      const shared = { ctx: { ...shop().ctx, clientsShareAddress: true } }
      for (let at = 0; at < 8; at += 1) await open(1, `b${at}`, shared)
      expect(await claims()).toHaveLength(8)
    })

    test('K8: the first unpaid order holds what its page promised, further ones half of what is left of a number', async () => {
      await count(8, 8)
      expect((await press(8, 'first')).status).toBe(200)
      const half = await press(5, 'second')
      expect([half.status, half.body.code]).toEqual([409, 'stock_short'])
      expect(half.body.lines).toMatchObject([{ most: 4, waits: false, isShared: true, newUnitAmount: 1100 }])
      expect((await left()).toSorted()).toEqual([0, 8])
      expect((await press(4, 'second')).status).toBe(200)
      const none = await press(1, 'third')
      expect(none.body.lines).toMatchObject([{ most: 0, isShared: true, newUnitAmount: null }])
      expect((await press(4, 'other', '198.51.100.9')).status).toBe(200)
      await expectBooksAgree(shop().ctx.db)
    })

    test('K8: a further order that is refused is told, and takes what it may; what is paid counts no more', async () => {
      await count(8)
      const first = await open(1, 'first')
      expect((await press(5, 'second')).body.lines).toMatchObject([{ most: 3, isShared: true }])
      await pay(first.sessionId)
      expect((await press(5, 'second')).status).toBe(200)
    })

    test('K8: of twelve presses of one client at once all together leave half of a number to others', async () => {
      await count(...Array.from({ length: 6 }, () => 1))
      const all = await Promise.all(Array.from({ length: 12 }, (_, at) => press(1, `b${at}`)))
      // One for its first order, and half of the five that are left beside it.
      expect(all.filter(({ status }) => status === 200)).toHaveLength(3)
      expect((await left()).reduce((sum, units) => sum + units, 0)).toBe(3)
      await expectBooksAgree(shop().ctx.db)
    })

    test('K8: a network holds three times as much: its first three orders freely, of further ones three quarters', async () => {
      await count(...Array.from({ length: 11 }, () => 1))
      const statuses: number[] = []
      for (let at = 1; at <= 11; at += 1)
        statuses.push((await press(1, `b${at}`, `2001:db8:7:${at}::1`)).status)
      expect(statuses).toEqual([...Array(9).fill(200), 409, 409])
      expect((await press(1, 'other', '2001:db8:8:1::1')).status).toBe(200)
    })

    test('K8: further orders of one client hold six numbers', async () => {
      const { ctx } = shop()
      const numbers = Array.from({ length: 7 }, (_, at) => `F-MANY-${at}`)
      const fabrics = numbers.map((each) => fabricForTests({ number: each }))
      await ctx.db.transaction().execute((trx) => putProducts(trx, ctx.now(), fabrics))
      for (const each of numbers) await countForTests(ctx, each, [9])
      await count(9)
      const pressFor = async (wanted: readonly string[], browser: string, address = '203.0.113.7') =>
        postCheckout(
          shop(),
          await bodyFor(
            ctx.db,
            wanted.map((each) => [each, 1] as const),
            `browser-${browser}-of-test`,
          ),
          { address },
        )
      expect((await pressFor([number, ...numbers], 'first')).status).toBe(200)
      expect((await pressFor(numbers.slice(0, 5), 'second')).status).toBe(200)
      const seven = await pressFor(numbers.slice(4), 'third')
      expect([seven.status, seven.body.code]).toEqual([429, 'too_many_holds'])
      expect((await pressFor(numbers.slice(4, 6), 'third')).status).toBe(200)
      expect((await pressFor(numbers, 'other', '198.51.100.9')).status).toBe(200)
    })

    describe('K30: three holds in a row that ended unpaid', () => {
      const endUnpaid = async (browser: string, address?: string) => {
        const { body, status } = await press(1, browser, address)
        expect(status, browser).toBe(200)
        await shop().provider.expire(body.url?.split('/').at(-1) ?? '')
        await shop().provider.settled()
      }

      test('the next one waits an hour, and is told; others go on', async () => {
        await count(9)
        for (const browser of ['one', 'two', 'three']) await endUnpaid(browser)
        const refused = await press(1, 'four')
        expect([refused.status, refused.body.code]).toEqual([429, 'unpaid_holds'])
        expect(refused.body.message).toContain('1時間')
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(59 * 60)
        expect(await left()).toEqual([9])
        expect((await press(1, 'other', '203.0.113.8')).status).toBe(200)
        await shop().advance(60 * minute)
        expect((await press(1, 'four')).status).toBe(200)
      })

      test('a day without one begins anew, also where the ended count still lies there', async () => {
        await count(9)
        for (const browser of ['one', 'two', 'three']) await endUnpaid(browser)
        await shop().advance(24 * 60 * minute)
        await endUnpaid('four')
        expect((await press(1, 'five')).status).toBe(200)
      })

      test('a payment between them begins anew', async () => {
        await count(9)
        for (const browser of ['one', 'two']) await endUnpaid(browser)
        const { sessionId } = await open(1, 'paying')
        await pay(sessionId)
        for (const browser of ['three', 'four']) await endUnpaid(browser)
        expect((await press(1, 'five')).status).toBe(200)
      })

      test('what is not counted is sold meanwhile', async () => {
        await count(9)
        for (const browser of ['one', 'two', 'three']) await endUnpaid(browser)
        const body = await bodyFor(shop().ctx.db, [['F-330', 1]], 'browser-four-of-test')
        expect((await postCheckout(shop(), body)).status).toBe(200)
      })

      test('a hold that its browser gives up for what is not counted has ended unpaid', async () => {
        await count(9)
        for (const browser of ['one', 'two', 'three']) {
          expect((await press(9, browser)).status, browser).toBe(200)
          const body = await bodyFor(shop().ctx.db, [['F-330', 1]], `browser-${browser}-of-test`)
          expect((await postCheckout(shop(), body)).status).toBe(200)
          expect(await left()).toEqual([9])
        }
        expect((await press(9, 'four')).body.code).toBe('unpaid_holds')
      })

      test('carts that one browser changes count as one hold, and each forty minutes of it as one that ended', async () => {
        await count(9)
        for (const units of [1, 2, 3, 4, 5]) expect((await press(units, 'one')).status).toBe(200)
        for (const units of [1, 2]) {
          await shop().advance(41 * minute)
          expect((await press(units, 'one')).status, `${units}`).toBe(200)
        }
        await shop().advance(41 * minute)
        expect((await press(4, 'one')).body.code).toBe('unpaid_holds')
      })

      test('an order that got no payment page is nobody’s fault', async () => {
        await count(9)
        const { ctx } = shop()
        const refusing = {
          ...ctx,
          gateway: { ...ctx.gateway, open: async () => ({ kind: 'refused' as const, why: 'no' }) },
        }
        for (const browser of ['one', 'two', 'three']) {
          const body = await bodyFor(ctx.db, [[number, 1]], `browser-${browser}-of-test`)
          expect((await postCheckout({ ctx: refusing }, body)).status).toBe(502)
        }
        expect((await press(1, 'four')).status).toBe(200)
      })

      test('a page whose end nobody told, too', async () => {
        await count(9)
        shop().provider.faults.events({ kind: 'lose' }, { times: 9 })
        for (const browser of ['one', 'two', 'three']) {
          await open(1, browser)
          await shop().advance(51 * minute)
          await releaseHoldsJob(shop().ctx).run(never)
        }
        expect((await press(1, 'four')).body.code).toBe('unpaid_holds')
      })

      test('nine of a network', async () => {
        await count(9)
        for (let at = 1; at <= 9; at += 1) await endUnpaid(`b${at}`, `203.0.113.${at}`)
        expect((await press(1, 'next', '203.0.113.200')).body.code).toBe('unpaid_holds')
        expect((await press(1, 'next', '203.0.112.1')).status).toBe(200)
      })

      test('households behind one address that buy at once and leave count as one', async () => {
        await count(...Array.from({ length: 20 }, () => 1))
        for (const round of [1, 2, 3]) {
          const homes = ['a', 'b', 'c'].map((home) => `${home}${round}`)
          const pages = await Promise.all(homes.map((home) => open(1, home)))
          expect((await press(1, `other${round}`, '203.0.113.99')).status, `${round}`).toBe(200)
          await shop().advance(minute)
          await Promise.all(pages.map(({ sessionId }) => shop().provider.expire(sessionId)))
          await shop().provider.settled()
        }
        expect((await press(1, 'four')).body.code).toBe('unpaid_holds')
      })

      test('two hours after the last one the row is forgotten, and not before', async () => {
        await count(9)
        for (const browser of ['one', 'two']) await endUnpaid(browser)
        await shop().advance(119 * minute)
        await endUnpaid('three')
        expect((await press(1, 'four')).body.code).toBe('unpaid_holds')
        await shop().advance(121 * minute)
        for (const browser of ['five', 'six']) await endUnpaid(browser)
        expect((await press(1, 'seven')).status).toBe(200)
      })

      test('a browser that paid one of its last three orders does not wait for what strangers at its address left', async () => {
        await count(9)
        const { sessionId } = await open(1, 'paying')
        await pay(sessionId)
        for (const browser of ['one', 'two', 'three']) await endUnpaid(browser)
        expect((await press(1, 'four')).body.code).toBe('unpaid_holds')
        for (const _ of [1, 2, 3]) await endUnpaid('paying')
        expect((await press(1, 'paying')).body.code).toBe('unpaid_holds')
      })
    })
  })

  /** SQLite's plans of the queries in `act` that read claims. */
  const plansOf = async (act: (at: Pick<CheckoutShop, 'ctx'>) => Promise<unknown>): Promise<string[]> => {
    const { ctx } = shop()
    const seen: RootOperationNode[] = []
    const db = ctx.db.withPlugin({
      transformQuery: ({ node }) => {
        seen.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await act({ ctx: { ...ctx, db } })
    const executor = ctx.db.getExecutor()
    const plans = new Set<string>()
    for (const node of seen.filter(({ kind }) => kind !== 'RawNode')) {
      const id = { queryId: 'plan' }
      const { sql, parameters } = executor.compileQuery(executor.transformQuery(node, id), id)
      if (!sql.includes('stock_claim') || sql.startsWith('insert')) continue
      const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
      for (const row of (await ctx.db.executeQuery<{ detail: string }>(explained)).rows)
        if (/stock_?claim/i.test(row.detail)) plans.add(row.detail)
    }
    return [...plans]
  }

  // PostgreSQL plans with the bound values.
  if (engine === 'sqlite')
    test('K4: what is read of claims does not grow with all that ever were', async () => {
      await count(7)
      await open(1, 'one')
      const plans = await plansOf(async ({ ctx }) => {
        await open(2, 'one', { ctx })
        await releaseHoldsJob(ctx).run(never)
        await stockLists(ctx.db, null)
        await deskStock(ctx.db, number)
      })
      expect(plans.filter((plan) => /^SCAN stock_claim$/.test(plan))).toEqual([])
      expect(plans.join()).toContain('stock_claim_open')
    })

  describe('the end of a payment page', () => {
    test('N12: until it is paid, the desk says of what it holds that it is not: who packs cannot open it', async () => {
      await count(7)
      const { sessionId } = await open(3, 'one')
      const shown = async () => {
        const stock = await deskStock(shop().ctx.db, number)
        return stock?.counted?.pieces.flatMap(({ claims: held }) =>
          held.map(({ units, isPaid }) => ({ units, isPaid })),
        )
      }
      expect(await shown()).toEqual([{ units: 3, isPaid: false }])
      await pay(sessionId)
      expect(await shown()).toEqual([{ units: 3, isPaid: true }])
    })

    test('K6: paid it is promised, and its client is forgotten', async () => {
      await count(7)
      const { sessionId } = await open(3, 'one')
      expect((await claims())[0]?.client).toEqual(expect.any(String))
      await pay(sessionId)
      expect(await claims()).toMatchObject([{ state: 'promised', until: null, client: null }])
      expect(await left()).toEqual([4])
    })

    test('C22, K6: expired, it is given back with the state', async () => {
      await count(7)
      const { sessionId } = await open(3, 'one')
      await shop().provider.expire(sessionId)
      await shop().provider.settled()
      expect((await ordersOf(shop().ctx.db))[0]?.state).toBe('expired')
      expect(await left()).toEqual([7])
      await expectBooksAgree(shop().ctx.db)
    })

    describe('戻す', () => {
      const end = async (parts: Partial<CheckoutShop['ctx']> = {}, requestId = 'end') => {
        const { ctx } = shop()
        const [order] = await ordersOf(ctx.db)
        const form = { requestId, number: order?.orderNumber ?? '' }
        return endPaymentPage({ ...ctx, ...parts }, deskPersonForTests(ctx), form)
      }

      test('K6: the owner gives it back, its page being ended first, once for a form that is sent twice', async () => {
        await count(7)
        const { sessionId } = await open(3, 'one')
        expect(await end()).toEqual({ ok: true, value: null })
        expect(await left()).toEqual([7])
        expect(await end()).toEqual({ ok: true, value: null })
        expect((await shop().ctx.gateway.session(sessionId))?.status).toBe('expired')
        await shop().provider.settled()
        await expectBooksAgree(shop().ctx.db)
      })

      test('N2, K6: a form that is no new one ends no page', async () => {
        const { ctx } = shop()
        await count(7)
        await open(3, 'one')
        await noteRow(ctx, 'used')
        for (const requestId of ['', 'used']) {
          expect(await end({}, requestId)).toEqual({ ok: false, error: 'other-content' })
          expect((await ordersOf(ctx.db))[0]?.state, requestId).toBe('pending')
        }
        expect(await left()).toEqual([4])
      })

      test('K6: of an order that has no page yet it is given back with the order', async () => {
        await count(7)
        await open(3, 'one')
        await shop().ctx.db.updateTable('orders').set({ sessionId: null, sessionUrl: null }).execute()
        expect(await end()).toEqual({ ok: true, value: null })
        expect(await left()).toEqual([7])
      })

      test('K6: what was paid meanwhile stays promised', async () => {
        await count(7)
        const { sessionId } = await open(3, 'one')
        shop().provider.faults.events({ kind: 'lose' }, { times: 9 })
        await shop().provider.pay(sessionId)
        expect(await end()).toEqual({ ok: false, error: 'paid' })
        expect(await claims()).toMatchObject([{ state: 'promised', units: 3 }])
        expect(await left()).toEqual([4])
      })

      test('K6: where the provider does not answer it stays held, and the form may be sent again', async () => {
        await count(7)
        await open(3, 'one')
        const silent = () => Promise.reject(new Error('no answer'))
        const gateway = { ...shop().ctx.gateway, expire: silent, session: silent }
        expect(await end({ gateway })).toEqual({ ok: false, error: 'no-answer' })
        expect(await left()).toEqual([4])
        expect(await end()).toEqual({ ok: true, value: null })
        expect(await left()).toEqual([7])
      })
    })

    test('K6: without any word of the provider it is given back ten minutes after its end, and not before', async () => {
      await count(7)
      await open(3, 'one')
      shop().provider.faults.events({ kind: 'lose' }, { times: 9 })
      const job = releaseHoldsJob(shop().ctx)
      await shop().advance(49 * minute)
      await job.run(never)
      expect(await left()).toEqual([4])
      await shop().advance(2 * minute)
      await job.run(never)
      expect(await left()).toEqual([7])
      await expectBooksAgree(shop().ctx.db)
    })

    test('K6: while money is on its way the hold stays, and goes when it fails', async () => {
      await count(7)
      const { sessionId } = await open(3, 'one')
      await shop().provider.pay(sessionId, { waits: true })
      await shop().provider.settled()
      await shop().advance(200 * minute)
      await releaseHoldsJob(shop().ctx).run(never)
      expect(await left()).toEqual([4])
      await shop().provider.settlePayment(sessionId, 'failed')
      await shop().provider.settled()
      expect(await left()).toEqual([7])
    })

    test('K7, K9: money for a hold that lost its piece in a count needs a look, and is no promise', async () => {
      await count(7)
      const { sessionId } = await open(5, 'one')
      const pieces = [{ units: 3, lengthCm: null, widthCm: null }]
      const { ctx } = shop()
      await recountPieces(ctx, { kind: 'owner' }, { requestId: 'r', number, version: null, pieces })
      expect(await claims()).toMatchObject([{ state: 'held', units: 5 }])
      await pay(sessionId)
      expect((await ordersOf(ctx.db))[0]).toMatchObject({ state: 'needs_review', reviewReason: 'sold-out' })
      expect(await claims()).toMatchObject([{ state: 'released' }])
      expect(await left()).toEqual([0, 3])
      await expectBooksAgree(ctx.db)
    })

    test('K7: money after the release claims anew; where nothing is left the order needs a look', async () => {
      await count(3)
      shop().provider.faults.events({ kind: 'lose' }, { times: 9 })
      const late = async (browser: string) => {
        const { sessionId } = await open(3, browser)
        await shop().provider.pay(sessionId)
        await shop().ctx.db.updateTable('stockClaim').set({ until: 1 }).where('state', '=', 'held').execute()
        await releaseHoldsJob(shop().ctx).run(never)
        expect(await left()).toEqual([3])
        return sessionId
      }
      await late('one')
      await late('two')
      await shop().advance(20 * minute)
      await reconcileOrders(shop().ctx, never)
      const orders = await ordersOf(shop().ctx.db)
      expect(orders.map(({ state, reviewReason }) => [state, reviewReason])).toEqual([
        ['paid', null],
        ['needs_review', 'sold-out'],
      ])
      expect(await left()).toEqual([0])
      await expectBooksAgree(shop().ctx.db)
    })
  })
})
