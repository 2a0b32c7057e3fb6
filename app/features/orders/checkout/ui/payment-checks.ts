import type { CartStore } from '~/features/cart/ui/cart-store.ts'
import type { OwnHold, OwnStock } from '~/features/products/rules.ts'
import {
  type CartEffect,
  orderOfSession,
  ordersToAskFor,
  ownHolds,
  rememberedOrder,
  transition,
  withOrder,
} from '../payment-record.rules.ts'
import {
  cartLinesOf,
  messageAfter,
  type OrderAnswer,
  type PaymentMessage,
  readOrder,
  stillTrue,
  withAnswer,
} from './order-answer.ts'
import { memoryOfThisBrowser } from './payment-memory.ts'

/** `stuck`: paid products cannot leave the cart. */
export type CheckOutcome = 'nothing' | 'taken-out' | 'stuck'

export interface PaymentState {
  readonly message: PaymentMessage | null
  readonly holds: ReadonlyMap<string, OwnHold>
  /** How many checks in a row could not tell. */
  readonly unsureChecks: number
}

export interface PaymentActs {
  checkOrders(): Promise<CheckOutcome>
  /** For /success: removes paid products even if the shop cannot be asked again. */
  confirmPaid(sessionId: string): Promise<void>
}

export interface PaymentChecks extends PaymentActs {
  getState(): PaymentState
  subscribe(listener: () => void): () => void
  dismiss(): void
}

/**
 * Looks after what this browser left to pay. Its script is brought by whoever needs it, or comes once something is remembered.
 * `isShown` says whether the page itself tells the outcome; `before` is what was known without it, kept as it is, so that nobody who
 * reads of it asks the shop anew.
 */
export const openPaymentChecks = (
  actions: CartStore,
  isShown: () => boolean,
  before: PaymentState,
): PaymentChecks => {
  const memory = memoryOfThisBrowser(actions.terms)
  const left = new Map<string, OwnStock>()
  const listeners = new Set<() => void>()
  let state = before
  const become = (change: Partial<PaymentState>) => {
    const isNew = Object.entries(change).some(([name, value]) => Reflect.get(state, name) !== value)
    if (!isNew) return
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const tell = (next: PaymentMessage | null) => become({ message: next })
  const lookAtHolds = () => {
    const next = ownHolds(memory.read(), Date.now(), left)
    if (!isSame([...state.holds], [...next])) become({ holds: next })
  }

  // The record is written before the cart changes, so that nothing is taken out twice.
  const settle = async (token: string, answer: OrderAnswer): Promise<CartEffect | 'stuck'> => {
    const known = rememberedOrder(memory.read(), token)
    if (known === undefined) return 'none'
    const isToComeBack = transition(known, answer.payment).effect === 'give-back'
    const returned = isToComeBack ? await cartLinesOf(withAnswer(known, answer).lines) : []
    // The shop could not be asked; a later check repeats this.
    if (returned === null) return 'none'
    return memory.locked(() => {
      const record = memory.read()
      const order = rememberedOrder(record, token)
      if (order === undefined) return 'none'
      const { order: next, effect } = transition(withAnswer(order, answer), answer.payment)
      // Another tab has settled it, and its products have not been read; a later check repeats this.
      if (effect === 'give-back' && !isToComeBack) return 'none'
      const isKept = isSame(next, order) || memory.write(withOrder(record, next))
      if (!isKept) return effect === 'take-out' ? 'stuck' : 'none'
      if (effect === 'take-out') actions.takeOut(next.lines)
      if (effect === 'give-back') {
        actions.putBack(returned)
        actions.dismissNotice()
      }
      if (answer.payment === 'paid') memory.forgetLastOrder()
      return effect
    })
  }

  memory.forgetOldLastOrder()

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    checkOrders: async () => {
      let outcome: CheckOutcome = 'nothing'
      let isUnsure = false
      lookAtHolds()
      tell(stillTrue(state.message, memory.read()))
      for (const { token } of ordersToAskFor(memory.read())) {
        const answer = await readOrder(token)
        for (const [number, stock] of answer.left) left.set(number, stock)
        const effect = await settle(token, answer)
        const isEnded = rememberedOrder(memory.read(), token)?.state === 'paid' && answer.payment === 'unsure'
        if (isEnded) continue
        isUnsure ||= answer.payment === 'unsure'
        if (effect === 'take-out') outcome = 'taken-out'
        if (effect === 'stuck') outcome = 'stuck'
        const comesBack = memory.leftByThisTab() === token
        if (comesBack && answer.payment !== 'unsure') memory.forgetLeft()
        const next = messageAfter(state.message, answer, effect, comesBack)
        tell(isShown() && next?.kind !== 'unsure' ? null : next)
      }
      lookAtHolds()
      become({ unsureChecks: isUnsure ? state.unsureChecks + 1 : 0 })
      return outcome
    },

    confirmPaid: async (sessionId) => {
      const order = orderOfSession(memory.read(), sessionId)
      if (order === undefined) return
      // The record may have lost its lines; the next check brings them.
      if (order.lines.length > 0)
        await settle(order.token, {
          payment: 'paid',
          session: sessionId,
          payAt: null,
          path: '',
          lines: [],
          left: new Map(),
        })
      if (memory.leftByThisTab() === order.token) memory.forgetLeft()
    },

    dismiss: () => {
      tell(null)
      // A repeated check must not tell it again.
      memory.forgetLeft()
    },
  }
}

const isSame = <T>(a: T, b: T): boolean => JSON.stringify(a) === JSON.stringify(b)
