import { formatYen, type Yen } from '~/kernel/money.ts'
import type { ShippingBand } from '~/kernel/shop-settings.ts'
import { nextDearerStep, untilFreeShipping } from '../shipping-ahead.rules.ts'
import type { CartTotals } from '../totals.rules.ts'
import css from './cart-sums.module.css'

/** C20. */
export const feeReason = ({ shippingStep: { from, below, fee }, shipping }: CartTotals): string => {
  if (from <= 1 && shipping === 0) return '送料は無料です。'
  if (below === null || shipping === 0) return `小計${formatYen(from)}円以上のため、送料は無料です。`
  return from <= 1
    ? `小計${formatYen(below)}円未満の送料は${formatYen(fee)}円です。`
    : `小計${formatYen(from)}円以上${formatYen(below)}円未満の送料は${formatYen(fee)}円です。`
}

const freeShippingIsNear = 5_000

/** What a slightly higher subtotal does to the fee, or null (C20). */
export const nextShippingText = (subtotal: Yen, bands: readonly ShippingBand[]): string | null => {
  const dearer = nextDearerStep(subtotal, bands)
  if (dearer !== null)
    return `小計が${formatYen(dearer.from)}円以上になると、送料は${formatYen(dearer.fee)}円になります。`
  const missing = untilFreeShipping(subtotal, bands)
  return missing === null || missing > freeShippingIsNear ? null : `あと${formatYen(missing)}円で送料無料`
}

/** C19. */
export function CartSums({
  totals: { subtotal, shipping },
  bands,
}: {
  readonly totals: CartTotals
  readonly bands: readonly ShippingBand[]
}) {
  const ahead = nextShippingText(subtotal, bands)
  return (
    <div className={css.sums}>
      {ahead === null ? null : <p className={css.ahead}>{ahead}</p>}
      <dl className={css.amounts}>
        <div>
          <dt>小計</dt>
          <dd>{formatYen(subtotal)}円</dd>
        </div>
        <div>
          <dt>送料</dt>
          <dd>{subtotal > 0 && shipping === 0 ? '無料' : `${formatYen(shipping)}円`}</dd>
        </div>
      </dl>
    </div>
  )
}

export function CartTotal({ totals: { total } }: { readonly totals: CartTotals }) {
  return (
    <dl className={css.total}>
      <div>
        <dt>合計（税込）</dt>
        <dd>{formatYen(total)}円</dd>
      </div>
    </dl>
  )
}
