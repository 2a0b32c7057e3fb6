import type { ServerResponse } from 'node:http'
import type { Result } from '../kernel/result.ts'
import { type Encoding, encode } from './http/compression.ts'
import { isKnown } from './http/file-headers.ts'

/** A page drawn to its end: what is kept and sent again. */
export interface DrawnPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

interface KeptPage {
  readonly drawnAt: number
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
   * Draws `url` (once for everybody who waits), keeps it if it may be kept, and gives what was drawn. `isWanted` says whether
   * this asker still waits for it.
   */
  fill(url: string, isWanted: () => boolean): Promise<DrawOutcome>
}

/** What came of a drawing that had to queue. */
export type DrawOutcome = Result<DrawnPage, 'overloaded'>

interface Drawing {
  readonly outcome: Promise<DrawOutcome>
  readonly askers: Array<() => boolean>
}

export interface CacheAsked {
  readonly encoding: Encoding
  readonly ifNoneMatch: string | undefined
}

const freshMs = 1_000
const servableMs = 10_000

/**
 * The page cache of DESIGN section 5: a page seen without a session is the same for everybody, so it is kept for one second
 * with its compressed bodies; up to ten seconds old it is still served while one new copy is drawn; older is never served.
 * There is no invalidation. `draw` makes a page from its path and query, or refuses; its `isWanted` says whether anybody
 * waits for it still. `now` gives ms of a clock that nobody sets back; the copies together stay below `maxBytes`, the least
 * recently drawn leaves first. Only pages with status 200, without a cookie and without `no-store` are kept.
 */
export const createPageCache = (
  draw: (url: string, isWanted: () => boolean) => Promise<DrawOutcome>,
  now: () => number,
  maxBytes: number,
): PageCache => {
  const kept = new Map<string, KeptPage>()
  const drawing = new Map<string, Drawing>()
  let bytes = 0

  const drop = (url: string) => {
    bytes -= kept.get(url)?.size ?? 0
    kept.delete(url)
  }

  const keep = async (url: string, page: DrawnPage, drawnAt: number) => {
    const copy = await keptPage(page, drawnAt)
    drop(url)
    kept.set(url, copy)
    bytes += copy.size
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  const drawAndKeep = async (url: string, isWanted: () => boolean): Promise<DrawOutcome> => {
    const drawnAt = now()
    const drawn = await draw(url, isWanted)
    if (drawn.ok && mayBeKept(drawn.value)) await keep(url, drawn.value, drawnAt)
    return drawn
  }

  const fill = (url: string, isWanted: () => boolean) => {
    const underWay = drawing.get(url)
    if (underWay) {
      underWay.askers.push(isWanted)
      return underWay.outcome
    }
    const askers = [isWanted]
    const outcome = drawAndKeep(url, () => askers.some((asks) => asks())).finally(() => drawing.delete(url))
    drawing.set(url, { outcome, askers })
    return outcome
  }

  return {
    fill,
    answer(url, method, asked, response) {
      const page = kept.get(url)
      if (page === undefined) return false
      const age = now() - page.drawnAt
      if (age >= servableMs) {
        drop(url)
        return false
      }
      // A failed redraw is logged where it is drawn, and one that is refused is asked for again: the old copy serves on.
      if (age >= freshMs && !drawing.has(url)) void fill(url, () => true).catch(() => {})
      const { headers, body } = page.answers[asked.encoding]
      if (isKnown(asked.ifNoneMatch, headers.etag ?? '')) response.writeHead(304, headers).end()
      else response.writeHead(200, headers).end(method === 'HEAD' ? undefined : body)
      return true
    },
  }
}

const mayBeKept = ({ status, headers }: DrawnPage): boolean =>
  status === 200 && headers['set-cookie'] === undefined && headers['cache-control'] !== 'no-store'

const keptPage = async (page: DrawnPage, drawnAt: number): Promise<KeptPage> => {
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
    drawnAt,
    etag,
    size: page.body.length + br.length + gzip.length + 1_024,
    answers: { identity: answer('identity', page.body), br: answer('br', br), gzip: answer('gzip', gzip) },
  }
}
