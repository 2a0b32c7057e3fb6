/** A session of the member herself; nothing in it opens anything (A14). */
export interface OwnDevice {
  readonly id: string
  readonly name: string
  /** Such as 2026/11/22. */
  readonly lastSeen: string
  /** The one that asks. */
  readonly isThis: boolean
}

/** What the settings show a member of her own account. */
export interface AccountSettings {
  readonly email: string
  readonly emailVerified: boolean
  /** Waits for its confirmation (A12). */
  readonly pendingEmail: string | null
  readonly devices: readonly OwnDevice[]
}

type Names = readonly (readonly [pattern: RegExp, name: string])[]

// An iPad that asks for desktop pages calls itself a Mac: it cannot be told apart.
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

// Each also names those that stand below it.
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

/** A device in the words of its member, such as iPhone の Safari. */
export const deviceName = (userAgent: string): string => {
  const machine = nameIn(machines, userAgent)
  const browser = nameIn(browsers, userAgent)
  if (machine !== undefined && browser !== undefined) return `${machine} の ${browser}`
  return machine ?? browser ?? '不明な端末'
}
