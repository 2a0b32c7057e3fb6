import { useEffect, useState } from 'react'
import { isKept, type KeptProduct } from '../rules.ts'
import { type ProductsNow, readProducts } from './read-products.ts'

/** All that was kept since the page opened, the newest first; null before the browser's storage has been read. */
export const useEverKept = (wishes: readonly KeptProduct[] | null): readonly KeptProduct[] | null => {
  const [ever, setEver] = useState<readonly KeptProduct[] | null>(null)
  const added = wishes?.filter(({ number }) => ever === null || !isKept(ever, number)) ?? []
  if (wishes !== null && (ever === null || added.length > 0)) setEver([...added, ...(ever ?? [])])
  return ever
}

/** What the shop shows of these now, or that it could not be asked; `askAgain` tries once more. */
export const useProductsNow = (asked: readonly KeptProduct[] | null) => {
  const [now, setNow] = useState<ProductsNow | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  const [isAsking, setIsAsking] = useState(true)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    if (asked === null) return
    let isCurrent = true
    setIsAsking(true)
    readProducts(asked).then((products) => {
      if (!isCurrent) return
      setIsAsking(false)
      setIsFailed(products === null)
      if (products !== null) setNow(products)
    })
    return () => {
      isCurrent = false
    }
  }, [asked, tries])
  return { now, isFailed, isAsking, askAgain: () => isAsking || setTries(tries + 1) }
}
