import { orderNumberTyped } from '~/features/orders/rules.ts'
import { marksOf, mostMarked } from '~/kernel/desk-list.ts'

/**
 * The orders that were marked in a list, by its form (`order`) or by a link of a page about them (`orders`); null for
 * none, and an empty list for more than an act takes, which is not all of the list.
 */
export const markedIn = (query: URLSearchParams): readonly string[] | null => {
  const marks = marksOf(query, 'order')
  if (marks === null) return []
  const numbers = marks.length > 0 ? marks.map(({ key }) => key) : (query.get('orders') ?? '').split(',')
  const found = [...new Set(numbers.filter((number) => number !== '').map(orderNumberTyped))]
  return found.length === 0 ? null : found.slice(0, mostMarked)
}

/** For links of a page about them. */
export const markedParameter = (marked: readonly string[] | null): string => marked?.join(',') ?? ''
