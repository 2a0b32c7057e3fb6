import { AwsV4Signer } from 'aws4fetch'
import { withinLimit } from '../time-limit.ts'
import { NotS3, S3Cut, S3Refusal } from './s3-fault.ts'
import type { S3Place } from './s3-place.ts'

/** Time limits of a call to S3, in ms. */
export interface S3Limits {
  /** Until the answer begins; also for each pause while an object is read. */
  readonly answerMs: number
  /** For a whole write. */
  readonly writeMs: number
}

interface S3Call {
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: BodyInit
  /** Statuses besides 2xx that are an answer too. */
  readonly also?: readonly number[]
}

/** A signed call; `key` is '' for the bucket itself. Throws S3Refusal, NotS3, or what `fetch` throws. */
export type S3Request = (
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
  key: string,
  call?: S3Call,
) => Promise<Response>

/** Signs as Amazon's clients do: for the bucket itself without a slash at the end, which some stores leave out of what they compare. */
export const createS3Request = (
  { endpoint, region, keyId, secret, sessionToken }: S3Place,
  limits: S3Limits,
): S3Request => {
  const fetchInTime = fetchIn(limits)
  const cache = new Map<string, ArrayBuffer>()
  return async (method, key, { query = {}, headers = {}, body, also = [] } = {}) => {
    const path = key === '' ? '' : `/${key.split('/').map(escaped).join('/')}`
    const words = Object.entries(query).map((pair) => pair.map(escaped).join('='))
    const signed = await new AwsV4Signer({
      url: `${endpoint}${path}${words.length === 0 ? '' : `?${words.join('&')}`}`,
      method,
      headers,
      accessKeyId: keyId,
      secretAccessKey: secret,
      ...(sessionToken !== undefined && { sessionToken }),
      service: 's3',
      region,
      cache,
    }).sign()
    const response = await fetchInTime(signed.url, {
      method,
      headers: signed.headers,
      ...(body !== undefined && { body }),
    })
    if (response.ok || also.includes(response.status)) return response
    const code = response.headers.get('x-amz-error-code') ?? undefined
    throw new S3Refusal(response.status, { code, body: await response.text() })
  }
}

/** As S3 wants it in a path and in a query: all but letters, digits and -._~ (RFC 3986). */
const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * A `fetch` that fails with a TimeoutError beyond these limits. Reading an object (a GET without a query) is limited until its
 * answer begins: the rest depends on the line or the visitor, and `chunksInTime` limits its pauses. It follows no redirection: a
 * signature is for one address.
 */
const fetchIn =
  ({ answerMs, writeMs }: S3Limits) =>
  async (url: URL, init: RequestInit): Promise<Response> => {
    const stop = new AbortController()
    const abort = () => stop.abort(new DOMException('the store is silent', 'TimeoutError'))
    const late = setTimeout(abort, init.method === 'PUT' ? writeMs : answerMs).unref()
    const response = await fetch(url, { ...init, redirect: 'manual', signal: stop.signal }).catch(
      (error: unknown) => {
        clearTimeout(late)
        throw error
      },
    )
    if (response.ok && url.search !== '' && response.headers.get('content-type')?.startsWith('text/html')) {
      clearTimeout(late)
      stop.abort()
      throw new NotS3(`${url.host} sent a web page`)
    }
    const isObject = response.ok && init.method === 'GET' && url.search === ''
    if (!isObject) return ofMostBytes(response)
    clearTimeout(late)
    return response
  }

/** A thousand keys of the longest names fit; lists and refusals are read as a whole. */
const mostBytesOfList = 8 * 1024 * 1024

const ofMostBytes = ({ body, status, statusText, headers }: Response): Response => {
  let bytes = 0
  const limited = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length
        if (bytes > mostBytesOfList) controller.error(new NotS3('an answer without an end'))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(limited ?? null, { status, statusText, headers })
}

/** What lies in an answer that nobody wants must not keep its connection. */
export const leaveUnread = ({ body }: Response): void => void body?.cancel().catch(() => {})

/** All `bytes` or S3Cut: a store that stands still for `pauseMs`, or ends early, must not look like a shorter object. */
export async function* chunksInTime(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bytes: number,
  pauseMs: number,
): AsyncGenerator<Uint8Array> {
  let left = bytes
  for (;;) {
    const late = setTimeout(() => void reader.cancel().catch(() => {}), pauseMs)
    const { done, value } = await reader.read().finally(() => clearTimeout(late))
    if (done && left !== 0) throw new S3Cut(`${left} of ${bytes} bytes did not come`)
    if (done) return
    left -= value.length
    yield value
  }
}

const mostBytesOfWords = 4_096

/** An object of a few words; the rest of an object has no limit of its own (`fetchIn`), and neither start nor status may wait for it. */
export const wordsOf = async (response: Response, limitMs: number): Promise<string | undefined> => {
  if (response.body === null) return undefined
  const reader = response.body.getReader()
  const leave = () => void reader.cancel().catch(() => {})
  const read = async (): Promise<string> => {
    const parts: Uint8Array[] = []
    let left = mostBytesOfWords
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return Buffer.concat(parts).toString('utf8')
      left -= value.length
      if (left < 0) throw new NotS3('no object of a few words')
      parts.push(value)
    }
  }
  const late = () => {
    throw new DOMException('the store stands still', 'TimeoutError')
  }
  return withinLimit(limitMs, read(), late).finally(leave)
}
