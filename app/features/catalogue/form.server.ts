import { z } from 'zod'
import { cardCount } from '~/kernel/list-address.ts'
import type { Listing } from './rules.ts'

const longestName = 400

const name = z
  .string()
  .max(longestName)
  .regex(/^[^\p{Cc}\p{Cs}\uFFFD]*$/u)
  .transform((text) => text.trim())
  .catch('')

/** What the parameters of the list's address ask for; an impossible name is none, of two the first counts (P24). */
export const parseListing = (parameters: URLSearchParams, pageSize: number): Listing => ({
  name: name.parse(parameters.get('name')),
  count: cardCount(parameters.get('count'), pageSize),
})
