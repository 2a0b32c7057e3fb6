import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { feeReason } from '~/features/cart/ui/cart-sums.tsx'
import { useCartTotals } from '~/features/cart/ui/use-cart-totals.ts'
import { useClosureLine } from '~/features/products/ui/shop-closure.tsx'
import { useArrivalOfNow } from '~/features/shop/delivery-dates/ui/arrival.tsx'
import { href } from '~/href.ts'
import { Button } from '~/ui/button.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import {
  type ConfirmationItem,
  confirmationInShort,
  itemsOfCart,
  readItems,
  withClosure,
} from '../confirmation.rules.ts'
import css from './confirmation-items.module.css'

/** The law's six items as six sentences; the detail alone opens, beside `children` (S21, L2). */
export function ConfirmationItems({ children }: { readonly children: ReactNode }) {
  const totals = useCartTotals()
  const { terms } = useSiteFacts()
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
          <Detail />
        </details>
        {children}
      </div>
    </section>
  )
}

function Detail() {
  const totals = useCartTotals()
  const closureLine = useClosureLine()
  const { items, failure, readAgain } = useItemsOfTerms()
  return (
    <>
      <dl>
        <Items items={itemsOfCart(totals)} />
        {items === null ? null : <Items items={withClosure(items, closureLine)} />}
        <div>
          <dt>送料について</dt>
          <dd>{feeReason(totals)}</dd>
        </div>
      </dl>
      {items === null ? (
        <>
          <p role="status">
            {failure === null ? 'お支払い、お届け、返品の決まりを読み込んでいます…' : failures[failure]}
          </p>
          {failure === null ? null : (
            <Button look="secondary" onClick={readAgain}>
              もう一度読み込む
            </Button>
          )}
        </>
      ) : null}
    </>
  )
}

function Items({ items }: { readonly items: readonly ConfirmationItem[] }) {
  return items.map(({ heading, lines }) => (
    <div key={heading}>
      <dt>{heading}</dt>
      {lines.map((line) => (
        <dd key={line}>{line}</dd>
      ))}
    </div>
  ))
}

const failures = {
  failed:
    'お店の側の不具合で、お支払い、お届け、返品の決まりを読み込めませんでした。「特定商取引法に基づく表記」にも同じ内容があります。',
  offline:
    '通信エラーで、お支払い、お届け、返品の決まりを読み込めませんでした。「特定商取引法に基づく表記」にも同じ内容があります。',
} as const

type Failure = keyof typeof failures

const readLimitMs = 15_000

const readItemsOfTerms = async (): Promise<readonly ConfirmationItem[] | Failure> => {
  try {
    const response = await fetch(href('/api/sales-terms'), { signal: AbortSignal.timeout(readLimitMs) })
    return response.ok ? (readItems(await response.json()) ?? 'failed') : 'failed'
  } catch {
    return 'offline'
  }
}

/** Read when the cart opens, so that pages do not bring them (W76). */
const useItemsOfTerms = () => {
  const [read, setRead] = useState<readonly ConfirmationItem[] | Failure | null>(null)
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    let isCurrent = attempt > 0
    void readItemsOfTerms().then((items) => isCurrent && setRead(items))
    return () => {
      isCurrent = false
    }
  }, [attempt])
  const readAgain = useCallback(() => {
    setRead(null)
    setAttempt((before) => before + 1)
  }, [])
  return typeof read === 'string'
    ? { items: null, failure: read, readAgain }
    : { items: read, failure: null, readAgain }
}
