import type { ReactNode } from 'react'
import { fabricNeed, fabricNeedText } from '../fabric-need.rules.ts'
import { cartProductOf } from '../rules.ts'
import type { BuyButtonProps } from './buy-buttons.tsx'
import css from './kit-offer.module.css'
import { useCart } from './use-cart.tsx'

type OfProduct = Pick<BuyButtonProps, 'product'>

/** On a card (C28). */
export default function MissingFabric({ product }: OfProduct): ReactNode {
  const { cart } = useCart()
  const need = fabricNeed(cart, cartProductOf(product))
  return need === null ? null : <span className={css.need}>{fabricNeedText(need)}</span>
}

/** On a kit's page, as high for everybody; `to` is the id of its fabrics, which it leads to where some are missing (C28). */
export function FabricOfKit({ product, to }: OfProduct & { readonly to: string }) {
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
