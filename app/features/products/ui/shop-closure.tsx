import { createContext, use } from 'react'
import { Notice } from '~/ui/notice.tsx'
import { isSoldOut, type SellableProduct } from '../rules.ts'

const ShopClosureContext = createContext<string | null>(null)

/** The owner's line for a closed shop, which may be empty; null while it is open. */
export const ShopClosureProvider = ShopClosureContext

/** Why nothing can be bought now; null while the shop is open. */
export const useWhyClosed = (): string | null =>
  use(ShopClosureContext) === null
    ? null
    : 'ただいまお休みをいただいています。カートの中身はそのまま残ります。'

/** The line for shoppers while nothing can be bought; '' where there is none. */
export const useClosureLine = (): string => use(ShopClosureContext) ?? ''

type Standing = Pick<SellableProduct, 'suspended' | 'most' | 'waits'>

/** In a word, why an open shop does not sell a product for now (K10), else undefined. */
export const whyStopped = (product: Standing): string | undefined => {
  if (product.suspended) return '販売休止中'
  if (product.most !== 0) return undefined
  return isSoldOut(product) ? '売り切れ' : 'お支払い中'
}

/** Gives the label on the button of a product that is not sold for now, else undefined. */
export const useWhyStopped = () => {
  const isClosed = useWhyClosed() !== null
  return (product: Standing): string | undefined => (isClosed ? '休業中' : whyStopped(product))
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
