import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { absoluteImageUrl } from '../kernel/image-url.ts'

/** An IP address in any spelling: bracketed, with a zone, or IPv4 within IPv6, which counts as IPv4. Null when it is none. */
const parsed = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | null => {
  const plain = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  return isIP(plain) === 0 ? null : ipaddr.process(plain)
}

const privateNames =
  /^(?:.*\.)?(?:localhost|local|internal|intranet|lan|home|corp|test|invalid|onion|home\.arpa)$/

/**
 * May the world reach this host? False for local names and for addresses that are private, link-local, reserved or inside
 * this machine. `hostname` is that of a parsed URL, which has already spelt 0x7f.1 as 127.0.0.1, or an IP address. A public
 * name may still resolve to a private address: who fetches from it checks the address as well.
 */
export const isPublicHost = (hostname: string): boolean => {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  const address = parsed(host)
  if (address !== null) return address.range() === 'unicast' && !isUnassigned(address)
  return /^[^:[\]]*\.[^:[\]]*$/.test(host) && !privateNames.test(host)
}

/** Of IPv6 only 2000::/3 is given out so far. */
const isUnassigned = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address instanceof ipaddr.IPv6 && !address.match(ipaddr.IPv6.parseCIDR('2000::/3'))

/** Does this IP address lead to this machine itself? */
export const isLoopback = (address: string): boolean => parsed(address)?.range() === 'loopback'

/**
 * The picture's absolute address for the payment page, or undefined when there is none that the provider could fetch: no
 * picture, the default logo, or a host that is not public (S20). `siteOrigin` is the shop's public address.
 */
export const publicImageUrl = (address: string, siteOrigin: string): string | undefined => {
  const url = absoluteImageUrl(address, siteOrigin)
  return url !== undefined && isPublicHost(new URL(url).hostname) ? url : undefined
}

/**
 * Whom calls from this address are counted for (S17): the caller, which with IPv6 is a household's whole /64, and her
 * neighbourhood, a /24 of IPv4 or a /48 of IPv6. What is no address stands for itself.
 */
export const callersAt = (address: string): { readonly caller: string; readonly neighbourhood: string } => {
  const found = parsed(address)
  if (!(found instanceof ipaddr.IPv6)) {
    const caller = found?.toString() ?? address
    return { caller, neighbourhood: `${caller.split('.').slice(0, 3).join('.')}/24` }
  }
  const groups = (count: number) =>
    found.parts
      .slice(0, count)
      .map((part) => part.toString(16))
      .join(':')
  return { caller: groups(4), neighbourhood: `${groups(3)}/48` }
}
