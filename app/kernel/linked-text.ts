import { safeLink } from './safe-link.ts'

/** A piece of plain text; with `href` it is the address of an outside page, written out. */
export interface TextPart {
  readonly text: string
  readonly href: string | null
}

// An address ends before a blank, a quote, a bracket or any Japanese letter or mark, for Japanese puts no blank behind it.
const written = /https:\/\/[A-Za-z0-9\-._~:/?#[\]@!$&*+,;=%]+/g
const sentenceEnd = /[.,:;!?]+$/

/**
 * Plain text cut into parts, so that the https addresses in it can be links of our own making (P16, R6): nothing of the
 * text is ever markup. The parts together are the text.
 */
export const linkedText = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: match, index } of text.matchAll(written)) {
    const address = match.replace(sentenceEnd, '')
    const href = safeLink(address)
    if (href === null) continue
    if (index > from) parts.push({ text: text.slice(from, index), href: null })
    parts.push({ text: address, href })
    from = index + address.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null })
  return parts
}
