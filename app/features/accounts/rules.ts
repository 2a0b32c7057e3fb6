import type { MemberId, Requester } from '~/kernel/actor.ts'

export type PasswordFault = 'password_too_short' | 'password_too_long' | 'password_weak'

/** In code points. */
export const shortestPassword = 6
export const longestPassword = 200

/** Of one member (A31). */
export const mostPasskeys = 10

/** Without the session's token (A14). */
export interface OwnDevice {
  readonly id: string
  readonly name: string
  readonly lastSeen: string
  readonly isThis: boolean
}

export interface AccountSettings {
  readonly email: string
  readonly emailVerified: boolean
  /** Waits for its confirmation (A12). */
  readonly pendingEmail: string | null
  readonly devices: readonly OwnDevice[]
  /** Null where the shop's address allows none. */
  readonly passkeys: number | null
}

type Names = readonly (readonly [pattern: RegExp, name: string])[]

// An iPad that asks for desktop pages says that it is a Mac.
const machines: Names = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, 'Androidスマートフォン'],
  [/Android/, 'Androidタブレット'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

// In this order, as each browser also names those below it.
const browsers: Names = [
  [/\bLine\//, 'LINE'],
  [/Instagram/, 'Instagram'],
  [/\bFB(?:AN|AV)\b/, 'Facebook'],
  [/YJApp|YJTop/, 'Yahoo! JAPAN'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser/, 'Samsungブラウザ'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const nameIn = (names: Names, userAgent: string) => names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Such as iPhone・Safari; stored as the label of a passkey. */
export const deviceName = (userAgent: string): string => {
  const machine = nameIn(machines, userAgent)
  const browser = nameIn(browsers, userAgent)
  if (machine !== undefined && browser !== undefined) return `${machine}・${browser}`
  return machine ?? browser ?? '不明な端末'
}

export type ConfirmPurpose = 'verify' | 'change' | 'revert'

const purposes: readonly ConfirmPurpose[] = ['verify', 'change', 'revert']

export const readConfirmPurpose = (text: string): ConfirmPurpose | undefined =>
  purposes.find((purpose) => purpose === text)

export interface OpenedConfirmation {
  readonly purpose: ConfirmPurpose
  readonly email: string
  readonly name: string
  readonly asksPassword: boolean
}

/** Needed unless signed in to the account; not for `revert`, as a thief knows the password. */
export const asksPassword = (purpose: ConfirmPurpose, actor: Requester, account: MemberId): boolean =>
  purpose !== 'revert' && !(actor.kind === 'member' && actor.id === account)
