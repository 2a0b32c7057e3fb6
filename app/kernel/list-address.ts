/** To see more, the list has to be narrowed. */
const mostCards = 600

/** How many cards an address's `count` asks for: the nearest whole pages of `pageSize`, at most 600; no number is one page (P24). */
export const cardCount = (text: string | null, pageSize: number): number => {
  const asked = /^[+-]?\d+(\.\d+)?$/.test(text ?? '') ? Number(text) : pageSize
  const pages = Math.round(asked / pageSize)
  return Math.min(Math.max(pages, 1), Math.floor(mostCards / pageSize)) * pageSize
}

/** The count that the next もっと見る asks for (P6), or null when there is none. */
export const nextCount = (total: number, count: number, pageSize: number): number | null =>
  total > count && count + pageSize <= mostCards ? count + pageSize : null

/** The query of a list's address, without defaults, so that each list has one address (P7). */
export const listQuery = (
  filter: Readonly<Record<string, string>>,
  count: number,
  pageSize: number,
): string => {
  const asked = count === pageSize ? '' : String(count)
  return queryOf([...Object.entries(filter), ['count', asked]])
}

/** The query of these parameters with its `?`, without empty ones; '' when none is left. */
export const queryOf = (parameters: Iterable<readonly [string, string | undefined]>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of parameters) if (value) query.set(name, value)
  const text = String(query)
  return text === '' ? '' : `?${text}`
}
