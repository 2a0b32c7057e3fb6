import type { ServerResponse } from 'node:http'
import type { Result } from '../kernel/result.ts'
import { isKnown } from './http/send-file.ts'
import { type Encoding, encode, type RenderedPage } from './http/send-response.ts'

interface KeptPage {
  readonly renderedAt: number
  readonly etag: string
  readonly size: number
  readonly answers: Readonly<
    Record<Encoding, { readonly headers: Record<string, string>; readonly body: Buffer }>
  >
}

export interface PageCache {
  /** Sends the kept copy of `url` at once and says true, or says false: then `fill` is to be called. */
  answer(url: string, method: string | undefined, asked: CacheAsked, response: ServerResponse): boolean
  /**
   * Renders `url` (once for everybody who waits), keeps it if it may be kept, and gives what was rendered. `isWanted` says whether
   * this asker still waits for it.
   */
  fill(url: string, isWanted: () => boolean): Promise<RenderOutcome>
}

/** What came of a rendering that had to queue. */
export type RenderOutcome = Result<RenderedPage, 'overloaded'>

interface Rendering {
  readonly outcome: Promise<RenderOutcome>
  readonly askers: Array<() => boolean>
}

export interface CacheAsked {
  readonly encoding: Encoding
  readonly ifNoneMatch: string | undefined
}

const freshMs = 1_000
const servableMs = 10_000

/**
 * Keeps pages that are the same for everybody, with their compressed bodies, for one second
 * (docs/decisions/0003); up to ten seconds old it is still served while one new copy is rendered; older is never served.
 * There is no invalidation. `render` makes a page from its path and query, or refuses; its `isWanted` says whether anybody
 * waits for it still. `now` gives ms of a clock that nobody sets back; the copies together stay below `maxBytes`, the least
 * recently rendered leaves first. Only pages with status 200, without a cookie and without `no-store` are kept.
 */
export const createPageCache = (
  render: (url: string, isWanted: () => boolean) => Promise<RenderOutcome>,
  now: () => number,
  maxBytes: number,
): PageCache => {
  const kept = new Map<string, KeptPage>()
  const rendering = new Map<string, Rendering>()
  let bytes = 0

  const drop = (url: string) => {
    bytes -= kept.get(url)?.size ?? 0
    kept.delete(url)
  }

  const keep = async (url: string, page: RenderedPage, renderedAt: number) => {
    const copy = await keptPage(page, renderedAt)
    drop(url)
    kept.set(url, copy)
    bytes += copy.size
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  const renderAndKeep = async (url: string, isWanted: () => boolean): Promise<RenderOutcome> => {
    const renderedAt = now()
    const rendered = await render(url, isWanted)
    if (rendered.ok && mayBeKept(rendered.value)) await keep(url, rendered.value, renderedAt)
    return rendered
  }

  const fill = (url: string, isWanted: () => boolean) => {
    const underWay = rendering.get(url)
    if (underWay) {
      underWay.askers.push(isWanted)
      return underWay.outcome
    }
    const askers = [isWanted]
    const outcome = renderAndKeep(url, () => askers.some((asks) => asks())).finally(() =>
      rendering.delete(url),
    )
    rendering.set(url, { outcome, askers })
    return outcome
  }

  return {
    fill,
    answer(url, method, asked, response) {
      const page = kept.get(url)
      if (page === undefined) return false
      const age = now() - page.renderedAt
      if (age >= servableMs) {
        drop(url)
        return false
      }
      // A failed rerender is logged where it is rendered, and one that is refused is asked for again: the old copy serves on.
      if (age >= freshMs && !rendering.has(url)) void fill(url, () => true).catch(() => {})
      const { headers, body } = page.answers[asked.encoding]
      if (isKnown(asked.ifNoneMatch, headers.etag ?? '')) response.writeHead(304, headers).end()
      else response.writeHead(200, headers).end(method === 'HEAD' ? undefined : body)
      return true
    },
  }
}

const mayBeKept = ({ status, headers }: RenderedPage): boolean =>
  status === 200 && headers['set-cookie'] === undefined && headers['cache-control'] !== 'no-store'

const keptPage = async (page: RenderedPage, renderedAt: number): Promise<KeptPage> => {
  const [br, gzip] = await Promise.all([encode(page.body, 'br'), encode(page.body, 'gzip')])
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(page.body))
  const etag = Buffer.from(hash).toString('base64url').slice(0, 22)
  const answer = (encoding: Encoding, body: Buffer) => ({
    body,
    headers: {
      ...page.headers,
      etag: `"${etag}-${encoding}"`,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      'content-length': String(body.length),
    },
  })
  return {
    renderedAt,
    etag,
    size: page.body.length + br.length + gzip.length + 1_024,
    answers: { identity: answer('identity', page.body), br: answer('br', br), gzip: answer('gzip', gzip) },
  }
}
