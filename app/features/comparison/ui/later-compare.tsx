import { lazy, type ReactNode, Suspense } from 'react'
import type { SellableProduct } from '~/features/products/rules.ts'
import { useHasScript } from '~/ui/use-has-script.ts'

const Compare = lazy(() => import('./compare-button.tsx').catch(() => ({ default: (): ReactNode => null })))

/** くらべる of a product on a card, or without one the way to the table. Its script comes after the page, as that of the hearts. */
export function LaterCompare(props: { readonly product?: SellableProduct }) {
  return useHasScript() ? (
    <Suspense>
      <Compare {...props} />
    </Suspense>
  ) : null
}
