import type { IncomingMessage } from 'node:http'
import { createCallCounter } from '../call-counter.ts'
import type { CallLimits } from '../call-limits.ts'
import type { FallbackText } from './fallback-page.ts'

/** More than anybody types, behind a shared address too; for all together the lanes are the limit. */
const searchesOfMinute: CallLimits = {
  name: 'searches',
  spanMs: 60_000,
  perClient: 600,
  perNetwork: 2_400,
  together: Number.POSITIVE_INFINITY,
}

export const tooManySearches: FallbackText = {
  heading: '検索の回数が多すぎます',
  help: '1分ほどたってから、もう一度お試しください。',
}

/**
 * Counts each page that is drawn for parameters, such as words of a search, which anybody can make up and the page cache does not have.
 * Gives the seconds to wait, 0 when it may be drawn (S17). `nowMs` is monotonic.
 */
export const createSearchLimit = () => {
  const calls = createCallCounter()
  return (
    { method, url }: Pick<IncomingMessage, 'method' | 'url'>,
    address: string,
    nowMs: number,
  ): number => {
    if ((method !== 'GET' && method !== 'HEAD') || url?.includes('?') !== true) return 0
    const wait =
      calls.waitOfClient(searchesOfMinute, address, nowMs) ||
      calls.waitOfOthers(searchesOfMinute, address, nowMs)
    return Math.ceil(wait / 1_000)
  }
}
