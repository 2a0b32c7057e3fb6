import { useEffect, useState } from 'react'
import { isKept, type KeptProduct } from '../rules.ts'
import { type ProductsNow, readProducts } from './read-products.ts'

/** All wishes since the page opened, newest first; null before storage has been read. */
export const useEverKept = (wishes: readonly KeptProduct[] | null): readonly KeptProduct[] | null => {
  const [ever, setEver] = useState<readonly KeptProduct[] | null>(null)
  const added = wishes?.filter(({ number }) => ever === null || !isKept(ever, number)) ?? []
  if (wishes !== null && (ever === null || added.length > 0)) setEver([...added, ...(ever ?? [])])
  return ever
}

/** Current data of these products, or the failure; `askAgain` retries. */
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
