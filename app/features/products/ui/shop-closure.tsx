import { createContext, use } from 'react'
import { Notice } from '~/ui/notice.tsx'
import { type OwnHold, type SellableProduct, whyStopped, withOwnHold } from '../rules.ts'

const ShopClosureContext = createContext<string | null>(null)

/** The value is the owner's notice, maybe ''; null while the shop is open. */
export const ShopClosureProvider = ShopClosureContext

/** Null while the shop is open. */
export const useWhyClosed = (): string | null =>
  use(ShopClosureContext) === null
    ? null
    : 'ただいまお休みをいただいています。カートの中身はそのまま残ります。'

/** '' when there is nothing to say. */
export const useClosureLine = (): string => use(ShopClosureContext) ?? ''

const OwnHoldsContext = createContext<ReadonlyMap<string, OwnHold>>(new Map())

/** By number; empty on the server, in the first render, and in a browser without an unpaid order. */
export const OwnHoldsProvider = OwnHoldsContext

export const useOwnHolds = (): ReadonlyMap<string, OwnHold> => use(OwnHoldsContext)

/** The product as this browser can buy it (K31). */
export const useBuyable = <P extends Pick<SellableProduct, 'number' | 'most' | 'waits'>>(product: P): P =>
  withOwnHold(product, useOwnHolds().get(product.number))

export const useWhyStopped = () => {
  const isClosed = useWhyClosed() !== null
  const holds = useOwnHolds()
  return (product: Parameters<typeof whyStopped>[0] & Pick<SellableProduct, 'number'>): string | undefined =>
    isClosed ? '休業中' : whyStopped(product, holds.get(product.number))
}

export function ClosureNotice() {
  const message = use(ShopClosureContext)
  if (message === null) return null
  return (
    <Notice>
      <p>
        <strong>ただいまお休みをいただいています。</strong>
      </p>
      {message === '' ? null : <p>{message}</p>}
      <p>商品はご覧いただけます。ご購入は再開までお待ちください。カートの中身はそのまま残ります。</p>
    </Notice>
  )
}
