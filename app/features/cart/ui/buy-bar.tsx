import { useEffect, useState } from 'react'
import type { SellableProduct } from '~/features/products/rules.ts'
import { useBuyable } from '~/features/products/ui/shop-closure.tsx'
import { formatYen, times, type Yen } from '~/kernel/money.ts'
import { canBeBought, cartProductOf } from '../rules.ts'
import css from './buy-bar.module.css'
import { AddKitButton } from './buy-buttons.tsx'
import { UnitStepper } from './buy-several.tsx'
import { BuyUnits } from './buy-units.tsx'
import { useChosenUnits } from './chosen-units.tsx'
import { KitPrice } from './kit-offer.tsx'

/** On phones, shown while the page's own button is out of sight (W21). Its room is kept, so that nothing moves. */
export function BuyBar({
  product: shown,
  stopped,
}: {
  readonly product: SellableProduct
  readonly stopped?: string | undefined
}) {
  const { button } = useChosenUnits()
  const product = useBuyable(shown)
  const isInSight = useIsInSight(button)
  if (stopped !== undefined || product.price === null || !canBeBought(cartProductOf(product))) return null
  return (
    <section
      className={css.bar}
      aria-label="購入"
      data-waits={isInSight ? true : undefined}
      {...(isInSight ? {} : { 'data-buy-bar': true })}
    >
      {isInSight ? null : <Buying product={product} price={product.price} />}
    </section>
  )
}

function Buying({ product, price }: { readonly product: SellableProduct; readonly price: Yen }) {
  const { units } = useChosenUnits()
  const isKit = product.type === 'kit'
  return (
    <>
      {isKit ? (
        <div className={css.price}>
          <KitPrice product={product} />
        </div>
      ) : (
        <p className={css.price}>
          <strong>{formatYen(times(price, units))}</strong>円<span>（税込）</span>
        </p>
      )}
      {isKit ? null : <UnitStepper product={product} />}
      <div className={css.button}>
        {isKit ? <AddKitButton product={product} /> : <BuyUnits product={product} units={units} />}
      </div>
    </>
  )
}

const belowHeader = '-72px 0px 0px'

const useIsInSight = (element: { readonly current: Element | null }): boolean => {
  const [isInSight, setIsInSight] = useState(true)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(([entry]) => setIsInSight(entry?.isIntersecting ?? true), {
      rootMargin: belowHeader,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInSight
}
