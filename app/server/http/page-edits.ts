/** What a drawn page loses and gets at a place of its HTML. */
export interface PageEdit {
  readonly at: number
  /** How many characters go from there on. */
  readonly cut: number
  readonly put: string
}

/**
 * `html` with all `edits`, whose cuts do not overlap; at one place they stand in the order given. Each was found in `html` as it was drawn,
 * so that a page is copied once, however many edit it: a copy is some 150 kB of garbage (docs/decisions/0224).
 */
export const edited = (html: string, edits: readonly PageEdit[]): string => {
  const parts: string[] = []
  let from = 0
  for (const { at, cut, put } of edits.toSorted((a, b) => a.at - b.at)) {
    parts.push(html.slice(from, at), put)
    from = at + cut
  }
  return [...parts, html.slice(from)].join('')
}

/** Where `text` stands in `html`, ascending. */
export const placesOfText = (html: string, text: string): number[] => {
  const places: number[] = []
  for (let at = html.indexOf(text); at !== -1; at = html.indexOf(text, at + text.length)) places.push(at)
  return places
}
