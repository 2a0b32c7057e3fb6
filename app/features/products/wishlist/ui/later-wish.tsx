import { lazy, type ReactNode, Suspense } from 'react'
import type { SellableProduct } from '~/features/products/rules.ts'
import { useHasScript } from '~/ui/use-has-script.ts'

const Wish = lazy(() => import('./wish-button.tsx').catch(() => ({ default: (): ReactNode => null })))

/** The heart of a card's product; without `product`, the number of wishes. Loads after the page, which does not need it. */
export function LaterWish(props: { readonly product?: SellableProduct }) {
  return useHasScript() ? (
    <Suspense>
      <Wish {...props} />
    </Suspense>
  ) : null
}
