import { useId, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { nameWithColour } from '~/features/products/description.rules.ts'
import {
  isForSale,
  type OwnHold,
  pictureOfProduct,
  productPath,
  type SellableProduct,
  whyStopped,
  withOwnHold,
} from '~/features/products/rules.ts'
import { useOwnHolds } from '~/features/products/ui/shop-closure.tsx'
import { formatYenTaxIncluded } from '~/kernel/money.ts'
import { Button } from '~/ui/button.tsx'
import { inPhrases } from '~/ui/phrases.tsx'
import { type KeptProduct, without, withSeen } from '../rules.ts'
import waiting from './awaited.module.css'
import { lastSeenKey, readKept, writeKept } from './kept-products.ts'
import css from './last-seen.module.css'
import type { ProductsNow } from './read-products.ts'

const mostShown = 8

/** A first visit has seen nothing before, and does without its script. */
const readLater = async (seen: readonly KeptProduct[]): Promise<ProductsNow | null> => {
  if (seen.length === 0) return null
  try {
    const { readProducts } = await import('./read-products.ts')
    return await readProducts(seen)
  } catch {
    return null
  }
}

/**
 * Stores `product` as seen on this device and shows those seen before, at current prices (P32). The row does not change while the
 * page is open, and its height is reserved until the products are loaded. Needs the product's number as `key`.
 */
export function LastSeen({ product }: { readonly product: SellableProduct }) {
  const heading = useId()
  const [seen, setSeen] = useState<readonly KeptProduct[] | null>(null)
  const [products, setProducts] = useState<readonly SellableProduct[] | null>(null)
  const [isForgotten, setIsForgotten] = useState(false)
  const holds = useOwnHolds()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each product, which is the key
  useLayoutEffect(() => {
    const before = readKept(lastSeenKey) ?? []
    const others = without(before, product.number).slice(0, mostShown)
    writeKept(lastSeenKey, withSeen(before, { number: product.number, name: nameWithColour(product) }))
    setSeen(others)
    let isCurrent = true
    readLater(others).then((now) => {
      if (!isCurrent) return
      const known = new Map(
        [...(now?.fabrics ?? []), ...(now?.kits ?? [])].map((each) => [each.number, each]),
      )
      setProducts(others.flatMap(({ number }) => known.get(number) ?? []))
    })
    return () => {
      isCurrent = false
    }
  }, [])

  if (seen === null) return <div hidden className={waiting.awaited} />
  if (seen.length === 0 || products?.length === 0) return null
  const forget = () => {
    writeKept(lastSeenKey, [])
    setIsForgotten(true)
  }
  return (
    <section aria-labelledby={heading} className="stack-3">
      <div className={css.head}>
        <h2 id={heading}>最近見た生地・キット</h2>
        <Button look="quiet" aria-disabled={isForgotten} onClick={forget}>
          履歴を消す
        </Button>
      </div>
      {isForgotten ? (
        <p role="status">この端末の履歴を消しました。</p>
      ) : (
        <ul className={css.row} aria-busy={products === null}>
          {(products ?? []).map((each) => (
            <li
              key={each.number}
              data-not-for-sale={isForSale(withOwnHold(each, holds.get(each.number))) ? undefined : true}
            >
              <Link to={productPath(each)} className={css.product}>
                <Picture url={pictureOfProduct(each)} alt="" sizes="9rem" side={600} />
                <span className={css.name}>{inPhrases(nameWithColour(each))}</span>
              </Link>
              <p className={css.price}>{priceNow(each, holds.get(each.number))}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const priceNow = (product: SellableProduct, own: OwnHold | undefined): string => {
  const { price } = product
  return whyStopped(product, own) ?? (price === null ? '価格確認中' : formatYenTaxIncluded(price))
}
