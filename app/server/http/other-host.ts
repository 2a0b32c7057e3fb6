import { isPublicHost } from '../../kernel/public-host.ts'

/**
 * Says of a Host header whether it names another public host than that of `siteOrigin`, for example www.shop.example
 * beside shop.example. Ports, local names and private addresses count as the site itself: a proxy may write them
 * where it passes requests on, and a redirect would lead to the same place for ever.
 */
export const otherHostOf = (siteOrigin: string) => {
  const site = new URL(siteOrigin)
  return (host: string | undefined): boolean => {
    if (host === undefined || host === site.host) return false
    const asked = URL.parse(`http://${host}`)
    return asked !== null && asked.hostname !== site.hostname && isPublicHost(asked.hostname)
  }
}
