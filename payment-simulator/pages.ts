import type { Stripe } from 'stripe'
import { invalidRequest, type PageParameters, type Refusal } from './requests.ts'

const usualLimit = 10

const noSuchObject = (id: string) => invalidRequest(`No such object: ${id}`, { param: 'starting_after' })

/** `read` gives at most so many, newest first, after `starting_after`, or undefined when there is no such object. */
export const listOf = <T>(
  { limit = usualLimit, starting_after = '' }: PageParameters,
  read: (most: number) => T[] | undefined,
  url: string,
): Stripe.ApiList<T> | Refusal => {
  const found = read(limit + 1)
  if (found === undefined) return noSuchObject(starting_after)
  return { object: 'list', data: found.slice(0, limit), has_more: found.length > limit, url }
}

/** Of a list that is small and in memory. */
export const pageOf = <T extends { readonly id: string }>(
  all: readonly T[],
  asked: PageParameters,
  url: string,
): Stripe.ApiList<T> | Refusal => {
  const { starting_after: after } = asked
  const before = all.findIndex(({ id }) => id === after)
  const isListed = after === undefined || before >= 0
  return listOf(asked, (most) => (isListed ? all.slice(before + 1, before + 1 + most) : undefined), url)
}
