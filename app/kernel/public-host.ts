const privateNames =
  /^(?:.*\.)?(?:localhost|local|internal|intranet|lan|home|corp|test|invalid|onion|home\.arpa)$/
const privateIPv4 =
  /^(?:0|10|127|169\.254|192\.168|192\.0\.[02]|198\.1[89]|198\.51\.100|203\.0\.113|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|22[4-9]|2[3-5]\d)\./

/**
 * May the world reach this host name? False for local names and for addresses that are private, link-local, reserved
 * or inside this machine. `hostname` is that of a parsed URL, which has already spelt 0x7f.1 as 127.0.0.1. A public
 * name may still resolve to a private address: who fetches from it checks the address as well.
 */
export const isPublicHost = (hostname: string): boolean => {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  if (host.startsWith('[')) return isPublicIPv6(host)
  if (!host.includes('.')) return false
  return !privateNames.test(host) && !(/^[\d.]+$/.test(host) && privateIPv4.test(host))
}

/** Only the global unicast block counts, without the parts of it that are for documents or carry IPv4 within. */
const isPublicIPv6 = (host: string): boolean =>
  /^\[[23]/.test(host) && !/^\[(?:2001:(?:0?:|db8:)|2002:|3fff:)/.test(host)
