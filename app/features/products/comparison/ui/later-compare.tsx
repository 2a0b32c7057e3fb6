import { lazy, type ReactNode, Suspense } from 'react'
import type { SellableProduct } from '~/features/products/rules.ts'
import { useHasScript } from '~/ui/use-has-script.ts'

const Compare = lazy(() => import('./compare-button.tsx').catch(() => ({ default: (): ReactNode => null })))

/** A card's button, or without a product the link to the table. Its script loads after the page. */
export function LaterCompare(props: { readonly product?: SellableProduct }) {
  return useHasScript() ? (
    <Suspense>
      <Compare {...props} />
    </Suspense>
  ) : null
}
