import { formatYen, formatYenTaxIncluded } from '~/kernel/money.ts'
import { fabricNeed } from '../fabric-need.rules.ts'
import { cartProductOf, lineNumbered } from '../rules.ts'
import { fabricNeedText } from '../texts.ts'
import { isFreed } from '../totals.rules.ts'
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

/** Beside a kit's size or in its place: how much fabric it needs, and how much the cart holds (C28). */
export function FabricNeeded({ product }: Pick<BuyButtonProps, 'product'>) {
  const { cart } = useCart()
  const need = fabricNeed(cart, cartProductOf(product))
  return need === null ? null : <span className={css.need}>{fabricNeedText(need)}</span>
}

/** On a kit's page, the same line for everybody; `to` is the id of its fabrics, which it leads to where some are missing (C28). */
export function FabricOfKit({ product, to }: Pick<BuyButtonProps, 'product'> & { readonly to: string }) {
  const { cart } = useCart()
  const { unitsNeeded } = product
  if (unitsNeeded === undefined) return null
  const need = fabricNeed(cart, cartProductOf(product))
  return (
    <p className={css.ofKit}>
      {need === null ? (
        `このキットは布${unitsNeeded}枚（50cm角）`
      ) : (
        <a href={`#${to}`} className={css.need}>
          {fabricNeedText(need)}
        </a>
      )}
    </p>
  )
}

export function KitPrice({ product: { number, price }, stopped }: BuyButtonProps) {
  const { cart, totals } = useCart()
  const line = lineNumbered(cart, number)
  const left = totals.freeKitsLeft
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
