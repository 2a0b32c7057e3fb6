import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Result } from '../kernel/result.ts'
import type { Asker } from './http/render-lanes.ts'
import { isKnown } from './http/send-file.ts'
import { compress, type Encoding, type RenderedPage } from './http/send-response.ts'
import { clientAt } from './public-address.ts'

interface CachedPage {
  /** Of whoever it was rendered for. */
  readonly network: string
  readonly renderedAt: number
  readonly size: number
  readonly headers: Readonly<Record<Encoding, Record<string, string>>>
  readonly br: Uint8Array
  /** Made when it is first requested, since nearly everybody takes brotli. */
  readonly gzip: () => Promise<Uint8Array>
  /** Not kept, since it is several times larger and rarely requested. */
  readonly plain: () => Promise<Uint8Array>
}

export interface PageCache {
  /** False when there is no copy to send; then call `fill`. */
  send(url: string, asked: CacheRequest, response: ServerResponse): boolean
  /** Renders `url` once for all who wait, and caches it if allowed. */
  fill(url: string, asker: Asker): Promise<RenderOutcome>
  /** Drops all copies, and keeps none of what is being rendered: for what must be gone at once (R56). */
  forget(): void
}

/** Told when every process has to forget its copies; one that does not hear it serves them for 10 s at most. */
export const keptPagesTopic = 'kept-pages'

export type RenderOutcome = Result<RenderedPage, 'overloaded'>

interface Rendering {
  readonly outcome: Promise<RenderOutcome>
  readonly waiting: Asker[]
}

export interface CacheRequest {
  readonly address: string
  readonly method: string | undefined
  readonly encoding: Encoding
  readonly ifNoneMatch: string | undefined
}

const freshMs = 1_000
const servableMs = 10_000

/** Pages for everybody, fresh for 1 s, served for 10 s during a new render (docs/decisions/0003). `now`: monotonic ms. */
export const createPageCache = (
  render: (url: string, asker: Asker) => Promise<RenderOutcome>,
  now: () => number,
  maxBytes: number,
): PageCache => {
  const cached = new Map<string, CachedPage>()
  const rendering = new Map<string, Rendering>()
  const bytesOf = new Map<string, number>()
  let bytes = 0
  let forgotten = 0

  const count = ({ network, size }: CachedPage, sign: 1 | -1) => {
    const sum = (bytesOf.get(network) ?? 0) + sign * size
    bytes += sign * size
    if (sum > 0) bytesOf.set(network, sum)
    else bytesOf.delete(network)
  }

  const drop = (url: string) => {
    const page = cached.get(url)
    if (page === undefined) return
    count(page, -1)
    cached.delete(url)
  }

  const isDead = ({ renderedAt }: CachedPage, at = now()) => at - renderedAt >= servableMs

  /** Expired copies go first: otherwise usable copies of the network with the most would be dropped instead. They stand in front. */
  const dropDead = () => {
    const at = now()
    for (const [url, page] of cached) {
      if (!isDead(page, at)) return
      drop(url)
    }
  }

  /** The network that fills the cache loses its own copies (S17). */
  const dropOldestOfLargest = () => {
    let largest = 0
    for (const sum of bytesOf.values()) if (sum > largest) largest = sum
    for (const [url, { network }] of cached) if (bytesOf.get(network) === largest) return drop(url)
  }

  const keep = async (url: string, page: RenderedPage, from: Pick<CachedPage, 'network' | 'renderedAt'>) => {
    const copy = await cachedPage(page, from)
    drop(url)
    cached.set(url, copy)
    count(copy, 1)
    if (bytes > maxBytes) dropDead()
    while (bytes > maxBytes) dropOldestOfLargest()
  }

  const renderAndKeep = async (url: string, asker: Asker): Promise<RenderOutcome> => {
    const from = { network: clientAt(asker.address).network, renderedAt: now() }
    const begun = forgotten
    const rendered = await render(url, asker)
    if (rendered.ok && forgotten === begun && isCacheable(rendered.value))
      await keep(url, rendered.value, from)
    return rendered
  }

  const begin = (url: string, asker: Asker) => {
    const waiting = [asker]
    const isWanted = () => waiting.some((each) => each.isWanted())
    const outcome = renderAndKeep(url, { ...asker, isWanted }).finally(() => rendering.delete(url))
    rendering.set(url, { outcome, waiting })
    return outcome
  }

  const join = async ({ outcome, waiting }: Rendering, asker: Asker) => {
    waiting.push(asker)
    return outcome
  }

  const fill = async (url: string, asker: Asker): Promise<RenderOutcome> => {
    const inFlight = rendering.get(url)
    if (inFlight === undefined) return begin(url, asker)
    const outcome = await join(inFlight, asker)
    const first = clientAt(inFlight.waiting[0]?.address ?? '').client
    // Refused because another client had no place left: try once more, only once.
    if (outcome.ok || first === clientAt(asker.address).client || !asker.isWanted()) return outcome
    const again = rendering.get(url)
    return again ? join(again, asker) : begin(url, asker)
  }

  return {
    fill,
    forget() {
      forgotten += 1
      for (const url of [...cached.keys()]) drop(url)
    },
    send(url, { address, method, encoding, ifNoneMatch }, response) {
      const page = cached.get(url)
      if (page === undefined) return false
      const age = now() - page.renderedAt
      if (isDead(page)) {
        drop(url)
        return false
      }
      // The renderer logs failures; the old copy stays.
      if (age >= freshMs && !rendering.has(url))
        void begin(url, { address, isWanted: () => true }).catch(() => {})
      const headers = page.headers[encoding]
      const sendBody = (body: Uint8Array) =>
        response
          .writeHead(200, { ...headers, 'content-length': String(body.length) })
          .end(method === 'HEAD' ? undefined : body)
      if (isKnown(ifNoneMatch, headers.etag ?? '')) response.writeHead(304, headers).end()
      else if (encoding === 'br') sendBody(page.br)
      else
        (encoding === 'gzip' ? page.gzip() : page.plain()).then(sendBody, (error: Error) =>
          response.destroy(error),
        )
      return true
    },
  }
}

const isCacheable = ({ status, headers }: RenderedPage): boolean =>
  status === 200 && headers['set-cookie'] === undefined && headers['cache-control'] !== 'no-store'

/** Copied, since zlib gives a view of a larger buffer, which would stay in memory too. */
const copied = (bytes: Uint8Array) => new Uint8Array(bytes)

/** Unpacked once for all who ask meanwhile or are still being sent it (D60). */
const unpackedFrom = (br: Uint8Array) => {
  let sent: WeakRef<Uint8Array> | undefined
  let unpacking: Promise<Buffer> | undefined
  return async (): Promise<Uint8Array> => {
    const known = sent?.deref()
    if (known !== undefined) return known
    unpacking ??= promisify(brotliDecompress)(br).finally(() => {
      unpacking = undefined
    })
    const plain = await unpacking
    sent = new WeakRef(plain)
    return plain
  }
}

/** Shared with those who waited for the render; made from the copy when the page is gone. */
const gzipOf = (page: RenderedPage, plain: () => Promise<Uint8Array>) => {
  const fresh = new WeakRef(page)
  const fromCopy = async () => compress(await plain(), 'gzip')
  let made: Promise<Uint8Array> | undefined
  return (): Promise<Uint8Array> => {
    made ??= (fresh.deref()?.compressed('gzip') ?? fromCopy()).then(copied)
    return made
  }
}

/** As a gzip weighs beside a brotli, with some room: the copy counts for both from the start. */
const gzipOfBrotli = 1.25

const cachedPage = async (
  page: RenderedPage,
  from: Pick<CachedPage, 'network' | 'renderedAt'>,
): Promise<CachedPage> => {
  const br = copied(await page.compressed('br'))
  const etag = hash('sha256', br, 'base64url').slice(0, 22)
  const headersOf = (encoding: Encoding) => ({
    ...page.headers,
    etag: `"${etag}-${encoding}"`,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  })
  const plain = unpackedFrom(br)
  return {
    ...from,
    size: Math.ceil(br.length * (1 + gzipOfBrotli)) + 1_024,
    headers: { identity: headersOf('identity'), br: headersOf('br'), gzip: headersOf('gzip') },
    br,
    gzip: gzipOf(page, plain),
    plain,
  }
}
