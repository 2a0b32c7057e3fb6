import { z } from 'zod'
import { cardCount } from '~/kernel/list-address.ts'
import type { Listing } from './rules.ts'

const longestName = 400

/** No control character, and none that stands for bytes which were no UTF-8. */
const name = z
  .string()
  .max(longestName)
  .regex(/^[^\p{Cc}\p{Cs}\uFFFD]*$/u)
  .transform((text) => text.trim())
  .catch('')

/**
 * Reads the parameters of the list's address: `name`, at most 400 characters, and `count`. A name that cannot be is none; of
 * two, the first counts (P24).
 */
export const parseListing = (parameters: URLSearchParams, pageSize: number): Listing => ({
  name: name.parse(parameters.get('name')),
  count: cardCount(parameters.get('count'), pageSize),
})
