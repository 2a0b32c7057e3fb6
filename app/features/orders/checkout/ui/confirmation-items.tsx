import type { ReactNode } from 'react'
import { feeReason } from '~/features/cart/ui/cart-sums.tsx'
import { useCartTotals } from '~/features/cart/ui/use-cart-totals.ts'
import { useClosureLine } from '~/features/products/ui/shop-closure.tsx'
import { useArrivalOfNow } from '~/features/shop/delivery-dates/ui/arrival.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { confirmationInShort, confirmationItems } from '../confirmation.rules.ts'
import css from './confirmation-items.module.css'

/** The law's six items as six sentences; the detail alone opens, beside `children` (S21, L2). */
export function ConfirmationItems({ children }: { readonly children: ReactNode }) {
  const totals = useCartTotals()
  const { terms } = useSiteFacts()
  const closureLine = useClosureLine()
  const arrival = useArrivalOfNow()
  return (
    <section className={css.items} aria-label="ご注文前の確認">
      <ul className={css.sentences}>
        {confirmationInShort(totals, terms, arrival).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <div className={css.ways}>
        <details onToggle={({ currentTarget: it }) => it.open && it.scrollIntoView({ block: 'nearest' })}>
          <summary className={css.more}>くわしい内容</summary>
          <h3 className={css.heading}>ご注文前にご確認ください</h3>
          <dl>
            {confirmationItems(totals, terms, null, closureLine).map(({ heading, lines }) => (
              <div key={heading}>
                <dt>{heading}</dt>
                {lines.map((line) => (
                  <dd key={line}>{line}</dd>
                ))}
              </div>
            ))}
            <div>
              <dt>送料について</dt>
              <dd>{feeReason(totals)}</dd>
            </div>
          </dl>
        </details>
        {children}
      </div>
    </section>
  )
}
