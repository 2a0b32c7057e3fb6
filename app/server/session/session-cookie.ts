import { createHmac, timingSafeEqual } from 'node:crypto'
import { cookieIn, endingCookie, type OwnCookie, settingCookie } from './cookies.ts'

/** Undefined when the Cookie header has no session token with a valid signature. */
export type SessionTokenOf = (cookie: string | undefined) => string | undefined

/** From its beginning, whatever its cookie says. */
export const sessionLifetimeMs = 90 * 86_400_000

export const sessionCookie: OwnCookie = {
  plainName: 'better-auth.session_token',
  sameSite: 'Lax',
  maxAgeSeconds: sessionLifetimeMs / 1_000,
  formerPaths: ['/'],
}

const longestValue = 300
const signed = /^(.{1,128})\.([A-Za-z0-9+/]{43}=)$/s

/** Its row is ended separately. */
export const endedSessionCookie = (siteOrigin: string): string => endingCookie(sessionCookie, siteOrigin)

/** Reads better-auth's cookie: `token.signature`, URI-encoded, HMAC-SHA256 in base64, the first of several. May have ended. */
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

/** The Set-Cookie header of a session that was begun without better-auth, as it writes them. */
export const begunSessionCookie = (token: string, secret: string, siteOrigin: string): string => {
  const of = createHmac('sha256', secret).update(token).digest('base64')
  return settingCookie(sessionCookie, encodeURIComponent(`${token}.${of}`), siteOrigin)
}

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
