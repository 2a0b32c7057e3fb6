/** The headers of every response (ASVS 3.4). `https` adds HSTS, for this host name alone. */
export const securityHeaders = (https: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  // The address of /success contains a session id.
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})

export const closedPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

const sourcesOf = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ')

/** `framedHost` is the one outside host that may be framed, `dev` allows hot reload, hashes are `sha256-…`. */
export const pagePolicy = ({
  scriptHashes,
  styleHashes,
  framedHost,
  dev,
}: {
  readonly scriptHashes: readonly string[]
  readonly styleHashes: readonly string[]
  readonly framedHost: string | null
  readonly dev: boolean
}): string =>
  [
    "default-src 'self'",
    `script-src ${sourcesOf(scriptHashes)}`,
    dev ? "style-src 'self' 'unsafe-inline'" : `style-src ${sourcesOf(styleHashes)}`,
    // Pictures of the product feed may be on any host.
    "img-src 'self' https: http: data: blob:",
    dev ? "connect-src 'self' ws:" : "connect-src 'self'",
    ...(framedHost === null ? [] : [`frame-src ${framedHost}`]),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
