/** An http(s) address for `href`, or null (R9): with backslashes and the like, browsers find another host than readers. */
export const webLink = (address: string | null | undefined): string | null => {
  const text = (address ?? '').trim()
  if (!/^https?:\/\/[^/]/i.test(text) || /[\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return null
  const { href, hostname, username, password } = new URL(text)
  return username === '' && password === '' && hostname.includes('.') ? href : null
}

/** What was typed without a scheme gets https://; http:// stays as typed, and so does nothing (R9). */
export const withScheme = (text: string): string =>
  text === '' || /^https?:\/\//i.test(text) ? text : `https://${text}`

/** As `webLink`, and only https (P12). */
export const safeLink = (address: string | null | undefined): string | null => {
  const link = webLink(address)
  return link?.startsWith('https:') ? link : null
}

export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`

/** The payment provider's +8190… as 090…. */
export const domesticPhone = (phone: string): string => phone.replace(/^\+81\s*0?/, '0')

export interface TextPart {
  readonly text: string
  readonly href: string | null
}

// Japanese puts no blank behind an address: it ends before any Japanese letter or mark, too.
const written = /https:\/\/[A-Za-z0-9\-._~:/?#[\]@!$&*+,;=%]+/g
const sentenceEnd = /[.,:;!?]+$/

/** Plain text in parts, those with `href` being the https addresses in it (P16, R6); together they are the text. */
export const linkedText = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: match, index } of text.matchAll(written)) {
    const address = match.replace(sentenceEnd, '')
    const href = safeLink(address)
    if (index > from) parts.push({ text: text.slice(from, index), href: null })
    parts.push({ text: address, href })
    from = index + address.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null })
  return parts
}
