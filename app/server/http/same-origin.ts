const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request may be a write: reads always, writes only when the browser says that they come from our own site
 * (ASVS 3.5.1). `allowedOrigins` are the public address and, in a demo, its local twins. A write without an Origin
 * header is refused: every browser sends one.
 */
export const isAllowedWrite = (
  method: string,
  origin: string | undefined,
  allowedOrigins: readonly string[],
): boolean => readMethods.has(method) || (origin !== undefined && allowedOrigins.includes(origin))

/** The origins that writes may come from: a demo takes localhost and 127.0.0.1 as the same (DESIGN section 3). */
export const writeOrigins = (siteOrigin: string, demo: boolean): string[] => {
  const site = new URL(siteOrigin)
  if (!demo || !['localhost', '127.0.0.1'].includes(site.hostname)) return [siteOrigin]
  const port = site.port === '' ? '' : `:${site.port}`
  return ['localhost', '127.0.0.1'].map((host) => `${site.protocol}//${host}${port}`)
}
