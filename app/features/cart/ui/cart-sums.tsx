import { formatYen } from '~/kernel/money.ts'
import type { CartTotals } from '../totals.rules.ts'
import css from './cart-sums.module.css'

const feeReason = ({ shippingStep: { from, below, fee }, shipping }: CartTotals): string => {
  if (from <= 1 && shipping === 0) return '送料は無料です。'
  if (below === null || shipping === 0) return `小計${formatYen(from)}円以上のため、送料は無料です。`
  return from <= 1
    ? `小計${formatYen(below)}円未満の送料は${formatYen(fee)}円です。`
    : `小計${formatYen(from)}円以上${formatYen(below)}円未満の送料は${formatYen(fee)}円です。`
}

/** C19, C20. */
export function CartSums({ totals }: { readonly totals: CartTotals }) {
  const { subtotal, shipping, total, untilFreeShipping } = totals
  return (
    <div>
      <dl className={css.sums}>
        <div>
          <dt>小計</dt>
          <dd>{formatYen(subtotal)}円</dd>
        </div>
        <div>
          <dt>送料</dt>
          <dd>{subtotal > 0 && shipping === 0 ? '無料' : `${formatYen(shipping)}円`}</dd>
        </div>
        <div className={css.total}>
          <dt>合計（税込）</dt>
          <dd>{formatYen(total)}円</dd>
        </div>
      </dl>
      {subtotal > 0 ? (
        <p className={css.reason}>
          {feeReason(totals)}
          {untilFreeShipping === null ? null : (
            <strong> あと{formatYen(untilFreeShipping)}円で送料無料</strong>
          )}
        </p>
      ) : null}
    </div>
  )
}
