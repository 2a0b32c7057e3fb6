import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moneyCards } from '~/features/orders/desk/cards.queries.server.ts'
import { listLength } from '~/features/orders/desk/list.queries.server.ts'
import { deskOrder } from '~/features/orders/desk/page.queries.server.ts'
import { moneyOfOrder, unitsNotShipped, unitsTaken } from '~/features/orders/money.queries.server.ts'
import { notGivenBack } from '~/features/orders/money.rules.ts'
import { compareWithProvider } from '~/features/orders/payment/jobs.server.ts'
import { paymentsOfOrder } from '~/features/orders/payment/queries.server.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { recountPieces } from '~/features/stock/counting.commands.server.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { loseOrders, placePaidOrder } from '../../../../tests/support/paid-order.ts'
import { mailKinds, openTwoPaymentPages, ordersOf } from '../../../../tests/support/shopper-for-tests.ts'
import { countForTests, expectBooksAgree } from '../../../../tests/support/stock-for-tests.ts'
import { saveTicks } from '../parcel/commands.server.ts'
import { shipOrder } from '../parcel/shipping.commands.server.ts'
import { cancelOrder } from './cancelling.commands.server.ts'
import { forgoRefund } from './forgoing.commands.server.ts'
import { moneySheet } from './queries.server.ts'
import { requestRefund } from './requesting.commands.server.ts'
import { attemptsOf, leftOfAll, owedOf } from './rules.ts'
import { settleOrder } from './settling.commands.server.ts'
import { failedAsked } from './sheet.server.ts'
import { giveBackUnmatched, recordTransfer } from './transferring.commands.server.ts'

const nothing = { lines: [], shipping: 0, other: 0, reason: '' }
const never = new AbortController().signal

checkoutOnBothEngines('what is owed of an order', (shop) => {
  const db = () => shop().ctx.db
  const provider = () => shop().provider
  const owner = () => deskPersonForTests(shop().ctx)
  const order = async () => {
    const [found] = await ordersOf(db())
    if (found === undefined) throw new Error('no order')
    return found
  }
  const payments = async () => paymentsOfOrder(db(), (await order()).id)
  let ids = 0
  const form = async () => {
    ids += 1
    const { orderNumber: number } = await order()
    return { number, version: null, requestId: `owed ${ids}`, mailsBuyer: true }
  }
  const refund = async (
    wanted: Partial<Parameters<typeof requestRefund>[2]['wanted']>,
    insteadOf: string | null = null,
  ) => {
    const made = await requestRefund(shop().ctx, owner(), {
      ...(await form()),
      wanted: { ...nothing, ...wanted },
      insteadOf,
      returnId: null,
      note: null,
    })
    await provider().settled()
    return made
  }
  const other = (amount: number, insteadOf: string | null = null) =>
    refund({ other: amount, reason: '傷' }, insteadOf)
  const cancel = async () => {
    const made = await cancelOrder(shop().ctx, owner(), { ...(await form()), reason: '' })
    await provider().settled()
    return made
  }
  const giveBackSecond = async () => {
    const made = await settleOrder(shop().ctx, owner(), {
      ...(await form()),
      how: 'second-given-back',
      note: '',
    })
    await provider().settled()
    return made
  }
  /** The provider says so of the newest refund that arrived, or of this one. */
  const becomes = async (status: 'failed' | 'canceled' | 'succeeded', id?: string) => {
    const rows = await db().selectFrom('refund').selectAll().orderBy('asOf').orderBy('askedAt').execute()
    const row =
      id === undefined
        ? rows.findLast(({ state }) => state === 'succeeded')
        : rows.find((each) => each.id === id)
    await provider().changeRefund(row?.providerId ?? '', status)
    await provider().settled()
    return row?.id ?? ''
  }
  /** Amounts, oldest first: on the order's page, in the card and the list of きょう, and in the badge they are the same. */
  const owed = async (): Promise<number[]> => {
    const found = await payments()
    const { id, orderNumber } = await order()
    const due = owedOf(found)
    const amounts = found.flatMap(({ refunds }) =>
      refunds.flatMap((each) => (due.includes(each.id) ? each.amount : [])),
    )
    expect(notGivenBack(await moneyOfOrder(db(), id)), 'its badge').toBe(
      amounts.reduce((sum, each) => sum + each, 0),
    )
    const card = moneyCards.find(({ kind }) => kind === 'failed-refund')
    expect((await card?.read(shop().ctx))?.count, 'its card').toBe(amounts.length)
    expect(await listLength(shop().ctx, 'refund-failed'), 'its list').toBe(Math.min(1, amounts.length))
    const page = await deskOrder(db(), { role: 'owner' }, orderNumber, shop().ctx.now(), new Map())
    const open = page?.owners?.money.refunds.flatMap(({ isOpen, amount }) => (isOpen ? amount : []))
    expect(open?.toSorted(), 'its page').toEqual(amounts.toSorted())
    return amounts
  }
  const paidTwice = async () => {
    const { first, second } = await openTwoPaymentPages(shop())
    for (const { sessionId } of [second, first]) {
      await provider().pay(sessionId)
      await provider().settled()
      await shop().advance(1_000)
    }
    const found = await payments()
    const sessionOf = (role: string) => found.find((each) => each.role === role)?.sessionId ?? ''
    return { first: sessionOf('first'), second: sessionOf('second') }
  }

  test('N156: who gives a second payment back owes nothing that had failed on it, and still what failed on the order’s own', async () => {
    const { first, second } = await paidTwice()
    for (const [session, amount] of [
      [second, 600],
      [first, 300],
    ] as const) {
      await provider().refund(session, { amount })
      await provider().settled()
      await becomes('failed')
    }
    expect(await owed()).toEqual(expect.arrayContaining([600, 300]))
    expect(await giveBackSecond()).toMatchObject({ ok: true, value: { amount: 2600 } })
    expect(await owed()).toEqual([300])
    // Where it fails as well all of it is owed, once, and goes back from the payment that it is of.
    const failed = await becomes('failed')
    expect(await owed()).toEqual(expect.arrayContaining([2600, 300]))
    expect(await other(2600, failed)).toMatchObject({ ok: true })
    expect(await owed()).toEqual([300])
    const [own, beside] = await payments().then((all) =>
      ['first', 'second'].map((role) => all.find((each) => each.role === role)),
    )
    expect(own?.refunds.map(({ state }) => state)).toEqual(['failed'])
    expect(beside?.refunds.map(({ amount, state }) => [amount, state])).toEqual([
      [600, 'failed'],
      [2600, 'failed'],
      [2600, 'succeeded'],
    ])
  })

  test('N156: a second payment that went back at the provider’s own screen owes nothing either', async () => {
    const { second } = await paidTwice()
    await provider().refund(second, { amount: 600 })
    await provider().settled()
    await becomes('failed')
    expect(await owed()).toEqual([600])
    await provider().refund(second, { amount: 2600 })
    await provider().settled()
    expect(await owed()).toEqual([])
  })

  test('N156: money without an order that goes back once more owes nothing that had failed, and no card is left', async () => {
    await placePaidOrder(shop())
    await loseOrders(db())
    await compareWithProvider(shop().ctx, never)
    const { paymentIntent } = await db()
      .selectFrom('payment')
      .select('paymentIntent')
      .executeTakeFirstOrThrow()
    const give = async (requestId: string) => {
      const made = await giveBackUnmatched(shop().ctx, owner(), { requestId, paymentIntent, note: '' })
      await provider().settled()
      return made
    }
    const counts = async () =>
      Promise.all(
        ['failed-refund', 'unmatched-payment'].map(
          async (kind) => (await moneyCards.find((card) => card.kind === kind)?.read(shop().ctx))?.count,
        ),
      )
    await give('one')
    expect(await counts()).toEqual([0, 0])
    const failed = await becomes('failed')
    expect(await counts(), 'one card, which opens what it counts').toEqual([0, 1])
    expect(await give('two')).toMatchObject({ ok: true })
    expect(await counts()).toEqual([0, 0])
    const dropped = db().selectFrom('refund').select('droppedAt').where('id', '=', failed)
    expect(await dropped.executeTakeFirst()).toEqual({ droppedAt: expect.any(Number) })
  })

  test('M46: a refund of everything that the provider calls off is owed as one that failed: the order stays cancelled, and its owner hears of it', async () => {
    await placePaidOrder(shop())
    await other(600)
    await becomes('failed')
    expect(await cancel()).toMatchObject({ ok: true })
    expect(await owed()).toEqual([])
    const all = await becomes('canceled')
    expect(await owed(), 'all of it, and what failed before within it').toEqual([2600])
    expect(await order()).toMatchObject({ cancelledAt: expect.any(Number), shippedAt: null })
    expect((await mailKinds(db())).filter((kind) => kind === 'owner_refund')).toHaveLength(2)
    const noted = db().selectFrom('orderEvent').select('detail').where('what', '=', 'refund failed').execute()
    expect(await noted).toHaveLength(2)
    const transfer = { ...(await form()), refundId: all, sentAt: shop().ctx.now(), note: '' }
    expect(await recordTransfer(shop().ctx, owner(), transfer)).toMatchObject({
      ok: true,
      value: { amount: 2600 },
    })
    expect(await owed()).toEqual([])
    expect(leftOfAll(await payments())).toBe(0)
  })

  test('M46: units whose refund failed or was called off stay in the shop until their money went back or was asked for again', async () => {
    await placePaidOrder(shop())
    const { id } = await order()
    const kept = async () => {
      const found = await orderBy(db(), 'id', id)
      const notShipped = found === undefined ? [] : await unitsNotShipped(db(), found)
      return [(await unitsTaken(db(), [id])).get(`${id} 0`), notShipped[0]]
    }
    for (const status of ['failed', 'canceled'] as const) {
      const before = owedOf(await payments())[0] ?? null
      await refund({ lines: [{ position: 0, units: 1 }] }, before)
      expect(await kept(), `before it is ${status}`).toEqual([1, 1])
      await becomes(status)
      expect(await kept(), status).toEqual([1, 1])
      expect(await owed()).toHaveLength(1)
    }
    await refund({ lines: [{ position: 0, units: 1 }] }, owedOf(await payments())[0])
    expect(await kept()).toEqual([1, 1])
  })

  test.each(['asked for again', 'transferred', 'given back with all there was'])(
    'M46: a unit whose refund failed before the parcel left was not in it, also once its money is %s afterwards',
    async (how) => {
      await placePaidOrder(shop())
      await refund({ lines: [{ position: 0, units: 1 }] })
      const failed = await becomes('failed')
      await shop().advance(1_000)
      expect(await shipOrder(shop().ctx, owner(), { ...(await form()), parcels: [] })).toMatchObject({
        ok: true,
      })
      const { id } = await order()
      const notShipped = async () => {
        const found = await orderBy(db(), 'id', id)
        return found && (await unitsNotShipped(db(), found))[0]
      }
      expect(await notShipped()).toBe(1)
      await shop().advance(1_000)
      const transfer = { ...(await form()), refundId: failed, sentAt: shop().ctx.now(), note: '' }
      const made =
        how === 'transferred'
          ? await recordTransfer(shop().ctx, owner(), transfer)
          : how === 'asked for again'
            ? await refund({ lines: [{ position: 0, units: 1 }] }, failed)
            : await other(leftOfAll(await payments()))
      expect(made).toMatchObject({ ok: true })
      await provider().settled()
      expect(await owed()).toEqual([])
      expect(await notShipped()).toBe(1)
    },
  )

  test.each([
    'a refund at the provider’s own screen that is called off there',
    'a lost dispute that is won after all',
  ])('N156: after %s what failed before is owed again, once', async (what) => {
    const { sessionId } = await placePaidOrder(shop())
    await other(600)
    await other(200, await becomes('failed'))
    await becomes('failed')
    expect(await owed()).toEqual([200])
    const dispute = what.includes('dispute') ? await provider().dispute(sessionId) : null
    await provider().settled()
    if (dispute === null) await provider().refund(sessionId)
    else await provider().changeDispute(dispute, 'lost')
    await provider().settled()
    expect(await owed()).toEqual([])
    if (dispute === null) await becomes('canceled')
    else await provider().changeDispute(dispute, 'won')
    await provider().settled()
    expect(await owed()).toEqual([200])
    expect(leftOfAll(await payments())).toBe(2600)
  })

  test('M50: what was called off on purpose is owed no more once its owner says why, and its unit is packed again with its cloth', async () => {
    await countForTests(shop().ctx, 'F-330', [7])
    const { sessionId } = await placePaidOrder(shop(), [['F-330', 3]])
    const { id, orderNumber } = await order()
    const claims = () =>
      db().selectFrom('stockClaim').select(['state', 'units']).where('state', '<>', 'released').execute()
    const packed = async () => 3 - ((await unitsTaken(db(), [id])).get(`${id} 0`) ?? 0)
    await refund({ lines: [{ position: 0, units: 1 }] })
    const off = await becomes('canceled')
    expect([await packed(), await claims(), await owed()]).toEqual([
      2,
      [{ state: 'promised', units: 2 }],
      [330],
    ])
    const ticks = (['cut', 'packed'] as const).map((step) => `${orderNumber}:0:${step}`)
    await saveTicks(shop().ctx, owner(), { requestId: 'ticks', on: ticks.slice(1), off: [] })
    const forgo = async (because: string, refundId = off, actor = owner()) =>
      forgoRefund(shop().ctx, actor, { ...(await form()), refundId, because })
    expect(await forgo('')).toEqual({ ok: false, error: 'because-missing' })
    expect(await forgo('x', 'other')).toEqual({ ok: false, error: 'no-failed-refund' })
    const version = (await order()).version
    expect(await forgo('やはり3枚送る')).toMatchObject({ ok: true, value: { amount: 330 } })
    expect([await packed(), await claims(), await owed()]).toEqual([3, [{ state: 'promised', units: 3 }], []])
    expect(await db().selectFrom('packingTick').selectAll().execute(), 'packed anew').toEqual([])
    expect((await order()).version).toBe(version + 1)
    const noted = db()
      .selectFrom('orderEvent')
      .select('detail')
      .where('what', '=', 'refund forgone')
      .execute()
    expect(await noted).toEqual([{ detail: '330' }])
    await expectBooksAgree(db())
    expect(await forgo('また')).toEqual({ ok: false, error: 'no-failed-refund' })
    // Neither what the provider repeats nor what becomes of other money brings it back.
    await becomes('canceled', off)
    await provider().refund(sessionId)
    await provider().settled()
    await becomes('canceled')
    expect(await owed()).toEqual([])
    const page = await deskOrder(db(), { role: 'owner' }, orderNumber, shop().ctx.now(), new Map())
    expect(page?.owners?.money.refunds.map(({ failure }) => failure)).toContainEqual(
      expect.stringContaining('返金しないことにしました（やはり3枚送る）'),
    )
  })

  test('M50: what the buyer would get neither as goods nor as money is not forgone', async () => {
    await countForTests(shop().ctx, 'F-330', [3])
    await placePaidOrder(shop(), [['F-330', 3]])
    const { orderNumber } = await order()
    await refund({ lines: [{ position: 0, units: 1 }] })
    const off = await becomes('canceled')
    const forgo = async (refundId: string) =>
      forgoRefund(shop().ctx, owner(), { ...(await form()), refundId, because: '送る' })
    await recountPieces(shop().ctx, owner(), {
      requestId: 'recount',
      number: 'F-330',
      version: null,
      pieces: [{ units: 2, lengthCm: null, widthCm: null }],
    })
    expect(await forgo(off), 'sold or gone').toEqual({ ok: false, error: 'no-piece' })
    expect(await owed()).toEqual([330])
    await expectBooksAgree(db())
    await saveTicks(shop().ctx, owner(), { requestId: 'cut', on: [`${orderNumber}:0:cut`], off: [] })
    expect(await forgo(off)).toEqual({ ok: false, error: 'rest-cut' })
    await other(100)
    const damage = await becomes('failed')
    await shop().advance(1_000)
    await shipOrder(shop().ctx, owner(), { ...(await form()), parcels: [] })
    await shop().advance(1_000)
    expect(await forgo(off)).toEqual({ ok: false, error: 'left-without' })
    expect(await forgo(damage), 'of no unit').toMatchObject({ ok: true })
    await refund({ lines: [{ position: 0, units: 1 }] }, off)
    const again = await becomes('failed')
    expect(await forgo(again), 'nor what was tried in its place').toEqual({
      ok: false,
      error: 'left-without',
    })
    await refund({ lines: [{ position: 0, units: 1 }] })
    expect(await forgo(await becomes('canceled')), 'of what was in the parcel').toMatchObject({ ok: true })
    expect(await owed()).toEqual([330])
    await other(330, again)
    expect(await forgo(await becomes('failed')), 'nor where a sum was tried in its place').toEqual({
      ok: false,
      error: 'left-without',
    })
  })

  test('M50: the page of a refund that another desk dealt with meanwhile shows no other in its place', async () => {
    await placePaidOrder(shop())
    const [one, two] = [
      await other(300).then(() => becomes('failed')),
      await other(200).then(() => becomes('failed')),
    ]
    const asked = async (id: string | null) => {
      const sheet = await moneySheet(db(), (await order()).orderNumber)
      return sheet && failedAsked(sheet, id)
    }
    expect(await asked(one)).toMatchObject({ id: one, amount: 300 })
    const forgone = { ...(await form()), refundId: one, because: 'x' }
    expect(await forgoRefund(shop().ctx, owner(), forgone)).toMatchObject({ ok: true })
    expect(await asked(one)).toBeNull()
    expect(await asked(null)).toMatchObject({ id: two, amount: 200 })
  })

  test('M50: the money of a cancelled order and of a second payment goes back', async () => {
    const { second } = await paidTwice()
    const forgo = async (refundId: string) =>
      forgoRefund(shop().ctx, owner(), { ...(await form()), refundId, because: '送る' })
    expect(await giveBackSecond()).toMatchObject({ ok: true })
    const whole = await becomes('canceled')
    expect(await forgo(whole)).toEqual({ ok: false, error: 'must-go-back' })
    const dispute = await provider().dispute(second)
    await provider().settled()
    expect(await other(2600, whole)).toMatchObject({ ok: true })
    expect(await forgo(await becomes('failed')), 'nor what was tried from the first').toEqual({
      ok: false,
      error: 'must-go-back',
    })
    await provider().changeDispute(dispute, 'won')
    await provider().settled()
    await provider().refund(second)
    await provider().settled()
    expect(await owed()).toEqual([])
    await cancel()
    expect(await forgo(await becomes('canceled'))).toEqual({ ok: false, error: 'must-go-back' })
  })

  test('N156: what failed on a second payment that went back takes no room from what is owed again of the order’s own', async () => {
    const { first, second } = await paidTwice()
    for (const [session, amount] of [
      [first, 2300],
      [second, 600],
    ] as const) {
      await provider().refund(session, { amount })
      await provider().settled()
      await becomes('failed')
      await shop().advance(1_000)
    }
    expect(await giveBackSecond()).toMatchObject({ ok: true })
    expect(await owed()).toEqual([2300])
    const dispute = await provider().dispute(first)
    await provider().settled()
    await provider().changeDispute(dispute, 'lost')
    await provider().settled()
    expect(await owed()).toEqual([])
    await provider().changeDispute(dispute, 'won')
    await provider().settled()
    expect(await owed()).toEqual([2300])
  })

  test('N156: whatever fails, is called off, arrives after all or goes back elsewhere, nothing is owed twice, nor beside money that all went back', async () => {
    const act = fc.constantFrom(
      ...([
        'part',
        'again',
        'screen',
        'all',
        'fail',
        'call off',
        'arrive',
        'dispute',
        'win',
        'second',
      ] as const),
    )
    await fc.assert(
      fc
        .asyncProperty(
          fc.array(act, { minLength: 3, maxLength: 9 }),
          fc.integer({ min: 1, max: 900 }),
          async (acts, sum) => {
            const { first, second } = await paidTwice()
            let dispute: string | undefined
            for (const what of acts) {
              const [due] = owedOf(await payments())
              if (what === 'part') await other(sum)
              if (what === 'again' && due !== undefined) await other(sum, due)
              if (what === 'screen')
                await provider()
                  .refund(second, { amount: sum })
                  .catch(() => undefined)
              if (what === 'all')
                await provider()
                  .refund(first)
                  .catch(() => undefined)
              if (what === 'fail') await becomes('failed').catch(() => undefined)
              if (what === 'call off') await becomes('canceled').catch(() => undefined)
              if (what === 'arrive' && due !== undefined)
                await becomes('succeeded', due).catch(() => undefined)
              if (what === 'dispute' && dispute === undefined) {
                dispute = await provider().dispute(first)
                await provider().settled()
                await provider().changeDispute(dispute, 'lost')
              }
              if (what === 'win' && dispute !== undefined) await provider().changeDispute(dispute, 'won')
              if (what === 'second') await giveBackSecond()
              await provider().settled()
              await shop().advance(1_000)
              await owed()
              const found = await payments()
              const now = owedOf(found)
              if (leftOfAll(found) === 0) expect(now).toEqual([])
              const roots = found.flatMap(({ refunds }) =>
                refunds.flatMap((each) => (each.insteadOf === null ? each.id : [])),
              )
              for (const root of roots) {
                const chain = attemptsOf(found, root).map(({ id }) => id)
                expect(now.filter((id) => chain.includes(id)).length, what).toBeLessThanOrEqual(1)
              }
            }
          },
        )
        .afterEach(async () => loseOrders(db())),
      { numRuns: 6 },
    )
  }, 120_000)
})
