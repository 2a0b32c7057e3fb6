/**
 * Headers that every answer carries (ASVS 3.4). `https` adds HSTS, for this name alone: nobody knows what other names of the domain can do. Pages add their own script hashes to the content
 * security policy; whatever sets none gets one that allows nothing.
 */
export const securityHeaders = (https: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  // The session id of a payment stands in /success's address: no other site gets to see an address of ours.
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})

/** The policy for whatever is not a page of ours: it can run, load and embed nothing. */
export const closedPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

const sourcesOf = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ')

/**
 * The content security policy of a page: scripts and styles from our own files and the inline ones whose hashes
 * (`sha256-…`) are given. `dev` admits what hot reload needs.
 */
export const pagePolicy = (
  scriptHashes: readonly string[],
  styleHashes: readonly string[],
  dev: boolean,
): string =>
  [
    "default-src 'self'",
    `script-src ${sourcesOf(scriptHashes)}`,
    dev ? "style-src 'self' 'unsafe-inline'" : `style-src ${sourcesOf(styleHashes)}`,
    // The feed's pictures may be anywhere on the web.
    "img-src 'self' https: http: data: blob:",
    dev ? "connect-src 'self' ws:" : "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
