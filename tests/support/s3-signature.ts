import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What an S3 that checks everything refuses; `more` is further XML of its answer. */
export interface S3Refusal {
  readonly status: number
  readonly code: string
  readonly more?: string
}

interface Keeper {
  readonly keyId: string
  readonly secret: string
  readonly region: string
  readonly sessionToken: string | undefined
  readonly now: () => number
}

const clockSkewMs = 15 * 60_000

const malformed: S3Refusal = { status: 400, code: 'AuthorizationHeaderMalformed' }

/** Why the request's signature (version 4) is refused, asked in the order of OpenStack Swift; null when it is right. */
export const refusalOfSignature = (request: IncomingMessage, keeper: Keeper): S3Refusal | null => {
  const { authorization = '', 'x-amz-date': amzDate, 'x-amz-content-sha256': payload } = request.headers
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
      authorization,
    )
  const [, keyId, date, region, signed = '', signature] = found ?? []
  if (typeof amzDate !== 'string' || keyId === undefined) return { status: 403, code: 'AccessDenied' }
  const at = Date.parse(amzDate.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(keeper.now() - at) < clockSkewMs)) return { status: 403, code: 'RequestTimeTooSkewed' }
  if (date !== amzDate.slice(0, 8)) return malformed
  if (region !== keeper.region) return { ...malformed, more: `<Region>${keeper.region}</Region>` }
  if (typeof payload !== 'string') return { status: 400, code: 'InvalidRequest' }
  const names = signed.split(';')
  const unsigned = Object.keys(request.headers).find(
    (name) => (name.startsWith('x-amz-') || name === 'host') && !names.includes(name),
  )
  if (unsigned !== undefined) return { status: 403, code: 'AccessDenied' }
  if (keyId !== keeper.keyId) return { status: 403, code: 'InvalidAccessKeyId' }
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const canonical = [
    request.method,
    decodeURIComponent(path).split('/').map(encoded).join('/'),
    canonicalQuery(query),
    ...names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signed,
    payload,
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', amzDate, scope, createHash('sha256').update(canonical).digest('hex')]
  const signingKey = scope
    .split('/')
    .reduce((key: string | Buffer, part) => hmac(key, part), `AWS4${keeper.secret}`)
  if (hmac(signingKey, text.join('\n')).toString('hex') !== signature)
    return { status: 403, code: 'SignatureDoesNotMatch' }
  return request.headers['x-amz-security-token'] === keeper.sessionToken
    ? null
    : { status: 400, code: 'InvalidToken' }
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const canonicalQuery = (query: string): string =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('&')
