/**
 * The address of an outside page as it may stand in `href`, or null (P12): https only, with a host name that has a dot,
 * without credentials, control characters or backslashes, of which browsers and readers make different hosts. The link
 * itself still carries `rel="noopener"`.
 */
export const safeLink = (address: string | null | undefined): string | null => {
  const text = (address ?? '').trim()
  if (!/^https:\/\/[^/]/i.test(text) || /[\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return null
  const { href, hostname, username, password } = new URL(text)
  return username === '' && password === '' && hostname.includes('.') ? href : null
}

/** A telephone number as it is written, as the address that calls it. */
export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`

/** A telephone number as Japan writes it: the payment provider gives +8190…, which here is 090…. */
export const domesticPhone = (phone: string): string => phone.replace(/^\+81\s*0?/, '0')

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
