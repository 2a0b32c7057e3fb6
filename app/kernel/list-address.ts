const mostCards = 600

/** Of the typed words, in characters. Every page has their field; what reads them, with its table of kanji, is not for every page. */
export const longestSearch = 100

/** How many cards `count` asks for: whole pages, at most 600; one page when it is no number (P24). */
export const cardCount = (text: string | null, pageSize: number): number => {
  const asked = /^[+-]?\d+(\.\d+)?$/.test(text ?? '') ? Number(text) : pageSize
  const pages = Math.round(asked / pageSize)
  return Math.min(Math.max(pages, 1), Math.floor(mostCards / pageSize)) * pageSize
}

/** The count of the next もっと見る (P6); null when there is none. */
export const nextCount = (total: number, count: number, pageSize: number): number | null =>
  total > count && count + pageSize <= mostCards ? count + pageSize : null

/** Without defaults, so that each list has one address (P7). */
export const listQuery = (
  filter: Readonly<Record<string, string>>,
  count: number,
  pageSize: number,
): string => {
  const asked = count === pageSize ? '' : String(count)
  return queryOf([...Object.entries(filter), ['count', asked]])
}

export const queryOf = (parameters: Iterable<readonly [string, string | undefined]>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of parameters) if (value) query.set(name, value)
  const text = String(query)
  return text === '' ? '' : `?${text}`
}
