import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { absoluteImageUrl } from '../kernel/image-url.ts'

/** Brackets and a zone are dropped, and IPv4 within IPv6 counts as IPv4; null for no IP address. */
const parsed = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | null => {
  const plain = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  return isIP(plain) === 0 ? null : ipaddr.process(plain)
}

const privateNames =
  /^(?:.*\.)?(?:localhost|local|internal|intranet|lan|home|corp|test|invalid|onion|home\.arpa)$/

/**
 * False for local names and private, link-local, reserved or loopback addresses. `hostname` is that of a parsed URL, which
 * has spelt 0x7f.1 as 127.0.0.1. A public name may still resolve to a private address: the fetch checks that too.
 */
export const isPublicHost = (hostname: string): boolean => {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  const address = parsed(host)
  if (address !== null) return address.range() === 'unicast' && !isUnassigned(address)
  return /^[^:[\]]*\.[^:[\]]*$/.test(host) && !privateNames.test(host)
}

/** Of IPv6 only 2000::/3 is assigned so far. */
const isUnassigned = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address instanceof ipaddr.IPv6 && !address.match(ipaddr.IPv6.parseCIDR('2000::/3'))

export const isLoopback = (address: string): boolean => parsed(address)?.range() === 'loopback'

/** A picture's absolute address, or undefined when the provider could not fetch it (S20); `siteOrigin` is the shop's own. */
export const publicImageUrl = (address: string, siteOrigin: string): string | undefined => {
  const url = absoluteImageUrl(address, siteOrigin)
  return url !== undefined && isPublicHost(new URL(url).hostname) ? url : undefined
}

/**
 * What calls from this address are counted by (S17): the client, which with IPv6 is a household's /64, and its network, a
 * /24 of IPv4 or a /48 of IPv6. A text that is no address is a client of its own.
 */
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
