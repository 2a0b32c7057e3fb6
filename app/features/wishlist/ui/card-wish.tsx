import { type ComponentType, lazy, Suspense } from 'react'
import type { SellableProduct } from '~/features/catalogue/rules.ts'
import { useHasScript } from '~/ui/use-has-script.ts'

interface Props {
  readonly product: SellableProduct
}

const missing: { readonly default: ComponentType<Props> } = { default: () => null }

const WishButton = lazy(() =>
  import('./wish-button.tsx').then(
    (module) => ({ default: module.WishButton }),
    () => missing,
  ),
)

/** The heart on a card of a list: it comes after the page, whose first visit does without its script. */
export function CardWish({ product }: Props) {
  return useHasScript() ? (
    <Suspense>
      <WishButton product={product} />
    </Suspense>
  ) : null
}
