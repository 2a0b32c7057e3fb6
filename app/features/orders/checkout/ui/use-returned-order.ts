import { useCallback, useEffect, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import type { OrderView } from '~/features/orders/rules.ts'
import type { PaymentStatus } from '~/features/orders/types.ts'
import type { OwnStock } from '~/features/products/rules.ts'
import { type ApiBase, href } from '~/href.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { orderOfSession } from '../payment-record.rules.ts'
import { openPaymentChecks } from './payment-checks.ts'
import { usePaymentMemory } from './payment-memory.ts'
import { usePaymentReturn } from './payment-return.tsx'

interface MyOrder {
  readonly path: string
  readonly order: OrderView
}

/** The response of GET /api/orders/:token. */
export interface MyOrderAnswer extends MyOrder {
  readonly sessionId: string | null
  readonly status?: PaymentStatus
  /** Beside `status`: the payment page while it can be paid. */
  readonly payAt?: string | null
  /** Beside `status` of an unpaid order: what its browser could have of its counted products (K31). */
  readonly left?: ReadonlyArray<OwnStock & { readonly number: string }>
}

/** This browser's order of the address's session (S14); paid products leave the cart (S13). `isExpected`: it may still come. */
export const useReturnedOrder = (
  sessionId: string | null,
  status: PaymentStatus,
): {
  readonly isExpected: boolean
  readonly isFailed: boolean
  readonly mine: MyOrder | null
  askAgain(): void
} => {
  const { data, load, state } = useFetcher<MyOrderAnswer | null>()
  const memory = usePaymentMemory()
  const { isLoaded } = useCart()
  const [asked, setAsked] = useState<'not yet' | 'nothing to ask' | 'asked'>('not yet')
  const ask = useCallback(async () => {
    const record = memory.read()
    const order =
      sessionId === null
        ? undefined
        : (orderOfSession(record, sessionId) ??
          record.orders.filter(({ session }) => session === null).at(-1))
    if (order === undefined) return setAsked('nothing to ask')
    await load(href('/api/orders/:token', { token: order.token }))
    setAsked('asked')
  }, [sessionId, load, memory])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status means that the order has moved
  useEffect(() => {
    if (isLoaded) void ask()
  }, [ask, isLoaded, status])
  useSettledCart(sessionId, status)
  useAskAgain(sessionId, status)
  return {
    isExpected:
      sessionId !== null && status !== 'unknown' && asked !== 'nothing to ask' && data === undefined,
    isFailed: asked === 'asked' && state === 'idle' && data === undefined,
    mine: sessionId !== null && data?.sessionId === sessionId ? data : null,
    askAgain: () => void ask(),
  }
}

const useSettledCart = (sessionId: string | null, status: PaymentStatus) => {
  const { isLoaded } = useCart()
  const { confirmPaid, checkOrders } = usePaymentReturn(openPaymentChecks)
  const seen = useRef(status)
  useEffect(() => {
    if (!isLoaded || sessionId === null) return
    if (status === 'paid') void confirmPaid(sessionId)
    else if (status !== seen.current) void checkOrders()
    seen.current = status
  }, [isLoaded, sessionId, status, confirmPaid, checkOrders])
}

const askAgainMs = 3_000
/** About five minutes; after that the mail tells. */
const mostRequests = 100

const useAskAgain = (sessionId: string | null, status: PaymentStatus) => {
  const { revalidate } = useRevalidator()
  const { apiBase } = useSiteFacts()
  useEffect(() => {
    if (sessionId === null || status === 'paid' || status === 'unknown') return
    let requests = 0
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible') return
      requests += 1
      if (requests >= mostRequests) clearInterval(timer)
      const now = await readStatus(apiBase, sessionId)
      if (now !== null && now !== status) void revalidate()
    }, askAgainMs)
    return () => clearInterval(timer)
  }, [sessionId, status, apiBase, revalidate])
}

const readStatus = async (apiBase: ApiBase, sessionId: string): Promise<unknown> => {
  try {
    const response = await fetch(href(`${apiBase}/checkout-status`, { session_id: sessionId }))
    return response.ok ? fieldsOf(await response.json()).status : null
  } catch {
    return null
  }
}
