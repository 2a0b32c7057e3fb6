import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '~/ui/button.tsx'
import { useCart } from './use-cart.tsx'

/** Which view of the cart is open: the header's panel or the catalogue's modal (C16). */
export type CartView = 'closed' | 'panel' | 'modal'

interface OpenCart {
  readonly view: CartView
  readonly show: (view: CartView) => void
}

const OpenCartContext = createContext<OpenCart>({ view: 'closed', show: () => {} })

/** Which view of the cart stands open, for the header and for the pages below it. Another page starts with a closed cart. */
export function OpenCartProvider({ children }: { readonly children: ReactNode }) {
  const [view, setView] = useState<CartView>('closed')
  const { notice, actions } = useCart()
  const { pathname } = useLocation()
  const show = useCallback(
    (next: CartView) => {
      // What was said beside the closed cart stands in the open one already.
      if (actions.getSnapshot().undo === null) actions.dismissNotice()
      setView(next)
    },
    [actions],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts with a closed cart
  useEffect(() => setView('closed'), [pathname])
  useClosedOnReturn(setView)
  // C14: who asks for a kit that is in the cart is shown the cart.
  useEffect(() => {
    if (notice?.content.kind === 'kit-already-in-cart') setView('panel')
  }, [notice])
  const door = useMemo(() => ({ view, show }), [view, show])
  return <OpenCartContext value={door}>{children}</OpenCartContext>
}

/** The view that is open, and how to open another. */
export const useOpenCart = (): OpenCart => use(OpenCartContext)

/** The catalogue's button that opens its modal cart; there is nothing to open before the cart has been read. */
export function OpenCartButton() {
  const { totals, isLoaded } = useCart()
  const { show } = useOpenCart()
  if (!isLoaded || totals.units === 0) return null
  return (
    <p>
      <Button look="secondary" wide aria-haspopup="dialog" onClick={() => show('modal')}>
        カートの中身を見る（{totals.units}点）
      </Button>
    </p>
  )
}

/** A page that the browser's Back button brought out of its cache shows what it has to say, not the cart before it (S6, S9). */
const useClosedOnReturn = (setView: (view: CartView) => void) => {
  useEffect(() => {
    const close = (event: PageTransitionEvent) => event.persisted && setView('closed')
    window.addEventListener('pageshow', close)
    return () => window.removeEventListener('pageshow', close)
  }, [setView])
}
