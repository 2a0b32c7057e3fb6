import { formatYenTaxIncluded } from '~/kernel/money.ts'
import type { OfferedProduct } from './types.ts'

export const priceOf = ({ price, suspended, type }: OfferedProduct): string => {
  if (suspended) return 'いま品切れ'
  return price === null
    ? '価格確認中'
    : `${formatYenTaxIncluded(price)}${type === 'fabric' ? '／50cm角' : ''}`
}
