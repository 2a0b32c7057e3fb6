import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { changeOrder, placeOrder } from '~/features/orders/commands.server.ts'
import { applyTransition } from '~/features/orders/payment.commands.server.ts'
import { lockedOrderBy } from '~/features/orders/queries.server.ts'
import { closeUnpaidOrder } from '~/features/orders/session.commands.server.ts'
import type { NewOrder, Order } from '~/features/orders/types.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { yen } from '~/kernel/money.ts'
import { engineOf } from '~/server/database/engine.ts'
import { type AppDatabase, openDatabase } from '~/server/database/open-database.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import {
  type ContextForTests,
  contextForTests,
  onBothEngines,
} from '../../../tests/support/database-for-tests.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { countForTests, expectBooksAgree } from '../../../tests/support/stock-for-tests.ts'
import { receivePieces, recountPieces } from './counting.commands.server.ts'
import { markCut, takeBackCut } from './cutting.commands.server.ts'
import { takeFeedCells, takeWaitingCell } from './feed-cells.commands.server.ts'
import { giveBackPieces } from './giving-back.commands.server.ts'
import { releaseHoldsJob } from './jobs.server.ts'
import { boltsOfLine } from './queries.server.ts'
import { backWays } from './rules.ts'
import { promiseFromOther } from './shelf.commands.server.ts'

/** More runs with `npm run test:long`; `SEED` repeats a failed run. */
const runs = process.env.LONG_TESTS === '1' ? 1_000 : 100
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const minute = 60_000
const never = new AbortController().signal
const numbers = ['F-1', 'F-2'] as const
const payer = { kind: 'system', name: 'a test' } as const
const owner = { kind: 'owner' } as const

const newOrder = (
  browser: string,
  wanted: readonly (readonly [string, number])[],
  until: number,
): NewOrder => ({
  browserToken: browser,
  cartFingerprint: JSON.stringify(wanted),
  openKey: `${browser} ${JSON.stringify(wanted)}`,
  termsVersion: '',
  lines: wanted.map(([number, quantity]) => ({
    number,
    type: 'fabric',
    name: '布',
    description: '',
    unitPrice: yen(100),
    quantity,
    free: false,
    imageUrl: null,
    picture: null,
  })),
  subtotal: yen(100),
  shipping: yen(0),
  total: yen(100),
  from: 'header-cart',
  cancelPath: '/kits',
  confirmationText: '',
  submitText: '',
  shippingText: '',
  sessionExpiresAt: until,
})

const acts = [
  'order',
  'order',
  'order',
  'pay',
  'pay',
  'expire',
  'end',
  'cancel',
  'ship',
  'unship',
  'recount',
  'receive',
  'feed',
  'feed',
  'take the list',
  'bolt',
  'look',
] as const
const anAct = fc.record({
  act: fc.constantFrom(...acts),
  browser: fc.integer({ min: 1, max: 5 }),
  units: fc.integer({ min: 1, max: 7 }),
  both: fc.boolean(),
  back: fc.constantFrom(...backWays),
})
type Act = typeof anAct extends fc.Arbitrary<infer T> ? T : never

onBothEngines('interleavings', (_open, places) => {
  let database: AppDatabase
  let ctx: ContextForTests
  beforeAll(async () => {
    database = await openDatabase(await places.migrated())
  })
  afterAll(() => database.close())

  const begin = async () => {
    const { db } = database
    for (const table of [
      'stockMove',
      'stockClaim',
      'stockPiece',
      'stock',
      'orderEvent',
      'orderLine',
      'orders',
      'mail',
      'audit',
      'product',
    ] as const)
      await db.deleteFrom(table).execute()
    ctx = contextForTests(db)
    await inTransaction(ctx, (trx) =>
      putProducts(
        trx,
        0,
        numbers.map((number) => fabricForTests({ number })),
      ),
    )
    for (const number of numbers) await countForTests(ctx, number, [7, 4, 3])
    const byFeed = { countedBy: 'feed', feedCell: '7,4,3' } as const
    await db.updateTable('stock').set(byFeed).where('number', '=', 'F-2').execute()
  }

  /** Reads all in one transaction, so that it shows the state after one commit. */
  const look = (db: Kysely<Schema>) => {
    const reading = db.transaction()
    return (engineOf(db) === 'postgres' ? reading.setIsolationLevel('repeatable read') : reading).execute(
      expectBooksAgree,
    )
  }

  const locked = (
    order: Order,
    step: (trx: Parameters<Parameters<typeof inTransaction>[1]>[0], now: Order) => Promise<unknown>,
  ) =>
    inTransaction(ctx, async (trx) => {
      const present = await lockedOrderBy(trx, 'id', order.id)
      if (present !== undefined) await step(trx, present)
    })

  /** A paid order has a piece for each line or needs review: a hold that lost its piece in a count is claimed again (K7, K9). */
  const expectPaidHasPieces = async (db: Kysely<Schema>, orderId: string) => {
    const claims = await db
      .selectFrom('stockClaim')
      .innerJoin('orders', 'orders.id', 'stockClaim.orderId')
      .select(['stockClaim.pieceId', 'stockClaim.state'])
      .where('orders.id', '=', orderId)
      .where('orders.state', '=', 'paid')
      .where('stockClaim.state', '!=', 'released')
      .execute()
    for (const claim of claims) expect(claim).toEqual({ pieceId: expect.any(String), state: 'promised' })
  }

  const customer = { name: null, email: 'a@mail.example', phone: null, address: null }
  const pay = (order: Order) =>
    locked(order, async (trx, { state }) => {
      if (state === 'paid' || state === 'needs_review') return
      const payment = {
        sessionId: order.id,
        paymentIntent: null,
        amountTotal: 100,
        currency: 'jpy',
        customer,
      }
      const present = await lockedOrderBy(trx, 'id', order.id)
      if (present !== undefined)
        await applyTransition(trx, ctx, payer, present, payment, { kind: 'move', to: 'paid' })
      await expectPaidHasPieces(trx, order.id)
    })
  const cancel = (order: Order, back: Act['back']) =>
    locked(order, async (trx, { state, cancelledAt, shippedAt }) => {
      if (state !== 'paid' || cancelledAt !== null || shippedAt !== null) return
      const lines = order.lines.map(({ number, quantity: units }, position) => ({
        number,
        position,
        units,
        as: back,
        ordered: units,
        stays: 0,
      }))
      await giveBackPieces(trx, ctx, owner, order.id, lines)
      await changeOrder(trx, order.id, { cancelledAt: 1 })
    })
  const ship = (order: Order) =>
    locked(order, async (trx, { state, cancelledAt, shippedAt }) => {
      if (state !== 'paid' || cancelledAt !== null || shippedAt !== null) return
      await markCut(trx, ctx, owner, { orderId: order.id })
      await changeOrder(trx, order.id, { shippedAt: 1 })
    })
  const unship = (order: Order) =>
    locked(order, async (trx, { shippedAt }) => {
      if (shippedAt === null) return
      await changeOrder(trx, order.id, { shippedAt: null })
      const positions = order.lines.map((_, position) => position)
      await takeBackCut(trx, ctx, owner, { orderId: order.id, positions })
    })

  const moveToOther = (order: Order) =>
    locked(order, async (trx) => {
      const line = await boltsOfLine(trx, order.id, 0)
      const [to = line?.bolt] = line?.others ?? []
      if (line === undefined || to === undefined) return
      const labels = { position: 0, from: line.bolt.label, to: to.label }
      await promiseFromOther(trx, ctx, owner, { orderId: order.id, ...labels })
    })

  const measured = (units: number) => ({ units, lengthCm: null, widthCm: null })
  const form = (number: string) => ({ requestId: ctx.newId(), number, version: null })

  const doAct = async ({ act, browser, units, both, back }: Act, placed: Order[]): Promise<unknown> => {
    const [first = 'F-1', second = 'F-2'] = both ? numbers.toReversed() : numbers
    const order = placed.at(-browser)
    switch (act) {
      case 'order': {
        const wanted = both
          ? ([
              [first, units],
              [second, browser],
            ] as const)
          : ([[first, units]] as const)
        const planned = newOrder(`browser ${browser}`, wanted, ctx.now() + 40 * minute)
        const answer = await placeOrder(ctx, { kind: 'visitor', address: `192.0.${browser}.1` }, planned)
        if (answer.ok) placed.push(answer.value)
        else if (answer.error.why === 'stock')
          for (const line of answer.error.lines) expect(line.most).toBeLessThan(line.units)
        return
      }
      case 'pay':
        return order && pay(order)
      case 'expire':
        return order && closeUnpaidOrder(ctx, payer, order, 'expired')
      case 'end':
        return releaseHoldsJob({ ...ctx, now: () => ctx.now() + 60 * minute }).run(never)
      case 'cancel':
        return order && cancel(order, back)
      case 'ship':
        return order && ship(order)
      case 'unship':
        return order && unship(order)
      case 'feed':
        return inTransaction(ctx, (trx) =>
          takeFeedCells(trx, ctx, payer, [
            { number: first, width: '', stock: `${units},4`, isNew: false },
            { number: second, width: '', stock: '7,4,3', isNew: false },
          ]),
        )
      case 'take the list':
        return takeWaitingCell(ctx, owner, form(first))
      case 'bolt':
        return order && moveToOther(order)
      case 'recount':
        return recountPieces(ctx, owner, { ...form(first), pieces: [measured(units), measured(4)] })
      case 'receive':
        return receivePieces(ctx, owner, { ...form(first), pieces: [measured(units)] })
      default:
        return look(database.db)
    }
  }

  /** Every paid order of counted products has its pieces or needs a review. */
  const expectAllPromised = async () => {
    const { db } = database
    const lines = await db
      .selectFrom('orderLine')
      .innerJoin('orders', 'orders.id', 'orderLine.orderId')
      .leftJoin('stockClaim', (join) =>
        join
          .onRef('stockClaim.orderId', '=', 'orders.id')
          .onRef('stockClaim.position', '=', 'orderLine.position')
          .on('stockClaim.state', 'in', ['promised', 'cut']),
      )
      .select(['orders.id', 'stockClaim.units', 'orderLine.quantity'])
      .where('orders.state', '=', 'paid')
      .where('orders.cancelledAt', 'is', null)
      .execute()
    for (const { id, units, quantity } of lines) expect([id, units]).toEqual([id, quantity])
  }

  test(`K1, K3, K7: ${runs} of orders, payments, counts and parcels agree at every commit, seed ${seed}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anAct, { minLength: 4, maxLength: 12 }), async (all) => {
        await begin()
        const placed: Order[] = []
        for (let at = 0; at < all.length; at += 4)
          await Promise.all(all.slice(at, at + 4).map((each) => doAct(each, placed)))
        await look(database.db)
        await expectAllPromised()
      }),
      { numRuns: runs, seed },
    )
  }, 600_000)

  test('K3: twenty-four at once for 7, 4 and 3: nothing is oversold, and nobody is refused while a piece holds it', async () => {
    await begin()
    const wanted = Array.from({ length: 24 }, (_, at) => 1 + (at % 4))
    const placed = await Promise.all(
      wanted.map(async (units, at) => {
        const planned = newOrder(`shopper ${at}`, [['F-1', units]], ctx.now() + 40 * minute)
        return {
          units,
          answer: await placeOrder(
            { ...ctx, clientsShareAddress: true },
            { kind: 'visitor', address: '' },
            planned,
          ),
        }
      }),
    )
    const sold = placed.reduce((sum, { units, answer }) => sum + (answer.ok ? units : 0), 0)
    const left = await database.db
      .selectFrom('stockPiece')
      .select('leftUnits')
      .where('number', '=', 'F-1')
      .execute()
    const most = Math.max(...left.map(({ leftUnits }) => leftUnits))
    expect(sold + left.reduce((sum, { leftUnits }) => sum + leftUnits, 0)).toBe(14)
    for (const { units, answer } of placed) if (!answer.ok) expect(units).toBeGreaterThan(most)
    await look(database.db)
  })
})
