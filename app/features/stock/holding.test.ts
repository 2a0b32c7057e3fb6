import { CompiledQuery, type RootOperationNode } from 'kysely'
import { describe, expect, test } from 'vitest'
import { reconcileOrders } from '~/features/payments/jobs.server.ts'
import { endPaymentPage } from '~/features/payments/one-page.commands.server.ts'
import type { CheckoutShop } from '../../../tests/support/checkout-for-tests.ts'
import { checkoutOnBothEngines } from '../../../tests/support/checkout-on-both-engines.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { bodyFor, openPaymentPage, ordersOf, postCheckout } from '../../../tests/support/shopper-for-tests.ts'
import { countForTests, expectBooksAgree, leftOfPieces } from '../../../tests/support/stock-for-tests.ts'
import { ok } from '../../kernel/result.ts'
import { actOnce } from '../../server/audit.ts'
import { deskStock } from '../stock-desk/desk.queries.server.ts'
import { stockLists } from '../stock-desk/lists.queries.server.ts'
import { recountPieces } from './counting.commands.server.ts'
import { releaseHoldsJob } from './jobs.server.ts'

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
        for (const units of order) expect((await press(units, `b${units}`)).status).toBe(200)
        expect(await left()).toEqual([0, 0, 0])
        await expectBooksAgree(shop().ctx.db)
      },
    )

    test('K4: more than one piece holds is refused with what there is, and nothing is written', async () => {
      await count(7, 7)
      const answer = await press(8, 'one')
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({
        code: 'stock_short',
        lines: [{ managementNumber: number, reason: 'stock', most: 7, waits: false, newUnitAmount: 1100 }],
      })
      expect(await ordersOf(shop().ctx.db)).toEqual([])
      expect(await left()).toEqual([7, 7])
      expect((await press(7, 'one')).status).toBe(200)
      expect((await press(7, 'two')).status).toBe(200)
      expect((await press(1, 'three')).body).toMatchObject({
        lines: [{ most: 0, waits: true, newUnitAmount: null }],
      })
      await expectBooksAgree(shop().ctx.db)
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

    test('K8: a network of 256 addresses holds cloth for twenty', async () => {
      await count(...Array.from({ length: 40 }, () => 1))
      const statuses: number[] = []
      for (let at = 0; at < 21; at += 1)
        statuses.push((await press(1, `b${at}`, `203.0.113.${Math.floor(at / 5) + 10}`)).status)
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    })

    test('K8: where all clients share one address nobody is limited', async () => {
      await count(...Array.from({ length: 10 }, () => 1))
      const shared = { ctx: { ...shop().ctx, clientsShareAddress: true } }
      for (let at = 0; at < 8; at += 1) await open(1, `b${at}`, shared)
      expect(await claims()).toHaveLength(8)
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

    test('K6: expired, it is given back with the state', async () => {
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
