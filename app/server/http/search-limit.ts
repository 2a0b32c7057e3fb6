import type { IncomingMessage } from 'node:http'
import { createCallCounter } from '../call-counter.ts'
import type { CallLimits } from '../call-limits.ts'
import type { FallbackText } from './fallback-page.ts'

/** More than people behind one shared address type; all clients together are limited by the lanes. */
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

/** Counts pages with parameters, which the cache cannot hold (S17). Gives seconds to wait, 0: none. `nowMs` is monotonic. */
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
