import { createHmac, timingSafeEqual } from 'node:crypto'
import { cookieIn, endingCookie, type OwnCookie } from './cookies.ts'

/** The token of the session that a Cookie header names, or undefined when there is none whose signature is good. */
export type SessionTokenOf = (cookie: string | undefined) => string | undefined

/** A session ends this long after it began, whatever its cookie says. */
export const sessionLifetimeMs = 90 * 86_400_000

export const sessionCookie: OwnCookie = {
  plainName: 'better-auth.session_token',
  sameSite: 'Lax',
  maxAgeSeconds: sessionLifetimeMs / 1_000,
  formerPaths: ['/'],
}

const longestValue = 300
const signed = /^(.{1,128})\.([A-Za-z0-9+/]{43}=)$/s

/** The Set-Cookie header that removes the session from the browser; its row is ended separately. */
export const endedSessionCookie = (siteOrigin: string): string => endingCookie(sessionCookie, siteOrigin)

/**
 * Reads the session cookie as better-auth writes it: `token.signature`, URI-encoded, the signature an HMAC-SHA256 with `secret`
 * in base64. Of several cookies the first counts, as it does there. The session itself may have ended.
 */
export const sessionTokenReader =
  (secret: string, siteOrigin: string): SessionTokenOf =>
  (cookie) => {
    const value = cookieIn(cookie, sessionCookie, siteOrigin)
    if (value === undefined || value.length > longestValue) return undefined
    const [, token, signature] = signed.exec(decoded(value)) ?? []
    if (token === undefined || signature === undefined) return undefined
    const expected = createHmac('sha256', secret).update(token).digest()
    return timingSafeEqual(Buffer.from(signature, 'base64'), expected) ? token : undefined
  }

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
