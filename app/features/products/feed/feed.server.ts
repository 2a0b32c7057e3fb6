import { ok, type Result, refused } from '~/kernel/result.ts'
import {
  fetchOutside,
  type OutsideFailure,
  type OutsideLimits,
  type ResolveName,
} from '~/server/fetch-outside.ts'
import type { FeedFailure } from './feed.rules.ts'

/** P3. */
export const feedLimits: OutsideLimits = {
  timeMs: 30_000,
  answerMs: 30_000,
  bodyBytes: 5 * 1_048_576,
  redirects: 3,
}

export interface FeedRequest {
  readonly url: string
  /** A demo may use http and this machine. */
  readonly demo: boolean
  /** Of the last response, for a conditional request. */
  readonly etag: string | null
  readonly lastModified: string | null
  readonly signal: AbortSignal
  readonly limits?: OutsideLimits
  readonly resolve?: ResolveName
}

export type FeedResponse =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'changed'
      readonly text: string
      readonly etag: string | null
      readonly lastModified: string | null
    }

/** Checks the address, each redirect and each resolved IP (P3). Never throws. */
export const fetchFeed = async ({
  etag,
  lastModified,
  ...request
}: FeedRequest): Promise<Result<FeedResponse, FeedFailure>> => {
  const response = await fetchOutside({
    limits: feedLimits,
    ...request,
    headers: {
      accept: 'application/json',
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
    },
  })
  if (!response.ok) {
    const isUnchanged = response.error.kind === 'status' && response.error.status === 304
    if (isUnchanged && (etag !== null || lastModified !== null)) return ok({ kind: 'unchanged' })
    return refused(failureOf(response.error))
  }
  const { body, headers } = response.value
  const text = utf8(body)
  if (text === null) return refused({ kind: 'format', why: 'not UTF-8' })
  return ok({
    kind: 'changed',
    text,
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
  })
}

const failureOf = (failure: OutsideFailure): FeedFailure => {
  if (failure.kind === 'status' || failure.kind === 'unreachable') return failure
  const isOfTheWay = failure.kind === 'not allowed' || failure.kind === 'no answer'
  return { kind: isOfTheWay ? 'unreachable' : 'format', why: failure.why }
}

const utf8 = (body: Buffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}
