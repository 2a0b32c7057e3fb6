import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { href } from '~/href.ts'
import { type MemberId, memberId } from '~/kernel/actor.ts'
import type { AppContext } from '../app-context.ts'
import { cookieIn, type OwnCookie, settingCookie } from './cookies.ts'

/** A browser that this member signed in with before: it counts for limits and opens nothing (A10). */
export interface KnownDevice {
  readonly id: string
  readonly memberId: MemberId
}

export interface Browser {
  readonly userAgent: string
  readonly known: KnownDevice | undefined
}

interface Signing {
  readonly secret: string
  readonly siteOrigin: string
}

type Parts = Pick<AppContext, 'memberSettings' | 'siteOrigin'>

export const deviceMark: OwnCookie = {
  plainName: 'known-device',
  sameSite: 'Lax',
  /** 400 days, the longest that browsers keep a cookie. */
  maxAgeSeconds: 400 * 86_400,
  formerPaths: [href('/gallery')],
}

const signatureOf = (secret: string, { id, memberId: member }: KnownDevice): Buffer =>
  createHmac('sha256', secret).update(`known-device ${id} ${member}`).digest()

export const knownDeviceOf = (
  cookie: string | null,
  { secret, siteOrigin }: Signing,
): KnownDevice | undefined => {
  const value = cookieIn(cookie, deviceMark, siteOrigin) ?? ''
  const [, id, member, signature] = /^([\w-]{22})\.([\w-]{1,64})\.([\w-]{43})$/.exec(value) ?? []
  if (id === undefined || member === undefined || signature === undefined) return undefined
  const device = { id, memberId: memberId(member) }
  const isGood = timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(secret, device))
  return isGood ? device : undefined
}

/** Marks the browser as this member's; a mark that she has already keeps its id. */
export const knownDeviceCookie = (
  member: MemberId,
  known: KnownDevice | undefined,
  { secret, siteOrigin }: Signing,
): string => {
  const id = known?.memberId === member ? known.id : randomBytes(16).toString('base64url')
  const signature = signatureOf(secret, { id, memberId: member }).toString('base64url')
  return settingCookie(deviceMark, `${id}.${member}.${signature}`, siteOrigin)
}

export const browserOf = (request: Request, { memberSettings, siteOrigin }: Parts): Browser => ({
  userAgent: request.headers.get('user-agent')?.slice(0, 300) ?? '',
  known: knownDeviceOf(request.headers.get('cookie'), { secret: memberSettings.secret, siteOrigin }),
})

export const deviceCookie = (
  { memberSettings, siteOrigin }: Parts,
  member: MemberId,
  { known }: Pick<Browser, 'known'>,
): string => knownDeviceCookie(member, known, { secret: memberSettings.secret, siteOrigin })
