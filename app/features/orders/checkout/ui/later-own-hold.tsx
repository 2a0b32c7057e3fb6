import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { SellableProduct } from '~/features/products/rules.ts'
import { useOwnHolds } from '~/features/products/ui/shop-closure.tsx'

const LoadedNotice = lazy<ComponentType<{ readonly product: SellableProduct }>>(() =>
  import('./own-hold.tsx').then(
    ({ OwnHoldNotice }) => ({ default: OwnHoldNotice }),
    () => ({ default: () => null }),
  ),
)

/** `OwnHoldNotice`, for which only a browser with an order that is not paid yet loads anything (K31). */
export function LaterOwnHold({ product }: { readonly product: SellableProduct }) {
  const isHeld = useOwnHolds().has(product.number)
  // What became of it is told when nothing is held any more.
  const [wasHeld, setWasHeld] = useState(false)
  if (isHeld && !wasHeld) setWasHeld(true)
  return wasHeld ? (
    <Suspense>
      <LoadedNotice product={product} />
    </Suspense>
  ) : null
}
