import { useEffect, useState } from 'react'
import { numberKey, numbersInLine } from '~/features/recipes/materials/rules.ts'
import type { OfferedProduct } from '~/features/recipes/materials/types.ts'
import { noProduct } from '~/features/recipes/materials/written.rules.ts'
import { href } from '~/href.ts'
import type { TypedIngredient } from '../form.rules.ts'

/** The product of a number; null when none is sold, undefined while unknown. */
export type ProductByNumber = (number: string) => OfferedProduct | null | undefined

const pauseMs = 400
const mostAsked = 20

const numbersOf = ({ text, tieNumber }: TypedIngredient): readonly string[] =>
  tieNumber === '' || tieNumber === noProduct ? numbersInLine(text).map(({ number }) => number) : [tieNumber]

/** The products named in these lines, requested shortly after typing; without an answer nothing is shown. */
export const useProductsByNumber = (lines: readonly TypedIngredient[]): ProductByNumber => {
  const [known, setKnown] = useState<ReadonlyMap<string, OfferedProduct | null>>(new Map())
  const wanted = new Map(lines.flatMap(numbersOf).map((number) => [numberKey(number), number]))
  const unknown = [...wanted].filter(([key]) => !known.has(key)).map(([, number]) => number)
  const asked = JSON.stringify(unknown.slice(0, mostAsked))
  useEffect(() => {
    const numbers: readonly string[] = JSON.parse(asked)
    if (numbers.length === 0) return
    const stop = new AbortController()
    const ask = async () => {
      const query = new URLSearchParams(numbers.map((number) => ['number', number]))
      const answer = await fetch(`${href('/api/material-products')}?${query}`, { signal: stop.signal })
      if (!answer.ok) return
      const called: Readonly<Record<string, OfferedProduct>> = await answer.json()
      const news = numbers.map((number) => [numberKey(number), called[number] ?? null] as const)
      setKnown((before) => new Map([...before, ...news]))
    }
    const timer = setTimeout(() => ask().catch(() => {}), pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked])
  return (number) => known.get(numberKey(number))
}
