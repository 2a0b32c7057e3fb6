import { z } from 'zod'
import { cardCount } from '~/kernel/list-address.ts'
import { colours, type Kind, materials, patterns } from './facets.rules.ts'
import type { Listing } from './listing.rules.ts'
import { readNarrowing } from './narrowing.rules.ts'

const longestName = 400

const name = z
  .string()
  .max(longestName)
  .regex(/^[^\p{Cc}\p{Cs}\uFFFD]*$/u)
  .transform((text) => text.trim())
  .catch('')

const chosen = <Id extends string>(kinds: readonly Kind<Id>[], id: string | null): Id | null =>
  kinds.find((kind) => kind.id === id)?.id ?? null

/** What the parameters of the list's address ask for; an impossible value is none, of two the first counts (P24). */
export const parseListing = (parameters: URLSearchParams, pageSize: number): Listing => ({
  ...readNarrowing(parameters),
  name: name.parse(parameters.get('name')),
  colour: chosen(colours, parameters.get('colour')),
  pattern: chosen(patterns, parameters.get('pattern')),
  material: chosen(materials, parameters.get('material')),
  count: cardCount(parameters.get('count'), pageSize),
})
