import { AwsV4Signer } from 'aws4fetch'
import { S3mini, S3ServiceError } from 's3mini'
import { NotS3, S3Cut, type S3SettingsName, s3FaultOf } from './s3-fault.ts'
import type { S3Place } from './s3-place.ts'
import { withinLimit } from './time-limit.ts'

/** Time limits of a call to S3, in ms. */
export interface S3Limits {
  /** Until the answer begins; also for each pause while an object is read. */
  readonly answerMs: number
  /** For a whole write. */
  readonly writeMs: number
}

export interface S3Client {
  readonly s3: S3mini
  /** Runs calls of `s3`. Throws S3Fault for what the store, or the way to it, does wrong (D90). */
  readonly ask: <T>(calls: () => Promise<T>) => Promise<T>
  /** An object of a few words, such as a mark, within the limit of one answer; undefined where there is none. To be called within `ask`. */
  readonly words: (key: string) => Promise<string | undefined>
  /** The one check of a bucket (D90): reads and lists below the place. Throws S3Fault. */
  readonly check: () => Promise<void>
  /** Behind `check`, in a place that is one's own: whether the key may write and, with `removes`, remove. Throws S3Fault. */
  readonly checkWrites: (options: { readonly removes: boolean }) => Promise<void>
}

/** Read and written to try a place; like the mark it begins with a dot, so that nothing takes it for a picture or a backup. */
const triedName = '.tried'

/** `settings`: whose names the sentences tell. */
export const openS3Client = (place: S3Place, limits: S3Limits, settings: S3SettingsName): S3Client => {
  const { endpoint, region, prefix } = place
  const s3 = new S3mini({
    // Its own signature knows no session token, and signs lists otherwise than most clients.
    accessKeyId: '',
    secretAccessKey: '',
    endpoint,
    region,
    requestAbortTimeout: 0,
    fetch: signedFetch(place, limits),
  })
  const askAs =
    (wasTrusted: boolean): S3Client['ask'] =>
    async (calls) => {
      try {
        return await calls()
      } catch (error) {
        throw s3FaultOf(error, { settings, endpoint, region, wasTrusted }) ?? error
      }
    }
  const ask = askAs(false)
  const askTrusted = askAs(true)
  const triedKey = `${prefix}${triedName}`
  const words = (key: string) => wordsOf(s3, key, limits.answerMs)
  return {
    s3,
    ask,
    words,
    check: async () => {
      await ask(() => words(triedKey))
      await askTrusted(async () => isThere(await s3.listObjectsPaged('/', prefix, 1)))
    },
    checkWrites: async ({ removes }) => {
      await askTrusted(() => s3.putObject(triedKey, 'tried\n', 'text/plain'))
      if (removes) await askTrusted(() => removeObject(s3, triedKey))
    },
  }
}

const mostBytesOfWords = 4_096

/** The rest of an object has no limit of its own (`fetchIn`), and neither start nor status may wait for it. */
const wordsOf = async (s3: S3mini, key: string, limitMs: number): Promise<string | undefined> => {
  const response = await s3.getObjectResponse(key)
  if (response?.body == null) return undefined
  const reader = response.body.getReader()
  const leave = () => void reader.cancel().catch(() => {})
  const read = async (): Promise<string> => {
    const parts: Uint8Array[] = []
    let left = mostBytesOfWords
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return Buffer.concat(parts).toString('utf8')
      left -= value.length
      if (left < 0) throw new NotS3(`${key} is no object of a few words`)
      parts.push(value)
    }
  }
  const late = () => {
    throw new DOMException('the store stands still', 'TimeoutError')
  }
  return withinLimit(limitMs, read(), late).finally(leave)
}

/** The client's answer about a bucket that is not there is nothing, which would be taken for an empty one. */
export const isThere = <T>(listed: T | null | undefined): T => {
  if (listed) return listed
  throw new S3ServiceError('there is no such bucket', 404)
}

/** Signs as Amazon's clients do: for the bucket itself without a slash at the end, which some stores leave out of what they compare. */
const signedFetch = (
  { endpoint, region, keyId, secret, sessionToken }: S3Place,
  limits: S3Limits,
): typeof fetch => {
  const fetchInTime = fetchIn(limits)
  const ofBucket = new URL(endpoint).pathname
  const cache = new Map<string, ArrayBuffer>()
  return async (input, init) => {
    const url = new URL(String(input))
    if (url.pathname === `${ofBucket}/`) url.pathname = ofBucket
    const signed = await new AwsV4Signer({
      url: url.href,
      method: init?.method ?? 'GET',
      headers: new Headers(init?.headers),
      accessKeyId: keyId,
      secretAccessKey: secret,
      ...(sessionToken !== undefined && { sessionToken }),
      service: 's3',
      region,
      cache,
    }).sign()
    return fetchInTime(signed.url, { ...init, headers: signed.headers })
  }
}

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

/** Also where nothing lies any more, which some stores refuse. */
export const removeObject = async (s3: S3mini, key: string): Promise<void> => {
  try {
    await s3.deleteObject(key)
  } catch (error) {
    if (!(error instanceof S3ServiceError) || !error.body?.includes('<Code>NoSuchKey</Code>')) throw error
  }
}

/** `chunks`; what breaks them off is thrown as by `ask`. */
export async function* askedChunks(
  chunks: AsyncGenerator<Uint8Array>,
  ask: S3Client['ask'],
): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await ask(() => chunks.next())
    if (done) return
    yield value
  }
}

/** Puts an object where there is none; reading it back tells whose it is. Some stores know no condition, and take it without one. */
export const putFirstObject = async (s3: S3mini, key: string, content: string): Promise<void> => {
  const condition: Record<string, string> = { 'if-none-match': '*' }
  try {
    await s3.putObject(key, content, 'text/plain', undefined, condition)
  } catch (error) {
    if (!(error instanceof S3ServiceError)) throw error
    if (isTaken.has(error.status)) return
    if (!knowsNoCondition.has(error.status)) throw error
    await s3.putObject(key, content, 'text/plain')
  }
}

const isTaken = new Set([409, 412])
const knowsNoCondition = new Set([400, 501])
