import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { absoluteImageUrl } from '../kernel/image-url.ts'

/** Ignores brackets and zone; IPv4 inside IPv6 counts as IPv4. Null when it is no IP address. */
const parsed = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | null => {
  const plain = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  return isIP(plain) === 0 ? null : ipaddr.process(plain)
}

const privateNames =
  /^(?:.*\.)?(?:localhost|local|internal|intranet|lan|home|corp|test|invalid|onion|home\.arpa)$/

/** Whether a parsed URL's `hostname` may be public. The name may still resolve to a private address: check that too. */
export const isPublicHost = (hostname: string): boolean => {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  const address = parsed(host)
  if (address !== null) return address.range() === 'unicast' && !isUnassigned(address)
  return /^[^:[\]]*\.[^:[\]]*$/.test(host) && !privateNames.test(host)
}

/** Only 2000::/3 of IPv6 is assigned so far. */
const isUnassigned = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address instanceof ipaddr.IPv6 && !address.match(ipaddr.IPv6.parseCIDR('2000::/3'))

export const isLoopback = (address: string): boolean => parsed(address)?.range() === 'loopback'

/** Undefined when the provider could not fetch the picture (S20). */
export const publicImageUrl = (address: string, siteOrigin: string): string | undefined => {
  const url = absoluteImageUrl(address, siteOrigin)
  return url !== undefined && isPublicHost(new URL(url).hostname) ? url : undefined
}

/** For limits (S17): the client (IPv6: the household's /64) and its network (/24, or /48). Any other text is a client. */
export const clientAt = (address: string): { readonly client: string; readonly network: string } => {
  const found = parsed(address)
  if (!(found instanceof ipaddr.IPv6)) {
    const client = found?.toString() ?? address
    return { client, network: `${client.split('.').slice(0, 3).join('.')}/24` }
  }
  const groups = (count: number) =>
    found.parts
      .slice(0, count)
      .map((part) => part.toString(16))
      .join(':')
  return { client: groups(4), network: `${groups(3)}/48` }
}
