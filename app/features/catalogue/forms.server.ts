import { z } from 'zod'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { cardCount, onceEach } from '~/server/list-parameters.ts'
import type { Listing } from './listing.rules.ts'

const longestName = 400

/** No control character, and none that stands for bytes which were no UTF-8. */
const name = z
  .string()
  .max(longestName)
  .regex(/^[^\p{Cc}\p{Cs}\uFFFD]*$/u)
  .transform((text) => text.trim())

/**
 * Reads the parameters of the list's address: `name`, at most 400 characters, and `count`, a multiple of the page's size up
 * to 600; either may be left out. Refused is whatever else they hold, and each that stands twice.
 */
export const parseListing = (
  parameters: URLSearchParams,
  pageSize: number,
): Result<Listing, 'bad address'> => {
  const listing = z
    .object({ name: name.default(''), count: cardCount(pageSize) })
    .safeParse(onceEach(parameters, ['name', 'count']))
  return listing.success ? ok(listing.data) : refused('bad address')
}
