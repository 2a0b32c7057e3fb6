import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { chainHolding, counts } from '~/features/orders/attempts.rules.ts'
import { unitsNotShipped } from '~/features/orders/money.queries.server.ts'
import { saveTicks } from '~/features/orders/parcel/commands.server.ts'
import { unshipOrder } from '~/features/orders/parcel/correcting.commands.server.ts'
import { shipOrder } from '~/features/orders/parcel/shipping.commands.server.ts'
import { ordersToShipNumbered } from '~/features/orders/parcel/to-ship.queries.server.ts'
import { paymentsOfOrder } from '~/features/orders/payment/queries.server.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { bookSales } from '~/features/orders/sales/booking.commands.server.ts'
import { recountPieces } from '~/features/stock/counting.commands.server.ts'
import type { ReturnedAs } from '~/features/stock/rules.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { untilOneWaits } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { placePaidOrder } from '../../../../tests/support/paid-order.ts'
import { countForTests, expectBooksAgree, leftOfPieces } from '../../../../tests/support/stock-for-tests.ts'
import { cancelOrder } from './cancelling.commands.server.ts'
import { forgoRefund } from './forgoing.commands.server.ts'
import { moneySheet } from './queries.server.ts'
import { requestRefund } from './requesting.commands.server.ts'
import { leftOf, owedOf } from './rules.ts'
import { recordTransfer } from './transferring.commands.server.ts'

const number = 'F-330'
const price = 330

checkoutOnBothEngines('each unit of an order has one fate', (shop, engine) => {
  const db = () => shop().ctx.db
  const owner = () => deskPersonForTests(shop().ctx)
  const onTheShelf = async () => (await leftOfPieces(db(), number)).reduce((sum, each) => sum + each, 0)
  const staysHere = 'その商品は発送から外し、布は在庫に戻しました'
  const toldOwner = async () => {
    const mails = db().selectFrom('mail').select('text').where('kind', '=', 'owner_refund')
    return (await mails.execute()).map(({ text }) => text).join()
  }
  let ids = 0
  /** An order of so many units of counted cloth, and what may happen to it. */
  const orderOf = async (units: number) => {
    const { order: placed } = await placePaidOrder(shop(), [
      [number, units],
      ['F-1100', 1],
    ])
    const { id } = placed
    const order = async () => {
      const found = await orderBy(db(), 'id', id)
      if (found === undefined) throw new Error('no order')
      return found
    }
    const form = () => {
      ids += 1
      return { number: placed.orderNumber, version: null, requestId: `fate ${ids}`, mailsBuyer: false }
    }
    const payments = () => paymentsOfOrder(db(), id)
    const refunds = async () => (await payments()).flatMap((payment) => payment.refunds)
    const owed = async () => owedOf(await payments())
    const give = async (
      count: number,
      sum = 0,
      insteadOf: string | null = null,
      back: Record<string, ReturnedAs> = {},
    ) =>
      requestRefund(shop().ctx, owner(), {
        ...form(),
        wanted: { lines: [{ position: 0, units: count }], shipping: 0, other: sum, reason: 'x' },
        insteadOf,
        note: null,
        returnId: null,
        back,
      })
    const becomes = async (refundId: string, status: 'failed' | 'canceled' | 'succeeded') => {
      const refund = (await refunds()).find((each) => each.id === refundId)
      await shop().provider.changeRefund(refund?.providerId ?? '', status)
      await shop().provider.settled()
    }
    const newest = async () =>
      (await refunds()).findLast(({ state, providerId }) => state === 'succeeded' && providerId !== null)?.id
    return {
      id,
      order,
      payments,
      refunds,
      owed,
      give,
      becomes,
      newest,
      forgo: async (refundId: string) =>
        forgoRefund(shop().ctx, owner(), { ...form(), refundId, because: 'やはり送る' }),
      cut: (isCut: boolean) =>
        saveTicks(shop().ctx, owner(), {
          requestId: form().requestId,
          on: isCut ? [`${placed.orderNumber}:0:cut`] : [],
          off: isCut ? [] : [`${placed.orderNumber}:0:cut`],
        }),
      transfer: (refundId: string, sentAt = shop().ctx.now()) =>
        recordTransfer(shop().ctx, owner(), { ...form(), refundId, sentAt, note: '' }),
      cancel: () => cancelOrder(shop().ctx, owner(), { ...form(), reason: '' }),
      ship: () => shipOrder(shop().ctx, owner(), { ...form(), parcels: [], usesOldNumber: true }),
      unship: (note: string) => unshipOrder(shop().ctx, owner(), { ...form(), note, mail: false }),
      claimed: async () =>
        (
          await db()
            .selectFrom('stockClaim')
            .select('units')
            .where('orderId', '=', id)
            .where('position', '=', 0)
            .where('state', '<>', 'released')
            .execute()
        ).reduce((sum, each) => sum + each.units, 0),
    }
  }
  type Walked = Awaited<ReturnType<typeof orderOf>>

  /** Claims, parcel, money and ledger of this order say the same. */
  const expectAgreement = async (walked: Walked, units: number, there: number, what: string) => {
    const order = await walked.order()
    const claimed = await walked.claimed()
    const isOver = order.cancelledAt !== null
    const [notShipped = 0] = await unitsNotShipped(db(), order)
    const [toPack] = await ordersToShipNumbered(db(), shop().ctx.demo, [order.number])
    const packed = toPack === undefined ? null : toPack.lines[0]
    if (order.shippedAt === null) {
      expect(claimed, `${what}: cloth that is claimed`).toBe(isOver ? 0 : units - notShipped)
      if (packed !== null)
        expect((packed?.quantity ?? 0) - (packed?.taken ?? 0), `${what}: the parcel`).toBe(claimed)
    } else if (what.includes('piece'))
      expect(claimed, `${what}: cloth that left`).toBeLessThanOrEqual(units - notShipped)
    else expect(claimed, `${what}: cloth that left`).toBe(units - notShipped)
    expect((await onTheShelf()) + claimed, `${what}: all cloth there was`).toBe(there)
    await expectBooksAgree(db())
    const [payment] = await walked.payments()
    const back = (payment?.refunds ?? []).reduce(
      (sum, { state, amount }) => (state === 'failed' || state === 'canceled' ? sum : sum + amount),
      0,
    )
    const paid = payment?.amount ?? 0
    expect(back, `${what}: money back`).toBeLessThanOrEqual(paid)
    const refunds = await walked.refunds()
    const due = await walked.owed()
    for (const { id, amount } of refunds.filter((each) => due.includes(each.id))) {
      const arrived = chainHolding(refunds, id).filter((each) => counts(each.state))
      const sum = arrived.reduce((total, each) => total + each.amount, 0)
      expect(sum === 0 || sum < amount, `${what}: owed beside what arrived`).toBe(true)
    }
    const sheet = await moneySheet(db(), order.number)
    expect(sheet?.left, what).toBe(paid - back)
    const line = sheet?.lines[0]
    expect((line?.unitsLeft ?? 0) + notShipped, `${what}: units`).toBeLessThanOrEqual(units)
    await bookSales(shop().ctx, { kind: 'system', name: 'test' })
    const entries = await db()
      .selectFrom('salesEntry')
      .select(['kind', 'amount'])
      .where('orderNumber', '=', order.number)
      .execute()
    const booked = entries.reduce((sum, { kind, amount }) => (kind === 'fee' ? sum : sum + amount), 0)
    expect(booked, `${what}: the ledger`).toBe(paid - back)
  }

  /** An order of so many units, with what its stock, its parcel and its money say after each act. */
  const counted = async (units: number, shelf = 50) => {
    const isCounted = (await leftOfPieces(db(), number)).length > 0
    if (!isCounted) await countForTests(shop().ctx, number, [shelf])
    await db()
      .insertInto('salesBasis')
      .values({ fromMonth: '2000-01', basis: 'paid' })
      .onConflict((each) => each.doNothing())
      .execute()
    const there = await onTheShelf()
    const walked = await orderOf(units)
    const says = async (what: string) => {
      await shop().provider.settled()
      await shop().advance(1_000)
      await expectAgreement(walked, units, there, what)
      const [out] = await unitsNotShipped(db(), await walked.order())
      return { out, claimed: await walked.claimed(), shelf: there - (await onTheShelf()) }
    }
    const failed = async () => {
      const id = (await walked.newest()) ?? ''
      await walked.becomes(id, 'failed')
      await says('fail')
      return id
    }
    return { ...walked, says, failed }
  }

  test('M52: a refund that was forgone and arrives before its parcel leaves keeps its unit in the shop, with its cloth', async () => {
    const order = await counted(3)
    await order.give(1)
    const off = await order.failed()
    expect(await order.forgo(off)).toMatchObject({ ok: true })
    expect(await order.says('forgo')).toEqual({ out: 0, claimed: 3, shelf: 3 })
    await order.cut(true)
    await order.becomes(off, 'succeeded')
    expect(await order.says('arrives')).toEqual({ out: 1, claimed: 2, shelf: 2 })
    expect(await leftOfPieces(db(), number), 'what is cut is a piece of its own').toEqual([47, 1])
    expect(await toldOwner()).toContain(staysHere)
    await order.ship()
    expect(await order.says('ship')).toEqual({ out: 1, claimed: 2, shelf: 2 })
    await order.becomes(off, 'failed')
    expect(await order.owed(), 'it is forgone no more').toEqual([off])
  })

  test('M52: a refund that was forgone and arrives once its unit has left is of what was sent; taken back, the unit is laid back', async () => {
    const order = await counted(3)
    await order.give(1)
    const off = await order.failed()
    await order.forgo(off)
    await order.says('forgo')
    await order.ship()
    await order.says('ship')
    await order.becomes(off, 'succeeded')
    expect(await order.says('arrives')).toEqual({ out: 0, claimed: 3, shelf: 3 })
    const told = await db().selectFrom('mail').select('text').where('kind', '=', 'owner_refund').execute()
    expect(told.map(({ text }) => text.replaceAll('\n', ''))).toContainEqual(
      expect.stringContaining('商品も代金もお客様の手もとにあります'),
    )
    await order.unship('')
    expect(await order.says('undo')).toEqual({ out: 1, claimed: 2, shelf: 2 })
    expect(await leftOfPieces(db(), number), 'nobody had cut it').toEqual([48])
  })

  test.each(['', '宛先不明で戻りました'])(
    'M52: a refund that was forgone and arrives once its unit has left is of no later parcel, and owed should it fail once more (%j)',
    async (note) => {
      const order = await counted(3)
      await order.give(1)
      const off = await order.failed()
      await order.forgo(off)
      await order.ship()
      await order.becomes(off, 'succeeded')
      await order.says('arrives')
      await order.unship(note)
      expect(await order.says('undo')).toEqual({ out: 1, claimed: 2, shelf: 2 })
      await order.ship()
      expect(await order.says('ship again')).toEqual({ out: 1, claimed: 2, shelf: 2 })
      await order.unship('')
      await order.becomes(off, 'failed')
      expect(await order.says('fail')).toEqual({ out: 1, claimed: 2, shelf: 2 })
      expect(await order.owed()).toEqual([off])
    },
  )

  test('M53: a unit that was sent stays sent where its refund fails and is transferred on the day on which its parcel left', async () => {
    const order = await counted(3)
    const beginOfDay = shop().ctx.now()
    await shop().advance(1_000)
    await order.ship()
    await order.says('ship')
    await order.give(1)
    expect(await order.transfer(await order.failed(), beginOfDay)).toMatchObject({ ok: true })
    expect(await order.says('transfer')).toEqual({ out: 0, claimed: 3, shelf: 3 })
    await order.unship('')
    expect(await order.says('undo')).toEqual({ out: 1, claimed: 2, shelf: 2 })
  })

  test('M50, M52: what was forgone and has left is not owed when what it took the place of arrives and fails again', async () => {
    const order = await counted(3)
    await order.give(1)
    const first = await order.failed()
    await order.give(1, 0, first)
    await order.says('again')
    await order.forgo(await order.failed())
    await order.ship()
    await order.becomes(first, 'succeeded')
    await order.says('arrives')
    await order.becomes(first, 'failed')
    await order.says('fail')
    expect(await order.owed()).toEqual([])
  })

  test('M53: of a line that was not counted when it was ordered nothing is claimed', async () => {
    const order = await orderOf(3)
    await order.ship()
    await countForTests(shop().ctx, number, [50])
    expect(await order.unship('宛先不明で戻りました')).toMatchObject({ ok: true })
    expect(await order.claimed()).toBe(0)
    expect(await leftOfPieces(db(), number)).toEqual([50])
  })

  test('M53: a unit that its parcel left without stays in the shop, also where its money goes back as a sum and the shipping is taken back', async () => {
    const order = await counted(3)
    await order.give(1)
    const off = await order.failed()
    await order.ship()
    await order.says('ship')
    expect(await order.give(0, price, off)).toMatchObject({ ok: true })
    expect(await order.says('again as a sum')).toEqual({ out: 1, claimed: 2, shelf: 2 })
    await order.unship('')
    expect(await order.says('undo')).toEqual({ out: 1, claimed: 2, shelf: 2 })
    expect((await moneySheet(db(), (await order.order()).number))?.lines[0]?.unitsLeft).toBe(2)
    expect(await order.give(3)).toEqual({ ok: false, error: [{ why: 'units', field: 'units-0', left: 2 }] })
    await order.ship()
    expect(await order.says('ship again')).toEqual({ out: 1, claimed: 2, shelf: 2 })
  })

  test('M52, M53: forgone once its parcel is here again, a unit is packed; what it took the place of may arrive still', async () => {
    const order = await counted(3)
    await order.give(1)
    const first = await order.failed()
    await order.ship()
    await order.says('ship')
    await order.unship('')
    await order.give(1, 0, first)
    await order.says('again')
    expect(await order.forgo(await order.failed())).toMatchObject({ ok: true })
    expect(await order.says('forgo')).toEqual({ out: 0, claimed: 3, shelf: 3 })
    await order.becomes(first, 'succeeded')
    expect(await order.says('arrives')).toEqual({ out: 1, claimed: 2, shelf: 2 })
    await order.ship()
    expect(await order.says('ship')).toEqual({ out: 1, claimed: 2, shelf: 2 })
  })

  test.each([
    ['', [48]],
    ['宛先不明で戻りました', [47, 1]],
  ])(
    'M53: what was given back while its parcel was away is laid back when the parcel is here again (%j)',
    async (note, shelf) => {
      const order = await counted(3)
      await order.ship()
      await order.says('ship')
      await order.give(1)
      await order.says('give')
      await order.unship(note)
      expect(await order.says('unship')).toEqual({ out: 1, claimed: 2, shelf: 2 })
      expect(await leftOfPieces(db(), number)).toEqual(shelf)
    },
  )

  test.runIf(engine === 'postgres')(
    'K4: a parcel that comes back locks all its fabrics at once, in their order',
    async () => {
      await countForTests(shop().ctx, 'F-1100', [50])
      const order = await counted(3)
      await order.ship()
      await order.give(1)
      const back = await db()
        .transaction()
        .execute(async (trx) => {
          await sql`select from stock where number = 'F-1100' for update`.execute(trx)
          const unshipping = order.unship('宛先不明で戻りました')
          await untilOneWaits(db())
          // Who waits for one holds none behind it.
          await sql`select from stock where number = ${number} for update nowait`.execute(trx)
          return { unshipping }
        })
      expect(await back.unshipping).toMatchObject({ ok: true })
    },
  )

  test('M53: what a buyer sent back was dealt with then, and is not laid back once more', async () => {
    const order = await counted(3)
    await order.ship()
    await order.says('ship')
    await order.give(1)
    const row = { id: 'sent back', orderId: order.id, announcedAt: shop().ctx.now(), lines: '[[0,1]]' }
    await db()
      .insertInto('orderReturn')
      .values({ ...row, arrivedAt: null, condition: null, refundId: null })
      .execute()
    await order.unship('')
    expect(await order.claimed()).toBe(3)
  })

  test.each([
    ['there is some', [50], [{ state: 'promised', units: 3, waits: false }]],
    ['none is there', [], [{ state: 'promised', units: 3, waits: true }]],
  ])(
    'M53: cloth that was laid back and that its parcel asks for again is claimed again, or waited for, where %s',
    async (_, pieces, claims) => {
      const order = await counted(3)
      await order.ship()
      await order.says('ship')
      await order.give(1, 0, null, { 0: 'piece' })
      await order.says('give as a piece')
      const off = (await order.newest()) ?? ''
      await order.becomes(off, 'failed')
      await order.give(0, 100, off)
      const counts = pieces.map((units) => ({ units, lengthCm: null, widthCm: null }))
      const recount = { requestId: 'recount', number, version: null, pieces: counts }
      expect(await recountPieces(shop().ctx, owner(), recount)).toMatchObject({ ok: true })
      await order.unship('宛先不明で戻りました')
      const found = await db()
        .selectFrom('stockClaim')
        .select(['state', 'units', 'pieceId'])
        .where('orderId', '=', order.id)
        .where('position', '=', 0)
        .where('state', '<>', 'released')
        .execute()
      expect(found.map(({ pieceId, ...claim }) => ({ ...claim, waits: pieceId === null }))).toEqual(claims)
      await expectBooksAgree(db())
    },
  )

  test('M54, M53: where a sum that arrives after all ends what was owed of a unit, its parcel asks for the unit again and has its cloth', async () => {
    await countForTests(shop().ctx, number, [10])
    const walked = await orderOf(2)
    await walked.give(0, 500)
    const sum = (await walked.newest()) ?? ''
    await walked.becomes(sum, 'failed')
    expect(await walked.give(1, 0, sum)).toMatchObject({ ok: true })
    await walked.becomes((await walked.newest()) ?? '', 'failed')
    expect(await walked.claimed()).toBe(1)
    await walked.becomes(sum, 'succeeded')
    expect(await walked.owed()).toEqual([])
    expect(await walked.claimed()).toBe(2)
    expect(await onTheShelf()).toBe(8)
    await expectBooksAgree(db())
  })

  test('M54: a unit whose refund arrives beside the one in its place went back once, and what failed is owed as long as neither arrived', async () => {
    const order = await counted(3)
    await order.give(1)
    const first = await order.failed()
    await order.give(1, 0, first)
    await order.says('again')
    const second = (await order.newest()) ?? ''
    await order.becomes(first, 'succeeded')
    expect(await order.says('arrives')).toEqual({ out: 1, claimed: 2, shelf: 2 })
    expect(await toldOwner(), 'it was in no parcel').not.toContain(staysHere)
    expect((await moneySheet(db(), (await order.order()).number))?.lines[0]?.unitsLeft).toBe(2)
    await order.becomes(second, 'failed')
    await order.says('fail')
    expect(await order.owed(), 'the first one arrived').toEqual([])
    await order.becomes(first, 'failed')
    await order.says('fail')
    expect(await order.owed()).toEqual([second])
  })

  test('M54: what failed for more than what arrived after all stays owed', async () => {
    const order = await counted(3)
    await order.give(1)
    const first = await order.failed()
    await order.give(2, 0, first)
    await order.says('again')
    const second = (await order.newest()) ?? ''
    await order.becomes(first, 'succeeded')
    await order.says('arrives')
    await order.becomes(second, 'failed')
    expect(await order.says('fail')).toEqual({ out: 2, claimed: 1, shelf: 1 })
    expect(await order.owed()).toEqual([second])
  })

  test('M54: money that arrives twice for the only unit is of one unit', async () => {
    const order = await counted(1)
    await order.give(1)
    const first = await order.failed()
    await order.forgo(first)
    await order.says('forgo')
    await order.give(1)
    await order.says('give')
    await order.becomes(first, 'succeeded')
    expect(await order.says('arrives')).toEqual({ out: 1, claimed: 0, shelf: 0 })
  })

  test('K13: cloth that was laid back when its order was cancelled is not laid back by another refund of it', async () => {
    const order = await counted(3)
    await order.cancel()
    await order.says('cancel')
    const all = await order.failed()
    await order.give(0, 100, all)
    await order.says('again as a sum')
    expect(await order.give(1, 0, null, { 0: 'piece' })).toMatchObject({ ok: true })
    expect(await order.says('give as a piece')).toEqual({ out: 1, claimed: 0, shelf: 0 })
  })

  test.each([1, 2, 3])(
    'M52, M53, M54: whatever is given back, fails, is forgone, tried again, arrives after all, is shipped or taken back, cloth, parcel, money and ledger agree (%i)',
    async (units) => {
      const act = fc.record({
        what: fc.constantFrom(
          'give',
          'give as a piece',
          'cancel',
          'cut',
          'not cut',
          'transfer',
          'fail',
          'call off',
          'forgo',
          'again',
          'again as a sum',
          'ship',
          'undo',
          'comes back',
          'arrives',
        ),
        count: fc.integer({ min: 1, max: units }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 12 }), async (acts) => {
          // One shopper pays for all of them.
          await shop().advance(3_600_000)
          const order = await counted(units, 900)
          const done: string[] = []
          for (const { what, count } of acts) {
            const [due] = await order.owed()
            const newest = await order.newest()
            const failed = (await order.refunds()).findLast(({ state }) => state === 'failed')
            const [payment] = await order.payments()
            if (what === 'give') await order.give(count)
            if (what === 'give as a piece') await order.give(count, 0, null, { 0: 'piece' })
            if (what === 'cut') await order.cut(true)
            if (what === 'not cut') await order.cut(false)
            if (what === 'transfer' && due !== undefined) await order.transfer(due)
            if (what === 'cancel') await order.cancel()
            if (what === 'fail' && newest !== undefined) await order.becomes(newest, 'failed')
            if (what === 'call off' && newest !== undefined) await order.becomes(newest, 'canceled')
            if (what === 'forgo' && due !== undefined) await order.forgo(due)
            if (what === 'again' && due !== undefined) await order.give(count, 0, due)
            if (what === 'again as a sum' && due !== undefined) await order.give(0, count * price, due)
            if (what === 'ship') await order.ship()
            if (what === 'undo') await order.unship('')
            if (what === 'comes back') await order.unship('宛先不明')
            if (what === 'arrives' && failed !== undefined && payment !== undefined)
              if (failed.amount <= leftOf(payment)) await order.becomes(failed.id, 'succeeded')
            done.push(`${what} ${count}`)
            await order.says(done.join(', '))
          }
        }),
        // Each of PostgreSQL's many small transactions is a way to its server and back.
        { numRuns: engine === 'postgres' ? 3 : 10 },
      )
    },
    60_000,
  )
})
