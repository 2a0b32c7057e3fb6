import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { partsStaying } from '~/features/orders/attempts.rules.ts'
import { greeting } from '~/features/orders/mails.rules.ts'
import { moneyOfOrder, shippingsOf } from '~/features/orders/money.queries.server.ts'
import { refundsThatCount } from '~/features/orders/money.rules.ts'
import { paymentsOfOrder } from '~/features/orders/payment/queries.server.ts'
import type { KeptPayment } from '~/features/orders/payment/types.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { refundInMail, returnsOf, storedRefundParts } from '~/features/orders/refund/queries.server.ts'
import { attemptsOf, idsOf, isStillFailed, partsLeft, refundsIn } from '~/features/orders/refund/rules.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import type { Order, OrderLine } from '~/features/orders/types.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { hasUncertainPrices, sellableProducts, withStock } from '~/features/products/queries.server.ts'
import { isSoldOut, type SellableProduct } from '~/features/products/rules.ts'
import { countedAmong, cutPositions } from '~/features/stock/queries.server.ts'
import type { NewMail } from '~/kernel/mail.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { exchangedMail } from './mails.rules.ts'
import {
  type Difference,
  differenceOf,
  type Exchange,
  type ExchangeFacts,
  isOnItsWay,
  lineHindrance,
  orderHindrance,
  undoHindrance,
} from './rules.ts'
import { type ExchangeRefusal, exchangeRefusals } from './texts.ts'
import type { ExchangeSheet, WantedExchange } from './types.ts'

type Db = Kysely<Schema>

/** All exchanges of an order, undone ones too, oldest first. */
export const exchangesOf = (db: Db, orderId: string): Promise<Exchange[]> =>
  db
    .selectFrom('orderExchange')
    .select(['id', 'position', 'fromPosition', 'units', 'unitPrice', 'refundId', 'exchangedAt', 'undoneAt'])
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute()

/** The mail about this exchange as the order is now; undefined once it is undone. */
export const exchangedMailOf = async (
  ctx: Pick<AppContext, 'settings' | 'siteOrigin'>,
  db: Db,
  order: Order,
  id: string,
): Promise<NewMail | undefined> => {
  const found = (await exchangesOf(db, order.id)).find((each) => each.id === id && each.undoneAt === null)
  const [from, to] = [order.lines[found?.fromPosition ?? -1], order.lines[found?.position ?? -1]]
  if (found === undefined || from === undefined || to === undefined) return undefined
  const { units } = found
  const difference = differenceOf(from.unitPrice, to.unitPrice, units)
  const back = found.refundId === null ? undefined : await refundInMail(db, found.refundId)
  return exchangedMail(order, { id, from, to, units, difference, back }, ctx)
}

/** Of exchanges whose difference was asked back. What was tried again with another sum is no difference any more, and stays as it is. */
const differencesIn = (
  payments: readonly KeptPayment[],
  exchanges: readonly Exchange[],
): ReadonlyMap<string, Difference> =>
  new Map(
    exchanges.flatMap(({ id, refundId }) => {
      if (refundId === null) return []
      const attempts = attemptsOf(payments, refundId)
      const isBack = attempts.some(
        ({ state, amount }) =>
          refundsThatCount.some((each) => each === state) || amount !== attempts[0]?.amount,
      )
      return [[id, { isBack, failed: attempts.map((each) => each.id) }] as const]
    }),
  )

/** Everything besides the order's own row that decides what of it may be exchanged. */
export const factsOfExchanges = async (db: Db, order: Order): Promise<ExchangeFacts> => {
  const payments = await paymentsOfOrder(db, order.id)
  const parts = await storedRefundParts(db, idsOf(payments))
  const shippings = (await shippingsOf(db, [order.id])).get(order.id)
  const onTheirWay = new Set(
    payments.flatMap(({ refunds }) =>
      refunds.flatMap(({ id, state }) => (isOnItsWay(state) || isStillFailed(payments, id) ? id : [])),
    ),
  )
  const ticks = await db
    .selectFrom('packingTick')
    .select(['position', 'step'])
    .where('orderId', '=', order.id)
    .execute()
  const ticked = (step: string) => ticks.flatMap((tick) => (tick.step === step ? tick.position : []))
  const returns = (await returnsOf(db, order.id)).filter(({ isRefunded }) => !isRefunded)
  return {
    money: await moneyOfOrder(db, order.id),
    unitsLeft: partsLeft(order, partsStaying(refundsIn(payments), parts, shippings)).units,
    packed: new Set(ticked('packed')),
    cut: new Set([...(await cutPositions(db, order.id)), ...ticked('cut')]),
    differences: differencesIn(payments, await exchangesOf(db, order.id)),
    underWay: new Set([
      ...parts.flatMap(({ refundId, position }) =>
        position !== null && onTheirWay.has(refundId) ? position : [],
      ),
      ...returns.flatMap(({ units }) => units.flatMap((count, position) => (count > 0 ? position : []))),
    ]),
  }
}

type ProductRefusal = Extract<
  ExchangeRefusal,
  'no-product' | 'same-product' | 'other-type' | 'not-on-sale' | 'price-held' | 'dearer' | 'no-piece'
>

/** The product with its price of today that units of this line may be exchanged for; `now` in epoch ms. */
export const productInExchange = async (
  db: Db,
  line: Pick<OrderLine, 'number' | 'type'> & { readonly unitPrice: number },
  number: string,
  now: number,
): Promise<Result<SellableProduct & { readonly price: number }, ProductRefusal>> => {
  if (number === '') return refused('no-product')
  if (number === line.number) return refused('same-product')
  const product = (await sellableProducts(db, [number])).get(number)
  if (product === undefined) return refused('not-on-sale')
  if (product.type !== line.type) return refused('other-type')
  const { price } = product
  // What costs nothing is given away, and never in exchange.
  if (price === null || price === 0 || (await hasUncertainPrices(db, [product], now)))
    return refused('not-on-sale')
  const held = await db
    .selectFrom('heldPrice')
    .select('number')
    .where('number', '=', number)
    .where('price', 'is not', null)
    .where('keptAt', 'is', null)
    .executeTakeFirst()
  if (held !== undefined) return refused('price-held')
  return price > line.unitPrice ? refused('dearer') : ok({ ...product, price })
}

/** What the sheet of an order's exchanges shows; undefined for an unknown number. */
export const exchangeSheet = async (
  { db, demo }: Pick<AppContext, 'db' | 'demo'>,
  typedNumber: string,
): Promise<ExchangeSheet | undefined> => {
  const order = await orderBy(db, 'orderNumber', orderNumberTyped(typedNumber))
  if (order === undefined) return undefined
  const { id, number, version, lines } = order
  const facts = await factsOfExchanges(db, order)
  const hindrance = orderHindrance(order, facts.money, demo)
  const counted = await countedAmong(
    db,
    lines.map((line) => line.number),
  )
  const textOf = (why: ExchangeRefusal | undefined) => (why === undefined ? null : exchangeRefusals[why].text)
  const exchanges = await exchangesOf(db, id)
  return {
    number,
    version,
    buyer: greeting(order),
    hindrance: textOf(hindrance),
    lines: lines.map((line, position) => ({
      number: line.number,
      type: line.type,
      name: nameWithColour(line),
      unitPrice: line.unitPrice,
      quantity: line.quantity,
      unitsLeft: facts.unitsLeft[position] ?? 0,
      hindrance: textOf(lineHindrance(line, position, facts)),
      isCut: facts.cut.has(position),
      isCounted: counted.has(line.number),
    })),
    exchanges: exchanges.map((exchange) => ({
      id: exchange.id,
      from: exchange.fromPosition,
      to: exchange.position,
      units: exchange.units,
      difference: differenceOf(
        lines[exchange.fromPosition]?.unitPrice ?? exchange.unitPrice,
        exchange.unitPrice,
        exchange.units,
      ),
      isMoneyBack: facts.differences.get(exchange.id)?.isBack ?? false,
      exchangedAt: exchange.exchangedAt,
      isUndone: exchange.undoneAt !== null,
      hindrance: textOf(hindrance ?? undoHindrance(exchange, lines, facts)),
    })),
  }
}

/** What would be exchanged for what, as the sheet asks before it is done; or why not. */
export const exchangeInView = async (
  db: Db,
  sheet: ExchangeSheet,
  wanted: { readonly position: number; readonly units: number; readonly number: string },
  now: number,
): Promise<Result<WantedExchange, ExchangeRefusal>> => {
  const line = sheet.lines[wanted.position]
  if (line === undefined || line.quantity === 0) return refused('no-line')
  if (!(wanted.units >= 1 && wanted.units <= line.unitsLeft)) return refused('bad-units')
  const found = await productInExchange(db, line, wanted.number, now)
  if (!found.ok) return found
  const [product = found.value] = await withStock(db, [found.value])
  if (isSoldOut(product) || (product.most ?? wanted.units) < wanted.units) return refused('no-piece')
  return ok({
    ...wanted,
    name: nameWithColour(found.value),
    price: found.value.price,
    difference: differenceOf(line.unitPrice, found.value.price, wanted.units),
  })
}
