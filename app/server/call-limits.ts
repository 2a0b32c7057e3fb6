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

/** What a call counts against; `together` is to be counted with the other two, who weigh in it (S30). */
export const countedForCall = (limits: CallLimits, address: string) => {
  const at = clientAt(address)
  const client = countedFor({ ...limits, most: limits.perClient }, at.client)
  const network = countedFor({ ...limits, most: limits.perNetwork }, at.network)
  const all = countedFor({ ...limits, most: limits.together }, '*')
  return { client, network, together: { ...all, weighs: [client.subject, network.subject] } }
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
