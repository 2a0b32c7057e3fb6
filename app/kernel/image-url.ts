export const defaultLogo = '/Image/logo.svg'

const longestForPayment = 2048

/** For `src` (P18): http(s) or a path in the picture folder; anything else becomes the default logo. */
export const displayImageUrl = (address: string | null | undefined): string => {
  const text = (address ?? '').trim()
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
  const { href, protocol } = new URL(shown, siteOrigin)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && href.length <= longestForPayment ? href : undefined
}

export const pictureAddresses = (text: string): string[] =>
  text.split(/[\s、]+|,(?=https?:|\/?Image\/)/).filter((address) => address !== '')

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
