/** An http(s) address for `href`, or null (R9). Backslashes are refused: browsers read another host than people. */
export const webLink = (address: string | null | undefined): string | null => {
  const text = (address ?? '').trim()
  if (!/^https?:\/\/[^/]/i.test(text) || /[\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return null
  const { href, hostname, username, password } = new URL(text)
  return username === '' && password === '' && hostname.includes('.') ? href : null
}

/** Adds https:// when no scheme was typed; http:// and '' stay (R9). */
export const withScheme = (text: string): string =>
  text === '' || /^https?:\/\//i.test(text) ? text : `https://${text}`

/** Like `webLink`, https only (P12). */
export const safeLink = (address: string | null | undefined): string | null => {
  const link = webLink(address)
  return link?.startsWith('https:') ? link : null
}

/**
 * An encoded address as a page writes it: letters beyond ASCII stand as they are, which a browser encodes itself, for each would weigh nine
 * (P48). Not for a header.
 */
export const inLetters = (address: string): string =>
  address.replaceAll(/(?:%[89A-F][\dA-F])+/g, decodeURIComponent)

/** An address may hold ? and &, behind which a mail program reads a subject or further recipients. */
export const mailLink = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`

/** +8190…, as the payment provider writes it, +81 (0)90 and +81-90 as 090…. */
export const domesticPhone = (phone: string): string => phone.replace(/^\+81[\s(-]*0?[\s)-]*/, '0')

export interface TextPart {
  readonly text: string
  readonly href: string | null
}

// Japanese text follows an address without a space, so the address ends before any Japanese character.
const written = /https:\/\/[A-Za-z0-9\-._~:/?#[\]@!$&*+,;=%]+/g
const sentenceEnd = /[.,:;!?]+$/

/** Splits text into parts; those with `href` are its https addresses (P16, R6). */
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
