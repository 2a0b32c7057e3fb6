import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { StockNow } from '~/features/products/rules.ts'
import { type StockOfPage, StockOfPageProvider } from '~/features/products/ui/shop-closure.tsx'
import { whenShown } from '~/ui/page-visibility.ts'

/** As many as the shop tells at once. */
const mostAsked = 99

/** A page that is shown again, or has the focus again, asks for the stock of its products (C26); what it cannot learn stays as it was drawn. */
export function StockOfOpenPage({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation()
  const page = `${pathname}${search}`
  const [nothingTold] = useState<StockOfPage['told']>(() => new Map())
  const [known, setKnown] = useState({ page, told: nothingTold })
  const watched = useRef(new Map<string, number>())

  const learn = useCallback<StockOfPage['learn']>(
    (numbers, products) =>
      setKnown((former) => {
        const told = new Map<string, StockNow>(former.page === page ? former.told : [])
        for (const number of numbers) told.set(number, products.get(number) ?? null)
        return { page, told }
      }),
    [page],
  )
  const watch = useCallback((number: string) => {
    const count = (by: number) => {
      const times = (watched.current.get(number) ?? 0) + by
      if (times === 0) watched.current.delete(number)
      else watched.current.set(number, times)
    }
    count(1)
    return () => count(-1)
  }, [])

  useEffect(() => {
    let isAsking = false
    let isOver = false
    const ask = async () => {
      if (isAsking) return
      isAsking = true
      const numbers = [...watched.current.keys()].slice(0, mostAsked)
      const products = numbers.length === 0 ? null : await readProducts(numbers)
      isAsking = false
      if (!isOver && products !== null) learn(numbers, products)
    }
    const stop = whenShown(ask)
    // Of two windows side by side both are visible all the time.
    window.addEventListener('focus', ask)
    return () => {
      isOver = true
      stop()
      window.removeEventListener('focus', ask)
    }
  }, [learn])

  const told = known.page === page ? known.told : nothingTold
  const stock = useMemo(() => ({ told, watch, learn }), [told, watch, learn])
  return <StockOfPageProvider value={stock}>{children}</StockOfPageProvider>
}

/** Null where the shop could not be asked, or not with the script for it: pages that are looked at once do without. */
const readProducts = (numbers: readonly string[]) =>
  import('./products-now.ts').then(
    ({ readCartProducts }) => readCartProducts(numbers),
    () => null,
  )
