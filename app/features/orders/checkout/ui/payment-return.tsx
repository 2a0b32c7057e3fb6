import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Location, useLocation } from 'react-router'
import { useCart, useCartStore } from '~/features/cart/ui/use-cart.tsx'
import type { OwnHold, OwnStock } from '~/features/products/rules.ts'
import { OwnHoldsProvider } from '~/features/products/ui/shop-closure.tsx'
import { href } from '~/href.ts'
import { whenShown } from '~/ui/page-visibility.ts'
import { safeStorage } from '~/ui/safe-storage.ts'
import { locksOfThisBrowser } from '~/ui/tab-lock.ts'
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
import { openPaymentMemory, type PaymentMemory } from './payment-memory.ts'

/** `stuck`: paid products cannot leave the cart. */
export type CheckOutcome = 'nothing' | 'taken-out' | 'stuck'

interface PaymentReturn {
  readonly message: PaymentMessage | null
  readonly memory: PaymentMemory
  readonly isLoaded: boolean
  dismiss(): void
  checkOrders(): Promise<CheckOutcome>
  /** For /success: removes paid products even if the shop cannot be asked again. */
  confirmPaid(sessionId: string): Promise<void>
}

const PaymentReturnContext = createContext<PaymentReturn | null>(null)

export const usePaymentReturn = (): PaymentReturn => {
  const found = useContext(PaymentReturnContext)
  if (found === null) throw new Error('the return from payment is used outside its provider')
  return found
}

/** /success with a session tells the outcome itself. */
export const pageShowsPayment = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean =>
  pathname === href('/success') && new URLSearchParams(search).has('session_id')

/** Checks orders when a page is shown: paid products leave the cart once, and return once if it fails (S13); a cancel is told once (S6). */
export function PaymentReturnProvider({ children }: { readonly children: ReactNode }) {
  const actions = useCartStore()
  const location = useLocation()
  const isShown = useRef(false)
  isShown.current = pageShowsPayment(location)
  const [memory] = useState(() => memoryOfThisBrowser(actions.terms))
  const [message, setMessage] = useState<PaymentMessage | null>(null)
  const [unsureChecks, setUnsureChecks] = useState(0)
  const [holds, setHolds] = useState<ReadonlyMap<string, OwnHold>>(new Map())
  const left = useRef(new Map<string, OwnStock>())

  // The record is written before the cart changes, so that nothing is taken out twice.
  const settle = useCallback(
    async (token: string, answer: OrderAnswer): Promise<CartEffect | 'stuck'> => {
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
    },
    [memory, actions],
  )

  const checkOrders = useCallback(async () => {
    let outcome: CheckOutcome = 'nothing'
    let isUnsure = false
    const lookAtHolds = () => {
      const next = ownHolds(memory.read(), Date.now(), left.current)
      setHolds((former) => (isSame([...former], [...next]) ? former : next))
    }
    lookAtHolds()
    setMessage((former) => stillTrue(former, memory.read()))
    for (const { token } of ordersToAskFor(memory.read())) {
      const answer = await readOrder(token)
      for (const [number, stock] of answer.left) left.current.set(number, stock)
      const effect = await settle(token, answer)
      const isEnded = rememberedOrder(memory.read(), token)?.state === 'paid' && answer.payment === 'unsure'
      if (isEnded) continue
      isUnsure ||= answer.payment === 'unsure'
      if (effect === 'take-out') outcome = 'taken-out'
      if (effect === 'stuck') outcome = 'stuck'
      const comesBack = memory.leftByThisTab() === token
      if (comesBack && answer.payment !== 'unsure') memory.forgetLeft()
      setMessage((former) => {
        const next = messageAfter(former, answer, effect, comesBack)
        return isShown.current && next?.kind !== 'unsure' ? null : next
      })
    }
    lookAtHolds()
    setUnsureChecks((former) => (isUnsure ? former + 1 : 0))
    return outcome
  }, [memory, settle])

  const confirmPaid = useCallback(
    async (sessionId: string) => {
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
    [memory, settle],
  )

  const dismiss = useCallback(() => {
    setMessage(null)
    // A repeated check must not tell it again.
    memory.forgetLeft()
  }, [memory])

  const { isLoaded } = useCart()
  useEffect(() => memory.forgetOldLastOrder(), [memory])
  useRepeatedChecks(checkOrders, isLoaded, unsureChecks)
  const value = useMemo(
    () => ({ message, memory, isLoaded, dismiss, checkOrders, confirmPaid }),
    [message, memory, isLoaded, dismiss, checkOrders, confirmPaid],
  )
  return (
    <PaymentReturnContext value={value}>
      <OwnHoldsProvider value={holds}>{children}</OwnHoldsProvider>
    </PaymentReturnContext>
  )
}

const againMs = 10_000
const mostAgain = 30

const useRepeatedChecks = (checkOrders: () => Promise<unknown>, isLoaded: boolean, unsureChecks: number) => {
  const { pathname, search } = useLocation()
  const checkIfVisible = useCallback(() => {
    if (document.visibilityState === 'visible') void checkOrders()
  }, [checkOrders])
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked on every page
  useEffect(() => {
    if (!isLoaded) return
    checkIfVisible()
    const stop = whenShown(checkIfVisible)
    window.addEventListener('online', checkIfVisible)
    return () => {
      stop()
      window.removeEventListener('online', checkIfVisible)
    }
  }, [checkIfVisible, isLoaded, pathname, search])
  useEffect(() => {
    if (unsureChecks === 0 || unsureChecks > mostAgain) return
    const timer = setTimeout(checkIfVisible, againMs)
    return () => clearTimeout(timer)
  }, [unsureChecks, checkIfVisible])
}

const memoryOfThisBrowser = (terms: Parameters<typeof openPaymentMemory>[0]['terms']): PaymentMemory =>
  openPaymentMemory({
    storage: safeStorage(() => window.localStorage),
    tab: safeStorage(() => window.sessionStorage),
    locks: locksOfThisBrowser(),
    now: Date.now,
    terms,
  })

const isSame = <T,>(a: T, b: T): boolean => JSON.stringify(a) === JSON.stringify(b)
