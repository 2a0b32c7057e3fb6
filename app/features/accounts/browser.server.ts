import type { MemberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type KnownDevice, knownDeviceCookie, knownDeviceOf } from '~/server/session/known-device.ts'

/** The browser that asks. */
export interface Browser {
  readonly userAgent: string
  readonly known: KnownDevice | undefined
}

/** The browser that a request comes from. */
export const browserOf = (
  request: Request,
  { memberSettings, siteOrigin }: Pick<AppContext, 'memberSettings' | 'siteOrigin'>,
): Browser => ({
  userAgent: request.headers.get('user-agent')?.slice(0, 300) ?? '',
  known: knownDeviceOf(request.headers.get('cookie'), { secret: memberSettings.secret, siteOrigin }),
})

/** The Set-Cookie headers of the answer: the session, and the mark of a known device. */
export type SessionCookies = readonly string[]

/** What a new session gives the browser. */
export const cookiesOf = (
  ctx: AppContext,
  session: { readonly memberId: MemberId; readonly cookies: readonly string[] },
  { known }: Pick<Browser, 'known'>,
): SessionCookies => [...session.cookies, deviceCookie(ctx, session.memberId, known)]

/** Marks a browser as one that the member has used. */
export const deviceCookie = (
  { memberSettings, siteOrigin }: AppContext,
  member: MemberId,
  known: KnownDevice | undefined,
): string => knownDeviceCookie(member, known, { secret: memberSettings.secret, siteOrigin })

/** The headers that set these cookies; nobody stores such an answer (ASVS 14.3.2). */
export const settingCookies = (cookies: readonly string[]): [string, string][] => [
  ['cache-control', 'no-store'],
  ...cookies.map((cookie): [string, string] => ['set-cookie', cookie]),
]
