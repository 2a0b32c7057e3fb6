import { done, invalidRequest, noSuchSession, type Outcome, refuse } from './api-answers.ts'
import type { PageParameters } from './api-request.ts'

/** One page of a list, in the provider's form. */
export interface Page<T> {
  readonly object: 'list'
  readonly data: readonly T[]
  readonly has_more: boolean
  readonly url: string
}

const mostOnPage = 100
const usualPage = 10

/** The page of `items` (first to last) that is asked for: 10 items, up to 100, after or before a given id. */
export const pageOf = <T extends { readonly id: string }>(
  items: readonly T[],
  asked: Pick<PageParameters, 'limit' | 'starting_after' | 'ending_before'>,
  url: string,
): Outcome<Page<T>> => {
  const limit = asked.limit ?? usualPage
  if (limit < 1 || limit > mostOnPage) {
    const message = `Invalid limit: must be between 1 and ${mostOnPage}.`
    return refuse(invalidRequest(message, { code: 'parameter_invalid_integer', param: 'limit' }))
  }
  const positionOf = (id: string) => items.findIndex((item) => item.id === id)
  if (asked.ending_before !== undefined) {
    const end = positionOf(asked.ending_before)
    if (end < 0) return refuse(noSuchSession(asked.ending_before, 400, 'ending_before'))
    const start = Math.max(0, end - limit)
    return done({ object: 'list', data: items.slice(start, end), has_more: start > 0, url })
  }
  const after = asked.starting_after === undefined ? -1 : positionOf(asked.starting_after)
  if (asked.starting_after !== undefined && after < 0) {
    return refuse(noSuchSession(asked.starting_after, 400, 'starting_after'))
  }
  const start = after + 1
  const data = items.slice(start, start + limit)
  return done({ object: 'list', data, has_more: start + data.length < items.length, url })
}
