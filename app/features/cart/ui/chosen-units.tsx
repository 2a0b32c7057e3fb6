import { createContext, type ReactNode, type RefObject, use, useMemo, useRef, useState } from 'react'
import type { SellableProduct } from '~/features/products/rules.ts'
import { useBuyable } from '~/features/products/ui/shop-closure.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { unitLimit } from '../rules.ts'

interface Choice {
  readonly units: number
  /** The most units that can be had in one piece now (K10). */
  readonly limit: number
  readonly choose: (units: number) => void
  readonly button: RefObject<HTMLDivElement | null>
}

const ChosenUnitsContext = createContext<Choice>({
  units: 1,
  limit: Number.POSITIVE_INFINITY,
  choose: () => {},
  button: { current: null },
})

/** One choice of units shared by a product page's stepper, bar and calculations; never more than can be had (P37). */
export function ChosenUnits({
  product,
  children,
}: {
  readonly product: SellableProduct
  readonly children: ReactNode
}) {
  const limit = unitLimit(useBuyable(product), useSiteFacts().cart)
  const [chosen, choose] = useState(1)
  const units = Math.min(chosen, limit)
  const button = useRef<HTMLDivElement>(null)
  const choice = useMemo(() => ({ units, limit, choose, button }), [units, limit])
  return <ChosenUnitsContext value={choice}>{children}</ChosenUnitsContext>
}

export const useChosenUnits = (): Choice => use(ChosenUnitsContext)

export function OwnButton({ children }: { readonly children: ReactNode }) {
  return <div ref={useChosenUnits().button}>{children}</div>
}
