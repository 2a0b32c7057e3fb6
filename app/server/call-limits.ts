import { clientAt } from './public-address.ts'
import { type CountPlace, countedFor, countTry, untilSpanEnds } from './rate-limit.ts'

/** How often something may be called in each span (S17). */
export interface CallLimits {
  readonly name: string
  readonly spanMs: number
  readonly perClient: number
  /** A network is 256 IPv4 addresses (/24), or 65,536 IPv6 households (/48). */
  readonly perNetwork: number
  readonly together: number
}

export const countedForCall = (limits: CallLimits, address: string) => {
  const { client, network } = clientAt(address)
  return {
    client: countedFor({ ...limits, most: limits.perClient }, client),
    network: countedFor({ ...limits, most: limits.perNetwork }, network),
    together: countedFor({ ...limits, most: limits.together }, '*'),
  }
}

/** Counts one call of the client at `address`; gives the ms to wait, 0 when it may go on (S17). */
export const waitBeforeCostlyCall = async (
  ctx: CountPlace,
  now: number,
  limits: CallLimits,
  address: string,
): Promise<number> => {
  const { client, network, together } = countedForCall(limits, address)
  return (await countTry(ctx, now, [client, network, together])) ? 0 : untilSpanEnds(limits, now)
}
