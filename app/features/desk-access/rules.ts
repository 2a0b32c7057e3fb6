const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
] as const
const browsers = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const firstIn = (userAgent: string, names: ReadonlyArray<readonly [RegExp, string]>) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Such as "iPhone・Safari". */
export const deviceName = (userAgent: string): string =>
  [firstIn(userAgent, systems), firstIn(userAgent, browsers)].filter(Boolean).join('・') || '端末'
