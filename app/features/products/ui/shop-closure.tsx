import { createContext, use, useEffect } from 'react'
import { Notice } from '~/ui/notice.tsx'
import {
  type OwnHold,
  type SellableProduct,
  type StockNow,
  whyStopped,
  withOwnHold,
  withStockNow,
} from '../rules.ts'

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

export interface StockOfPage {
  /** What the shop has told since the page was drawn (C26), by number. */
  readonly told: ReadonlyMap<string, StockNow>
  /** The shop is asked for this number when the page is shown again. Gives the stop function. */
  readonly watch: (number: string) => () => void
  /** Takes what the shop has told of these numbers; those without a product are not sold now. */
  readonly learn: (numbers: readonly string[], products: ReadonlyMap<string, NonNullable<StockNow>>) => void
}

const StockOfPageContext = createContext<StockOfPage>({
  told: new Map(),
  watch: () => () => {},
  learn: () => {},
})

export const StockOfPageProvider = StockOfPageContext

export const useStockOfPage = (): StockOfPage => use(StockOfPageContext)

type Sold = Pick<SellableProduct, 'number' | 'most' | 'waits' | 'suspended'>

/** The product as the shop sells it now, also when the page has stayed open (C26). */
export const useProductNow = <P extends Sold>(product: P): P => {
  const { told, watch } = useStockOfPage()
  const { number } = product
  useEffect(() => watch(number), [watch, number])
  return withStockNow(product, told.get(number))
}

/** For any product of the page: as this browser can buy it now (C26, K31). */
export const useHowBuyable = () => {
  const { told } = useStockOfPage()
  const holds = useOwnHolds()
  return <P extends Sold>(product: P): P =>
    withOwnHold(withStockNow(product, told.get(product.number)), holds.get(product.number))
}

/** The product as this browser can buy it (K31) now (C26). */
export const useBuyable = <P extends Sold>(product: P): P => useHowBuyable()(useProductNow(product))

export const useWhyStopped = () => {
  const isClosed = useWhyClosed() !== null
  const { told } = useStockOfPage()
  const holds = useOwnHolds()
  return (product: Parameters<typeof whyStopped>[0] & Pick<SellableProduct, 'number'>): string | undefined =>
    isClosed
      ? '休業中'
      : whyStopped(withStockNow(product, told.get(product.number)), holds.get(product.number))
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
