import { lazy, type ReactNode, Suspense } from 'react'
import { formatYen, formatYenTaxIncluded } from '~/kernel/money.ts'
import { freeKitsLeft, isFreed } from '../offer.rules.ts'
import { lineNumbered } from '../rules.ts'
import { AddKitButton, type BuyButtonProps } from './buy-buttons.tsx'
import css from './kit-offer.module.css'
import { useCart } from './use-cart.tsx'

export function KitSale({ product, stopped }: BuyButtonProps) {
  return (
    <>
      <KitPrice product={product} stopped={stopped} />
      <AddKitButton product={product} stopped={stopped} />
    </>
  )
}

const Missing = lazy(() => import('./missing-fabric.tsx').catch(() => ({ default: (): ReactNode => null })))

/** In the place of a kit's size on its card: how much fabric it needs beside what the cart has (C28). Loads after the page. */
export function LaterMissing({ product }: Pick<BuyButtonProps, 'product'>) {
  const { cart } = useCart()
  return product.unitsNeeded === undefined || cart.length === 0 ? null : (
    <Suspense>
      <Missing product={product} />
    </Suspense>
  )
}

export function KitPrice({ product: { number, price }, stopped }: BuyButtonProps) {
  const { cart, actions } = useCart()
  const line = lineNumbered(cart, number)
  const left = freeKitsLeft(cart, actions.terms.freeKits)
  const isFree = line === undefined ? left > 0 : isFreed(line)
  if (price === null) return <p className={css.price}>価格確認中</p>
  if (stopped !== undefined || !isFree || price === 0)
    return <p className={css.price}>{formatYenTaxIncluded(price)}</p>
  return (
    <p className={css.price}>
      <s className={css.before}>
        <span className="visually-hidden">通常価格 </span>
        {formatYen(price)}円
      </s>{' '}
      <span className={css.free}>0円</span> {line === undefined ? <small>あと{left}点無料</small> : null}
    </p>
  )
}
