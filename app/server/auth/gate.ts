import { createHmac, timingSafeEqual } from 'node:crypto'
import { href } from '~/href.ts'
import type { Requester } from '~/kernel/actor.ts'
import type { AppContext } from '../app-context.ts'
import { cookieIn, type OwnCookie, settingCookie } from '../session/cookies.ts'

const lifetimeMs = 12 * 3_600_000

/** The page, its data request by the router's script, and the upload of its pictures. */
const page = href('/gallery/admin')
const data = `${page}.data`
const gatedPaths = [page, data, href('/gallery/admin/picture')]

export const gateCookie: OwnCookie = {
  plainName: 'admin-gate',
  sameSite: 'Strict',
  formerPaths: [page, data],
}

type GateParts = Pick<AppContext, 'memberSettings' | 'siteOrigin'>

/** Includes the hash, so that a changed password makes old cookies void. */
const signatureOf = (secret: string, passwordHash: string, end: string): Buffer =>
  createHmac('sha256', secret).update(`admin-gate ${end} ${passwordHash}`).digest()

/** The cookie of the gate, for this browser session and 12 h at most (A3). */
export const passedGateCookie = (
  { memberSettings, siteOrigin }: GateParts,
  passwordHash: string,
  now: number,
): string => {
  const end = String(now + lifetimeMs)
  const value = `${end}.${signatureOf(memberSettings.secret, passwordHash, end).toString('base64url')}`
  return settingCookie(gateCookie, value, siteOrigin)
}

/** Makes a curator of a requester with a valid gate cookie, on the admin page only (A3). */
export const requesterAfterGate = (
  requester: Requester,
  { memberSettings, siteOrigin }: GateParts,
  { cookie, path, now }: { readonly cookie: string | null; readonly path: string; readonly now: number },
): Requester => {
  const { gatePasswordHash, secret } = memberSettings
  if (gatePasswordHash === undefined || !gatedPaths.includes(path)) return requester
  if (requester.kind === 'member' && requester.role === 'admin') return requester
  const value = cookieIn(cookie, gateCookie, siteOrigin) ?? ''
  const [, end, signature] = /^(\d{1,15})\.([\w-]{43})$/.exec(value) ?? []
  if (end === undefined || signature === undefined || Number(end) <= now) return requester
  const expected = signatureOf(secret, gatePasswordHash, end)
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), expected)) return requester
  const { address } = requester
  return requester.kind === 'member'
    ? { kind: 'curator', address, signedInAs: requester.id }
    : { kind: 'curator', address }
}
