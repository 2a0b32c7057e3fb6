import { z } from 'zod'
import { productNumber } from '~/features/catalogue/rules.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'

const mostNumbers = 99

const numbersSchema = z.array(z.string().min(1).max(64)).min(1).max(mostNumbers)

/**
 * The management numbers of `?number=…&number=…`, each once: at most 99, as many as a cart can hold (S3). Refuses an
 * empty list, a longer one and numbers of over 64 characters; what cannot be the number of a product is left out.
 */
export const numbersAsked = (parameters: URLSearchParams): Result<string[], 'bad-numbers'> => {
  const parsed = numbersSchema.safeParse(parameters.getAll('number'))
  if (!parsed.success) return refused('bad-numbers')
  return ok([...new Set(parsed.data)].filter((number) => productNumber(number) !== null))
}
