import { z } from 'zod'
import { ok, type Result, refused } from '~/kernel/result.ts'

const mostNumbers = 99

const numbersSchema = z.array(z.string().min(1).max(64)).min(1).max(mostNumbers)

/**
 * The management numbers of `?number=…&number=…`, each once: at most 99, as many as a cart can hold (S3). Refuses an
 * empty list, a longer one and numbers of over 64 characters.
 */
export const numbersAsked = (parameters: URLSearchParams): Result<string[], 'bad-numbers'> => {
  const parsed = numbersSchema.safeParse(parameters.getAll('number'))
  return parsed.success ? ok([...new Set(parsed.data)]) : refused('bad-numbers')
}
