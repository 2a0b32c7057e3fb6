import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '~/ui/button.tsx'
import { useCart } from './use-cart.tsx'

/** The header's panel or the product list's modal (C16). */
export type CartView = 'closed' | 'panel' | 'modal'

interface OpenCart {
  readonly view: CartView
  readonly show: (view: CartView) => void
}

const OpenCartContext = createContext<OpenCart>({ view: 'closed', show: () => {} })

export function OpenCartProvider({ children }: { readonly children: ReactNode }) {
  const [view, setView] = useState<CartView>('closed')
  const { notice, actions } = useCart()
  const { pathname } = useLocation()
  const show = useCallback(
    (next: CartView) => {
      // The open cart shows what the notice said.
      if (actions.getSnapshot().undo === null) actions.dismissNotice()
      setView(next)
    },
    [actions],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts with a closed cart, and without the notice of the one before
  useEffect(() => show('closed'), [pathname])
  useClosedOnReturn(setView)
  // C14: who asks for a kit that is in the cart is shown the cart.
  useEffect(() => {
    if (notice?.content.kind === 'kit-already-in-cart') setView('panel')
  }, [notice])
  const openCart = useMemo(() => ({ view, show }), [view, show])
  return <OpenCartContext value={openCart}>{children}</OpenCartContext>
}

export const useOpenCart = (): OpenCart => use(OpenCartContext)

export function OpenCartButton() {
  const { units, isLoaded } = useCart()
  const { show } = useOpenCart()
  if (!isLoaded || units === 0) return null
  return (
    <p>
      <Button look="secondary" wide aria-haspopup="dialog" onClick={() => show('modal')}>
        カートの中身を見る（{units}点）
      </Button>
    </p>
  )
}

/** A page restored from the back/forward cache must show its notice, not the cart in front of it (S6, S9). */
const useClosedOnReturn = (setView: (view: CartView) => void) => {
  useEffect(() => {
    const close = (event: PageTransitionEvent) => event.persisted && setView('closed')
    window.addEventListener('pageshow', close)
    return () => window.removeEventListener('pageshow', close)
  }, [setView])
}
