import { formatYenTaxIncluded } from '~/kernel/money.ts'
import type { OfferedProduct } from './rules.ts'

export const priceOf = ({ price, stopped, type }: OfferedProduct): string => {
  if (stopped !== null) return stopped
  return price === null
    ? '価格確認中'
    : `${formatYenTaxIncluded(price)}${type === 'fabric' ? '／50cm角' : ''}`
}
