/** Most cards on one page of a list; who wants to see more narrows the list. */
export const mostCards = 600

/**
 * How many cards the `count` of a list's address asks for: whole pages of `pageSize`, at least one, at most 600 cards. Any
 * other number means the nearest of these, whatever is no number one page (P24).
 */
export const cardCount = (text: string | null, pageSize: number): number => {
  const asked = /^[+-]?\d+(\.\d+)?$/.test(text ?? '') ? Number(text) : pageSize
  const pages = Math.round(Math.min(asked, mostCards) / pageSize)
  return Math.min(Math.max(pages, 1), Math.floor(mostCards / pageSize)) * pageSize
}

/** The count that the next もっと見る asks for, `pageSize` more (P6), or null when there is no next one. */
export const nextCount = (total: number, count: number, pageSize: number): number | null =>
  total > count && count + pageSize <= mostCards ? count + pageSize : null

/**
 * The query of a list's address: nothing that is as it is by itself, so that each list has one address, and a change of the
 * `filter` starts at the first cards (P7). An empty filter is none.
 */
export const listQuery = (
  filter: Readonly<Record<string, string>>,
  count: number,
  pageSize: number,
): string => {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
  if (count !== pageSize) query.set('count', String(count))
  return query.size === 0 ? '' : `?${query}`
}
