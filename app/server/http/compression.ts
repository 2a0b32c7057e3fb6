import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The best encoding that an `Accept-Encoding` header allows; a name with `q=0` is not allowed. */
export const chooseEncoding = (accept: string | undefined): Encoding => {
  if (accept === undefined) return 'identity'
  const allowed = accept
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim().toLowerCase())
  if (allowed.includes('br')) return 'br'
  return allowed.includes('gzip') ? 'gzip' : 'identity'
}

/** `body` in `encoding`. Quality is chosen for pages that are drawn again every second: quick, and near the best size. */
export const encode = async (body: Buffer, encoding: Encoding): Promise<Buffer> => {
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return promisify(gzip)(body, { level: 6 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return promisify(brotliCompress)(body, { params })
}

const compressibleType =
  /^(text\/|application\/(json|javascript|xml|manifest\+json)|image\/svg)|turbo-stream|text\/x-script/

/** Whether compressing a body of this content type and size (bytes) is worth it. */
export const isWorthCompressing = (contentType: string | undefined, bytes: number): boolean =>
  bytes >= 860 && contentType !== undefined && compressibleType.test(contentType)
