import { lazy, type ReactNode, Suspense } from 'react'
import type { SellableProduct } from '~/features/products/rules.ts'
import { useHasScript } from '~/ui/use-has-script.ts'

const Wish = lazy(() => import('./wish-button.tsx').catch(() => ({ default: (): ReactNode => null })))

/**
 * The heart of a product on a card, or without one how many products are on the list. Its script comes after the page, for a first
 * visit does without it.
 */
export function LaterWish(props: { readonly product?: SellableProduct }) {
  return useHasScript() ? (
    <Suspense>
      <Wish {...props} />
    </Suspense>
  ) : null
}
