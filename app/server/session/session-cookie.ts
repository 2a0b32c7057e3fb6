import { createHmac, timingSafeEqual } from 'node:crypto'

/** The token of the session that a Cookie header names, or undefined when there is none whose signature is good. */
export type SessionTokenOf = (cookie: string | undefined) => string | undefined

const longestValue = 300
const signed = /^(.{1,128})\.([A-Za-z0-9+/]{43}=)$/s

const isSecure = (siteOrigin: string): boolean => siteOrigin.startsWith('https:')

const nameOf = (siteOrigin: string): string =>
  `${isSecure(siteOrigin) ? '__Secure-' : ''}better-auth.session_token`

/** The Set-Cookie header after which the browser has no session any more; its row is ended apart. */
export const endedSessionCookie = (siteOrigin: string): string =>
  `${nameOf(siteOrigin)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${isSecure(siteOrigin) ? '; Secure' : ''}`

/**
 * Reads the session cookie as better-auth writes it: `token.signature`, URI-encoded, the signature an HMAC-SHA256 with `secret`
 * in base64. Of several cookies the first counts, as it does there. The session itself may have ended.
 */
export const sessionTokenReader = (secret: string, siteOrigin: string): SessionTokenOf => {
  const name = nameOf(siteOrigin)
  return (cookie) => {
    if (cookie === undefined || !cookie.includes(name)) return undefined
    const value = cookieValue(cookie, name)
    if (value === undefined || value.length > longestValue) return undefined
    const [, token, signature] = signed.exec(decoded(value)) ?? []
    if (token === undefined || signature === undefined) return undefined
    const expected = createHmac('sha256', secret).update(token).digest()
    return timingSafeEqual(Buffer.from(signature, 'base64'), expected) ? token : undefined
  }
}

export const cookieValue = (cookie: string, name: string): string | undefined => {
  const pair = cookie
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1).replace(/^"(.*)"$/s, '$1')
}

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
