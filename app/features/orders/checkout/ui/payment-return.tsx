import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Location, useLocation } from 'react-router'
import { useCart, useCartStore } from '~/features/cart/ui/use-cart.tsx'
import { OwnHoldsProvider } from '~/features/products/ui/shop-closure.tsx'
import { href } from '~/href.ts'
import { whenShown } from '~/ui/page-visibility.ts'
import { safeStorage } from '~/ui/safe-storage.ts'
import type { PaymentMessage } from './order-answer.ts'
import type { openPaymentChecks, PaymentActs, PaymentChecks, PaymentState } from './payment-checks.ts'
import { paymentKeys } from './payment-keys.ts'

type Open = typeof openPaymentChecks

interface PaymentReturn extends PaymentActs {
  readonly message: PaymentMessage | null
  /** Makes the checks of a script that is there already. */
  bring(open: Open): void
  dismiss(): void
}

const PaymentReturnContext = createContext<PaymentReturn | null>(null)

/** Whose part cannot do without the checks brings them: then they do not have to arrive first. */
export const usePaymentReturn = (brought?: Open): PaymentReturn => {
  const found = useContext(PaymentReturnContext)
  if (found === null) throw new Error('the return from payment is used outside its provider')
  const { bring } = found
  useEffect(() => {
    if (brought !== undefined) bring(brought)
  }, [bring, brought])
  return found
}

/** /success with a session tells the outcome itself. */
export const pageShowsPayment = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean =>
  pathname === href('/success') && new URLSearchParams(search).has('session_id')

const nothingKnown: PaymentState = { message: null, holds: new Map(), unsureChecks: 0 }

/** Whether anything was left to pay in this browser. Most visitors have nothing, and load no more of it. */
const isAnythingRemembered = (): boolean =>
  [safeStorage(() => window.sessionStorage), safeStorage(() => window.localStorage)].some((storage) =>
    paymentKeys.some((key) => typeof storage.read(key) === 'string'),
  )

/** Checks orders when a page is shown: paid products leave the cart once, and return once if it fails (S13); a cancel is told once (S6). */
export function PaymentReturnProvider({ children }: { readonly children: ReactNode }) {
  const actions = useCartStore()
  const { isLoaded } = useCart()
  const location = useLocation()
  const isShown = useRef(false)
  isShown.current = pageShowsPayment(location)
  const [checks, setChecks] = useState<PaymentChecks | null>(null)
  const opened = useRef<PaymentChecks | null>(null)
  const bring = useCallback(
    (open: Open): PaymentChecks => {
      opened.current ??= open(actions, () => isShown.current, nothingKnown)
      setChecks(opened.current)
      return opened.current
    },
    [actions],
  )
  /** Null when the script did not arrive; a later check asks for it again. */
  const opening = useCallback(
    async (): Promise<PaymentChecks | null> =>
      opened.current ??
      import('./payment-checks.ts').then(
        ({ openPaymentChecks }) => bring(openPaymentChecks),
        () => null,
      ),
    [bring],
  )
  const checkOrders = useCallback(async () => (await opening())?.checkOrders() ?? 'nothing', [opening])
  const confirmPaid = useCallback(
    async (sessionId: string) => (await opening())?.confirmPaid(sessionId),
    [opening],
  )
  const { message, holds, unsureChecks } = useSyncExternalStore(
    checks?.subscribe ?? hearNothing,
    checks?.getState ?? knowNothing,
    knowNothing,
  )
  const isDue = useCallback(() => opened.current !== null || isAnythingRemembered(), [])
  useRepeatedChecks(checkOrders, isDue, isLoaded, unsureChecks)
  const value = useMemo(
    () => ({ message, bring, dismiss: () => checks?.dismiss(), checkOrders, confirmPaid }),
    [message, bring, checks, checkOrders, confirmPaid],
  )
  return (
    <PaymentReturnContext value={value}>
      <OwnHoldsProvider value={holds}>{children}</OwnHoldsProvider>
    </PaymentReturnContext>
  )
}

const hearNothing = () => () => {}
const knowNothing = () => nothingKnown

const againMs = 10_000
const mostAgain = 30

const useRepeatedChecks = (
  checkOrders: () => Promise<unknown>,
  isDue: () => boolean,
  isLoaded: boolean,
  unsureChecks: number,
) => {
  const { pathname, search } = useLocation()
  const checkIfVisible = useCallback(() => {
    if (document.visibilityState === 'visible' && isDue()) void checkOrders()
  }, [checkOrders, isDue])
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
