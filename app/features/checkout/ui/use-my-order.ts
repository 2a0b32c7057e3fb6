import { useCallback, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { OrderView } from '~/features/orders/rules.ts'
import type { PaymentStatus } from '~/features/orders/types.ts'
import { lastOrderToken } from './browser-token.ts'

/** This browser's own order and the path of its page. */
export interface MyOrder {
  readonly path: string
  readonly order: OrderView
}

/** What GET /api/orders/:token answers; null where the token opens nothing. */
export interface MyOrderAnswer extends MyOrder {
  readonly sessionId: string | null
  /** How the payment stands; only where it was asked for. */
  readonly status?: PaymentStatus
}

/** Whether the session is this browser's own: not known until the shop has answered; then its order, or null. */
export interface MyOrderLook {
  readonly isKnown: boolean
  /** The shop could not be asked. */
  readonly isFailed: boolean
  readonly mine: MyOrder | null
  askAgain(): void
}

/**
 * The order that this browser placed last, if the session in the address is its session, letter by letter (S14); null asks
 * nothing. Read again whenever `status` changes.
 */
export const useMyOrder = (sessionId: string | null, status: PaymentStatus): MyOrderLook => {
  const { data, load, state } = useFetcher<MyOrderAnswer | null>()
  const [asked, setAsked] = useState<'not yet' | 'nothing to ask' | 'the shop'>('not yet')
  const ask = useCallback(async () => {
    const token = lastOrderToken()
    if (sessionId === null || token === null) return setAsked('nothing to ask')
    await load(`/api/orders/${encodeURIComponent(token)}`)
    setAsked('the shop')
  }, [sessionId, load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status means that the order has moved
  useEffect(() => {
    void ask()
  }, [ask, status])
  const isAnswered = asked === 'the shop' && state === 'idle'
  const isMine = sessionId !== null && data?.sessionId === sessionId
  return {
    isKnown: asked === 'nothing to ask' || (isAnswered && data !== undefined),
    isFailed: isAnswered && data === undefined,
    mine: isMine ? data : null,
    askAgain: () => void ask(),
  }
}
