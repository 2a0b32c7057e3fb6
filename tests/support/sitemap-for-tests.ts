import { rawRequest } from './raw-request.ts'

const addressesIn = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))

/** All addresses that search engines are told of, by way of the list of the sitemap's parts. */
export const addressesInSitemap = async (origin: string): Promise<string[]> => {
  const all: string[] = []
  for (const part of addressesIn((await rawRequest(origin, { path: '/sitemap.xml' })).body))
    all.push(...addressesIn((await rawRequest(origin, { path: part.slice(origin.length) })).body))
  return all
}
