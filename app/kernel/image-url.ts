export const defaultLogo = '/Image/logo.svg'

const longestForPayment = 2048

/** For `src` (P18): http(s) or a path in the picture folder; anything else becomes the default logo. A lone % is encoded. */
export const displayImageUrl = (address: string | null | undefined): string => {
  const text = (address ?? '').trim().replace(/%(?![\da-f]{2})/gi, '%25')
  if (hasControlOrBackslash(text)) return defaultLogo
  if (/^https?:\/\//i.test(text)) return isWebAddress(text) ? text : defaultLogo
  const path = text.startsWith('Image/') ? `/${text}` : text
  return path.startsWith('/Image/') && staysInside(path) ? path : defaultLogo
}

/** Undefined for the default logo, or an address too long for the provider; `siteOrigin` like https://shop.example. */
export const absoluteImageUrl = (
  address: string | null | undefined,
  siteOrigin: string,
): string | undefined => {
  const shown = displayImageUrl(address)
  if (shown === defaultLogo || !URL.canParse(shown, siteOrigin)) return undefined
  const { origin, pathname, search, protocol } = new URL(shown, siteOrigin)
  // `URL` leaves signs that RFC 3986, and so the provider, takes for none of an address.
  const absolute = origin + `${pathname}${search}`.replace(/[^\w\-.~:/?@!$&'()*+,;=%]/g, encodeURIComponent)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && absolute.length <= longestForPayment ? absolute : undefined
}

/**
 * The addresses in one cell, one a line or separated by blanks, commas, semicolons or 、. Such a sign separates only before the start of
 * the next one, since it may stand in a file's name; what is no address stays, for the reader to refuse.
 */
export const pictureAddresses = (text: string): string[] => text.split('\n').flatMap(addressesInLine)

const separators = /([\s、，,;；]+)/u
const beginsAddress = /^(?:[a-z][a-z\d+.-]+:|\/?Image\/)/i

const addressesInLine = (line: string): string[] => {
  const found: string[] = []
  let before = ''
  for (const [at, part] of line.split(separators).entries())
    if (at % 2 === 1) before = part
    else if (part !== '') {
      const last = found.pop()
      const isOfLast = last !== undefined && !beginsAddress.test(part)
      found.push(...(last === undefined ? [part] : isOfLast ? [`${last}${before}${part}`] : [last, part]))
    }
  return found
}

const hasControlOrBackslash = (text: string): boolean => /[\p{Cc}\\]/u.test(text)

const isWebAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** Decoded like a server: no dot segments, and no slash or backslash behind a percent sign. */
const staysInside = (path: string): boolean => {
  const [folderAndFile = ''] = path.split(/[?#]/, 1)
  if (/%(?:2f|5c)/i.test(folderAndFile)) return false
  try {
    const decoded = decodeURIComponent(folderAndFile)
    return (
      !hasControlOrBackslash(decoded) && !decoded.split('/').some((part) => part === '.' || part === '..')
    )
  } catch {
    return false
  }
}
