import type { NumberedQuantity } from '~/features/cart/types.ts'
import type { OwnHold, OwnStock } from '~/features/products/rules.ts'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'

/** `left`: products in the cart; `settled`: taken out, money may be on its way; `paid`: out for good; `over`: never paid, back again. */
export type RememberedState = 'left' | 'settled' | 'paid' | 'over'

export interface RememberedOrder {
  /** Opens the order (S14). */
  readonly token: string
  readonly session: string | null
  readonly lines: readonly NumberedQuantity[]
  readonly state: RememberedState
  /** Epoch ms. */
  readonly leftAt: number
}

/** What a browser remembers (S13): its random token (S9) and its orders, oldest first. */
export interface PaymentRecord {
  readonly browser: string | null
  readonly orders: readonly RememberedOrder[]
}

/** `unsure`: shop or provider could not be asked. */
export type PaymentAnswer = 'paid' | 'waiting' | 'open' | 'over' | 'unsure'

export type CartEffect = 'none' | 'take-out' | 'give-back'

export const mostOrders = 5
const nothingLeft: PaymentRecord = { browser: null, orders: [] }
const states: readonly unknown[] = ['left', 'settled', 'paid', 'over'] satisfies readonly RememberedState[]
const isState = (value: unknown): value is RememberedState => states.includes(value)

/** Never throws: what is no order is left out. */
export const parseRecord = (text: string | null): PaymentRecord => {
  const { browser, orders } = fieldsOf(text === null ? null : parsedJson(text))
  return {
    browser: typeof browser === 'string' && /^[\w-]{16,64}$/.test(browser) ? browser : null,
    orders: Array.isArray(orders) ? orders.flatMap((value) => orderIn(value) ?? []) : nothingLeft.orders,
  }
}

const orderIn = (value: unknown): RememberedOrder | null => {
  const { token, session, lines, state, leftAt } = fieldsOf(value)
  if (typeof token !== 'string' || token === '' || !isState(state)) return null
  return {
    token,
    session: typeof session === 'string' && session !== '' ? session : null,
    lines: orderedLinesIn(lines),
    state,
    leftAt: typeof leftAt === 'number' ? leftAt : 0,
  }
}

/** Only lines with whole, positive quantities. */
export const orderedLinesIn = (value: unknown): readonly NumberedQuantity[] =>
  (Array.isArray(value) ? value : []).map(fieldsOf).flatMap(({ managementNumber, number, quantity }) => {
    const numbered = managementNumber ?? number
    return typeof numbered === 'string' && Number.isSafeInteger(quantity) && Number(quantity) > 0
      ? [{ managementNumber: numbered, quantity: Number(quantity) }]
      : []
  })

/** Records leaving to pay `order`; a settled one stays settled. Keeps five orders, never dropping one whose money is on its way. */
export const withLeft = (record: PaymentRecord, order: Omit<RememberedOrder, 'state'>): PaymentRecord => {
  const former = rememberedOrder(record, order.token)
  const state = former?.state === 'settled' || former?.state === 'paid' ? former.state : 'left'
  const others = record.orders.filter(({ token }) => token !== order.token)
  return { ...record, orders: kept([...others, { ...order, state }]) }
}

const kept = (orders: readonly RememberedOrder[]): readonly RememberedOrder[] => {
  const older = orders.slice(0, -1)
  const ended = older.filter(({ state }) => state === 'paid' || state === 'over')
  const unpaid = older.filter(({ state }) => state === 'left')
  const leaving = [...ended, ...unpaid].slice(0, Math.max(0, orders.length - mostOrders))
  return orders.filter((order) => !leaving.includes(order))
}

export const withOrder = (record: PaymentRecord, order: RememberedOrder): PaymentRecord => ({
  ...record,
  orders: record.orders.map((each) => (each.token === order.token ? order : each)),
})

export const rememberedOrder = ({ orders }: PaymentRecord, token: string): RememberedOrder | undefined =>
  orders.find((order) => order.token === token)

/** By the exact session id (S14). */
export const orderOfSession = ({ orders }: PaymentRecord, sessionId: string): RememberedOrder | undefined =>
  orders.filter(({ session }) => session === sessionId).at(-1)

export const ordersToAskFor = ({ orders }: PaymentRecord): readonly RememberedOrder[] =>
  orders.filter(({ state }) => state === 'left' || state === 'settled').reverse()

/** Products leave the cart once when money comes, and return once if it fails after all (S13). `unsure` changes nothing. */
export const transition = (
  order: RememberedOrder,
  answer: PaymentAnswer,
): { readonly order: RememberedOrder; readonly effect: CartEffect } => {
  const isInCart = order.state === 'left' || order.state === 'over'
  const become = (state: RememberedState, effect: CartEffect) => ({ order: { ...order, state }, effect })
  if (order.state === 'paid') return become('paid', 'none')
  if (answer === 'paid') return become('paid', isInCart ? 'take-out' : 'none')
  if (answer === 'waiting') return become('settled', isInCart ? 'take-out' : 'none')
  if (answer === 'over') return become('over', isInCart ? 'none' : 'give-back')
  return become(order.state, 'none')
}

/** The longest life of a payment page, in ms. */
const longestPage = 60 * 60_000

/** What this browser's orders hold, by number (K31): its last unpaid one, and those whose money is on its way. `left` is what the shop told. */
export const ownHolds = (
  { orders }: PaymentRecord,
  now: number,
  left: ReadonlyMap<string, OwnStock> = new Map(),
): ReadonlyMap<string, OwnHold> => {
  const holds = new Map<string, OwnHold>()
  const isOpen = ({ state, leftAt }: RememberedOrder) =>
    state === 'left' && leftAt <= now && now - leftAt < longestPage
  const last = orders.filter(isOpen).at(-1)
  for (const order of orders) {
    if (order !== last && order.state !== 'settled') continue
    for (const { managementNumber, quantity } of order.lines) {
      const told = left.get(managementNumber)
      holds.set(managementNumber, {
        token: order.token,
        units: quantity,
        isBeingPaid: order.state === 'settled',
        ...(told && { left: told }),
      })
    }
  }
  return holds
}
