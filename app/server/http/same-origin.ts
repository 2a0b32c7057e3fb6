import { isPublicHost } from '../../kernel/public-host.ts'
import { answersHereAlone } from '../site-origin.ts'

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request may be a write: reads always, writes only when the browser says that they come from our own site
 * (ASVS 3.5.1). A write without an Origin header is refused: every browser sends one.
 */
export const isAllowedWrite = (
  method: string,
  origin: string | undefined,
  allowedOrigins: readonly string[],
): boolean => readMethods.has(method) || (origin !== undefined && allowedOrigins.includes(origin))

/** The origins that writes may come from, asked with the request's own Host header. */
export type WriteOrigins = (host: string | undefined) => readonly string[]

/**
 * A real shop takes writes from its public address alone, whatever a Host header says. A demo takes localhost and 127.0.0.1
 * as the same (DESIGN section 3), and when it listens (`listensOn`) beyond this machine, the address of the house at which a
 * phone has opened it as well (docs/decisions/0021).
 */
export const writeOrigins = (
  siteOrigin: string,
  { demo, listensOn }: { readonly demo: boolean; readonly listensOn: string },
): WriteOrigins => {
  const known = demo ? withLocalTwin(siteOrigin) : [siteOrigin]
  if (!demo || answersHereAlone(listensOn)) return () => known
  return (host = '') => [...known, ...originInHouse(host)]
}

const withLocalTwin = (siteOrigin: string): string[] => {
  const site = new URL(siteOrigin)
  if (!['localhost', '127.0.0.1'].includes(site.hostname)) return [siteOrigin]
  const port = site.port === '' ? '' : `:${site.port}`
  return ['localhost', '127.0.0.1'].map((host) => `${site.protocol}//${host}${port}`)
}

/** Another site cannot be reached under such an address or name, not even by bending its own to this machine. */
const originInHouse = (host: string): string[] => {
  const url = URL.parse(`http://${host}`)
  return url !== null && url.host === host.toLowerCase() && !isPublicHost(url.hostname) ? [url.origin] : []
}
