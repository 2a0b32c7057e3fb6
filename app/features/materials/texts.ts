import { formatYenTaxIncluded } from '~/kernel/money.ts'
import type { OfferedProduct } from './types.ts'

/** What a product costs, or why it cannot be bought now. */
export const priceOf = ({ price, suspended, type }: OfferedProduct): string => {
  if (suspended) return 'いま品切れ'
  return price === null
    ? '価格確認中'
    : `${formatYenTaxIncluded(price)}${type === 'fabric' ? '／50cm角' : ''}`
}
