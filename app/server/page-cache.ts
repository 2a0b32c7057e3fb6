import type { ServerResponse } from 'node:http'
import { gunzip } from 'node:zlib'
import type { Result } from '../kernel/result.ts'
import { isKnown } from './http/send-file.ts'
import { type Encoding, encode, type RenderedPage } from './http/send-response.ts'

interface CachedPage {
  readonly renderedAt: number
  readonly size: number
  /** `identity` shares the body of gzip: the plain body is several times larger and rarely requested. */
  readonly byEncoding: Readonly<
    Record<Encoding, { readonly headers: Record<string, string>; readonly body: Uint8Array }>
  >
}

export interface PageCache {
  /** False when there is no copy to send; then call `fill`. */
  send(url: string, method: string | undefined, accepted: AcceptedForm, response: ServerResponse): boolean
  /** Renders `url` once for all who wait, and caches it if allowed. `isWanted`: whether this request still waits. */
  fill(url: string, isWanted: () => boolean): Promise<RenderOutcome>
}

export type RenderOutcome = Result<RenderedPage, 'overloaded'>

interface Rendering {
  readonly outcome: Promise<RenderOutcome>
  readonly waiting: Array<() => boolean>
}

export interface AcceptedForm {
  readonly encoding: Encoding
  readonly ifNoneMatch: string | undefined
}

const freshMs = 1_000
const servableMs = 10_000

/** Pages for everybody, fresh for 1 s, served for 10 s during a new render (docs/decisions/0003). `now`: monotonic ms. */
export const createPageCache = (
  render: (url: string, isWanted: () => boolean) => Promise<RenderOutcome>,
  now: () => number,
  maxBytes: number,
): PageCache => {
  const cached = new Map<string, CachedPage>()
  const rendering = new Map<string, Rendering>()
  let bytes = 0

  const drop = (url: string) => {
    bytes -= cached.get(url)?.size ?? 0
    cached.delete(url)
  }

  const keep = async (url: string, page: RenderedPage, renderedAt: number) => {
    const copy = await cachedPage(page, renderedAt)
    drop(url)
    cached.set(url, copy)
    bytes += copy.size
    for (const oldest of cached.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  const renderAndKeep = async (url: string, isWanted: () => boolean): Promise<RenderOutcome> => {
    const renderedAt = now()
    const rendered = await render(url, isWanted)
    if (rendered.ok && isCacheable(rendered.value)) await keep(url, rendered.value, renderedAt)
    return rendered
  }

  const fill = (url: string, isWanted: () => boolean) => {
    const inFlight = rendering.get(url)
    if (inFlight) {
      inFlight.waiting.push(isWanted)
      return inFlight.outcome
    }
    const waiting = [isWanted]
    const outcome = renderAndKeep(url, () => waiting.some((isWanted) => isWanted())).finally(() =>
      rendering.delete(url),
    )
    rendering.set(url, { outcome, waiting })
    return outcome
  }

  return {
    fill,
    send(url, method, accepted, response) {
      const page = cached.get(url)
      if (page === undefined) return false
      const age = now() - page.renderedAt
      if (age >= servableMs) {
        drop(url)
        return false
      }
      // The renderer logs failures; the old copy stays.
      if (age >= freshMs && !rendering.has(url)) void fill(url, () => true).catch(() => {})
      const { headers, body } = page.byEncoding[accepted.encoding]
      if (isKnown(accepted.ifNoneMatch, headers.etag ?? '')) response.writeHead(304, headers).end()
      else if (method === 'HEAD') response.writeHead(200, headers).end()
      else if (accepted.encoding !== 'identity') response.writeHead(200, headers).end(body)
      else
        gunzip(body, (error, plain) =>
          error ? response.destroy(error) : response.writeHead(200, headers).end(plain),
        )
      return true
    },
  }
}

const isCacheable = ({ status, headers }: RenderedPage): boolean =>
  status === 200 && headers['set-cookie'] === undefined && headers['cache-control'] !== 'no-store'

/** Copied, since zlib gives a view of a larger buffer, which would stay in memory too. */
const compressed = async (body: Buffer, encoding: Encoding) => new Uint8Array(await encode(body, encoding))

const cachedPage = async (page: RenderedPage, renderedAt: number): Promise<CachedPage> => {
  const [br, gzip] = await Promise.all([compressed(page.body, 'br'), compressed(page.body, 'gzip')])
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(page.body))
  const etag = Buffer.from(hash).toString('base64url').slice(0, 22)
  const encoded = (encoding: Encoding, body: Uint8Array, length = body.length) => ({
    body,
    headers: {
      ...page.headers,
      etag: `"${etag}-${encoding}"`,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      'content-length': String(length),
    },
  })
  return {
    renderedAt,
    size: br.length + gzip.length + 1_024,
    byEncoding: {
      identity: encoded('identity', gzip, page.body.length),
      br: encoded('br', br),
      gzip: encoded('gzip', gzip),
    },
  }
}
