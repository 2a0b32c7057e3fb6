import { createContext, use } from 'react'
import { Notice } from '~/ui/notice.tsx'
import { isSoldOut, type SellableProduct } from '../rules.ts'

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

type Standing = Pick<SellableProduct, 'suspended' | 'most' | 'waits'>

/** Undefined for products that an open shop sells (K10). */
export const whyStopped = (product: Standing): string | undefined => {
  if (product.suspended) return '販売休止中'
  if (product.most !== 0) return undefined
  return isSoldOut(product) ? '売り切れ' : 'お支払い中'
}

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
