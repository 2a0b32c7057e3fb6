import { z } from 'zod'
import { productStates } from '~/features/products/desk/rules.ts'
import { keptLeftOut } from '~/server/kept-left-out.ts'
import type { ListedChange } from './listed-change.rules.ts'

const price = z.discriminatedUnion('by', [
  z.object({ by: z.literal('yen'), yen: z.int() }),
  z.object({ by: z.literal('percent'), tenths: z.int() }),
  z.object({ by: z.literal('to'), yen: z.int() }),
])

/** What is kept of a preview: what it left out, and the change, to be compared again. */
const keptChange = z.object({
  left: keptLeftOut,
  listed: z.object({
    numbers: z.array(z.string()),
    price: price.nullable(),
    prices: z.array(z.tuple([z.string(), z.int()])),
    status: z.enum(productStates).nullable(),
  }),
})
export type KeptChange = z.infer<typeof keptChange>

/** The change of a stored preview, for the present products; null for a file that was sent. */
export const listedChangeIn = (content: unknown): ListedChange | null => {
  const { data } = keptChange.safeParse(content)
  if (data === undefined) return null
  const { numbers, price, prices, status } = data.listed
  return { products: numbers.map((number) => ({ number })), price, prices: new Map(prices), status }
}
